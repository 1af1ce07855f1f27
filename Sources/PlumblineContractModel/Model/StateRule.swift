import PlumblineJSONSchema
import PlumblineJSONTree

/// The effect of an endpoint on the mock's state.
///
/// A rule is carried out in this order: its item is found (``within``, ``key``), it has to be the caller's (``own``), the
/// ``guards`` have to hold; then the body goes in (``merge``), members are set (``assignments``) and added to (``additions``),
/// the collection's counters are computed, and the result has to fit the collection's item, or nothing has happened
/// (``otherwise``). What ``also`` happens comes last.
package final class StateRule: Sendable {
  /// The kind of effect.
  package enum Action: String, Sendable, Hashable, CaseIterable {
    /// Adds an item made of the body, with the next free key.
    case create
    /// Shows an item; assignments and additions change the response alone.
    case read
    case update, delete, list
    /// Removes every item that a list would show.
    case clear
    /// Adds the body to an array inside an item.
    case append
    /// Tests the guards and leaves the response to the recordings.
    case check
    /// Hands out a credential to the persona whose login the body is; with a collection, to the caller represented by the item
    /// that fits the request.
    case login
    /// Hands out a credential to the caller.
    case refresh
    /// Ends the caller's session: its credentials, and those that were handed out with them, become invalid.
    case logout

    /// A Boolean value that indicates whether it is about one item that exists, which a key or `within` finds.
    package var isOfOneItem: Bool {
      switch self {
      case .read, .update, .delete, .append: true
      case .create, .list, .clear, .check, .login, .refresh, .logout: false
      }
    }

    /// A Boolean value that indicates whether messages have whole items of the resource, at its `at`; those of `append` have
    /// a part of one.
    package var isOfWholeItems: Bool {
      switch self {
      case .create, .read, .update, .delete, .list, .clear: true
      case .append, .check, .login, .refresh, .logout: false
      }
    }

    /// A Boolean value that indicates whether the request's body goes into an item.
    package var takesBody: Bool {
      switch self {
      case .create, .update, .append: true
      case .read, .delete, .list, .clear, .check, .login, .refresh, .logout: false
      }
    }

    /// A Boolean value that indicates whether it hands out a credential.
    package var handsOutCredential: Bool {
      switch self {
      case .login, .refresh: true
      case .create, .read, .update, .delete, .list, .clear, .append, .check, .logout: false
      }
    }
  }

  /// The way in which a request's body is merged into an item.
  package enum Merge: Sendable, Hashable {
    /// Member by member at the top level; nested values are replaced.
    case shallow
    /// Member by member, all the way down.
    case deep
    /// The body becomes the item, except for its key and members that a body can't set.
    case replace
    /// As a JSON Merge Patch (RFC 7396): all the way down, and null takes a member away.
    case patch
    /// The body is a list of steps, a JSON Patch (RFC 6902), whose paths are those of a whole body.
    case operations
    /// Not at all.
    case none
  }

  /// The part of the item that a response shows.
  package enum Showing: String, Sendable, Hashable, CaseIterable {
    /// The whole item.
    case item
    /// The members in the request's body, with their new values.
    case sent
    /// Those of them whose new value differs from the one that was sent.
    case differing
  }

  /// A member of the item that a response has under its own name.
  package struct ShownMember: Sendable, Hashable {
    /// The place in the payload.
    package let place: JSONPointer
    /// The place in the item.
    package let member: JSONPointer
  }

  /// A number that is added to a member of the item.
  package struct Addition: Sendable {
    /// The source of the number.
    package enum Amount: Sendable {
      case number(JSONNumber)
      /// A value of the request.
      case value(Address, isSubtracted: Bool)
    }

    package let target: JSONPointer
    package let amount: Amount
  }

  /// A selection of items: a value of the request, and the member of the item to compare it with.
  package struct Match: Sendable {
    /// The relation between an item's member and the value.
    package enum Relation: String, Sendable, Hashable, CaseIterable {
      /// A single member equals the value. With several members, one of them contains it as text.
      case same
      /// The member equals the value or is greater.
      case atLeast
      /// The member equals the value or is less.
      case atMost
      /// The member is greater than the value.
      case above
      /// The member is less than the value.
      case below
      /// The member differs from the value, or is missing.
      case not
      /// The member is one of the values, which are separated by commas if they are one text.
      case oneOf
      /// The member is none of them.
      case noneOf
      /// The member contains the value as text.
      case like
      /// The member exists if the value is true; if it is false, it doesn't.
      case has
    }

    package let address: Address
    package let members: [JSONPointer]
    package let relation: Relation

    package init(address: Address, members: [JSONPointer], relation: Relation = .same) {
      self.address = address
      self.members = members
      self.relation = relation
    }
  }

  /// A test that has to pass before anything changes, and the failure otherwise.
  package struct Guard: Sendable {
    /// The test.
    package indirect enum Test: Sendable {
      /// Fails when all of these do.
      case any([Test])
      /// Fails unless this holds for the request and the item.
      case unless(Condition)
      /// Fails when the collection has an item that matches all of these. A value that the request lacks passes.
      case none(collection: String, matches: [Match])
      /// Fails when the collection has no item that matches all of these. A value that the request lacks passes.
      case some(collection: String, matches: [Match])
      /// Fails unless this value fits. A value that is missing, because the request lacks what it is looked up by, passes.
      case value(Value, fits: Schema)
    }

    package let test: Test
    package let failure: Failure

    /// A Boolean value that indicates whether it is tested before the item is looked up: it concerns the caller, or parents in
    /// the path, and nothing of the item.
    package let comesFirst: Bool

    package init(test: Test, failure: Failure) {
      self.test = test
      comesFirst = [401, 403, 404].contains(failure.status) && test.isOfOthers
      self.failure = failure
    }
  }

  /// A member of the item, and its new value.
  package struct Assignment: Sendable {
    package let target: JSONPointer
    package let value: Value
  }

  /// The requests that get tombstones: of a list, those of all deleted items; of a read, that of its own.
  package enum Tombstones: Sendable, Hashable {
    case never
    case always
    /// Those with this value.
    case asked(Address)
  }

  /// The condition under which this rule applies, out of several of an endpoint.
  package let condition: Condition
  package let action: Action
  package let subject: Subject
  package let change: Change
  package let listing: Listing
  package let form: Form
  package let guards: [Guard]
  /// The contract's confidence in all this.
  package let standing: Standing
  /// Further effects after this one; their `item#` is its result, unless a rule has its own item. Either all of them happen or
  /// none.
  package let also: [StateRule]
  /// The place in the contract where it is declared.
  package let location: SourceLocation

  /// A Boolean value that indicates whether items are others afterwards, or a session has ended: a GET may mark a conversation
  /// as read.
  package var changesSomething: Bool {
    switch action {
    case .create, .update, .delete, .clear, .append, .logout: true
    case .read, .list, .check, .login, .refresh: also.contains(where: \.changesSomething)
    }
  }

  init(
    condition: Condition = Condition(), action: Action, subject: Subject = Subject(), change: Change = Change(),
    listing: Listing = Listing(), form: Form = Form(), guards: [Guard] = [], standing: Standing = .documented,
    also: [StateRule] = [], location: SourceLocation
  ) {
    self.condition = condition
    self.action = action
    self.subject = subject
    self.change = change
    self.listing = listing
    self.form = form
    self.guards = guards
    self.standing = standing
    self.also = also
    self.location = location
  }
}

extension StateRule {
  /// The place of the item or items in the payload of a response; if `nil`, they are all of it.
  package var shownPlace: JSONPointer? { action == .append ? wrapper : place }

  /// Returns the part of a payload that shows an item.
  package func shown(_ item: JSON) -> JSON {
    guard !shownMembers.isEmpty else { return item }
    if action == .list, item.kind == .array { return .array(item.elements.map(shown)) }
    return shownMembers.reduce(JSON.emptyObject) { payload, shown in
      item.at(shown.member).flatMap { payload.placing(shown.place, $0) } ?? payload
    }
  }

  /// Returns the item that a part of a payload shows, as far as it shows it.
  package func item(shownBy payload: JSON) -> JSON {
    guard !shownMembers.isEmpty else { return payload }
    if action == .list, payload.kind == .array { return .array(payload.elements.map(item(shownBy:))) }
    return shownMembers.reduce(JSON.emptyObject) { item, shown in
      payload.at(shown.place).flatMap { item.placing(shown.member, $0) } ?? item
    }
  }

  /// Returns the item in a request's body.
  package func item(in body: JSON?) -> JSON? {
    let item = bodyPlace.map { body?.at($0) } ?? body
    if beside.isEmpty { return item }
    if let item, item.kind != .object { return item }
    let others = beside.compactMap { beside in body?.at(beside.place).map { (beside.member, $0) } }
    guard item != nil || !others.isEmpty else { return nil }
    // A member of the item with the same name as one that is next to it is ignored.
    let names = Set(beside.map(\.member))
    let own = item?.members.filter { !names.contains($0.key) } ?? []
    return .object(own.map { ($0.key, $0.value) } + others)
  }
}

extension StateRule {
  /// Returns an item without the members that are next to it.
  package func bare(_ item: JSON) -> JSON {
    guard !beside.isEmpty, item.kind == .object else { return item }
    let names = Set(beside.map(\.member))
    return .object(item.members.filter { !names.contains($0.key) }.map { ($0.key, $0.value) })
  }
}

extension StateRule.Guard.Test {
  /// A Boolean value that indicates whether it only depends on other items, which the request identifies.
  var isOfOthers: Bool {
    switch self {
    case .any(let tests): tests.allSatisfy(\.isOfOthers)
    case .some(_, let matches), .none(_, let matches):
      !matches.contains { if case .item = $0.address { true } else { false } }
    case .unless, .value: false
    }
  }
}

extension StateRule {
  /// The source of a value for an item.
  package indirect enum Value: Sendable {
    /// The request, the caller or the item as it was. In `login` and `refresh`, a credential is the one handed out.
    case address(Address)
    case constant(JSON)
    /// A value that the server chooses, with the one that a mock uses.
    case chosen(JSON)
    /// The time of the request plus a number of seconds, in the form that its member has.
    case now(later: Int, as: TimeHint)
    /// An item of a collection, or a member of an item: the first that matches all of these, otherwise null. If the request
    /// lacks a value for the lookup, the member doesn't change.
    case lookup(collection: String, matches: [Match], member: JSONPointer)
    /// The number of matching items of a collection; with a member, the number for each of its values.
    case count(collection: String, matches: [Match], by: JSONPointer?)
    /// All of these, each once; lists contribute their elements. Missing values are skipped.
    case union([Value])
    /// The sum of a member over the matching items.
    case sum(collection: String, matches: [Match], of: JSONPointer)
    /// A fact of an uploaded file, with a text before it.
    case upload(part: JSONPointer, UploadFact, prefix: String)
    /// A URL of the server itself.
    case url(OwnAddress)
  }
}
