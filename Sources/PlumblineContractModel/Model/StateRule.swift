import PlumblineJSONSchema
import PlumblineJSONTree

/// The effect of an endpoint on the mock's state.
///
/// A rule is executed in this order: its item is found (``within``, ``key``), must be the caller's (``own``), and must
/// pass the ``guards``. Then the body is merged (``merge``), members are set (``assignments``) and added to
/// (``additions``), and the collection's counters are computed. The result must fit the collection's item; otherwise
/// nothing changes (``otherwise``). The effects of ``also`` come last.
package final class StateRule: Sendable {
  /// The kind of effect.
  package enum Action: String, Sendable, Hashable, CaseIterable {
    /// Adds an item created from the body, with the next free key.
    case create
    /// Shows an item; assignments and additions change the response alone.
    case read
    case update, delete, list
    /// Removes every item that a list would show.
    case clear
    /// Adds the body to an array inside an item.
    case append
    /// Tests the guards; the response comes from recordings.
    case check
    /// Issues a credential to the persona whose login values are in the body; with a collection, to the caller
    /// represented by the item that matches the request.
    case login
    /// Issues a credential to the caller.
    case refresh
    /// Ends the caller's session: its credentials, and those that were issued together with them, become invalid.
    case logout

    /// A Boolean value that indicates whether it applies to one existing item, found by a key or `within`.
    package var isOfOneItem: Bool {
      switch self {
      case .read, .update, .delete, .append: true
      case .create, .list, .clear, .check, .login, .refresh, .logout: false
      }
    }

    /// A Boolean value that indicates whether messages contain whole items of the resource, at its `at`; those of
    /// `append` contain a part of one.
    package var isOfWholeItems: Bool {
      switch self {
      case .create, .read, .update, .delete, .list, .clear: true
      case .append, .check, .login, .refresh, .logout: false
      }
    }

    /// A Boolean value that indicates whether the request's body is merged into an item.
    package var takesBody: Bool {
      switch self {
      case .create, .update, .append: true
      case .read, .delete, .list, .clear, .check, .login, .refresh, .logout: false
      }
    }

    /// A Boolean value that indicates whether it issues a credential.
    package var handsOutCredential: Bool {
      switch self {
      case .login, .refresh: true
      case .create, .read, .update, .delete, .list, .clear, .append, .check, .logout: false
      }
    }
  }

  /// How a request's body is merged into an item.
  package enum Merge: Sendable, Hashable {
    /// Member by member at the top level; nested values are replaced.
    case shallow
    /// Member by member, all the way down.
    case deep
    /// The body becomes the item, except for its key and members that a body can't set.
    case replace
    /// As a JSON Merge Patch (RFC 7396): all the way down, and null removes a member.
    case patch
    /// The body is a JSON Patch (RFC 6902), whose paths are relative to a whole body.
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
    /// The members in the request's body whose new value differs from the one that was sent.
    case differing
  }

  /// A member of the item that a response shows under a different name.
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
      /// The member is greater than or equal to the value.
      case atLeast
      /// The member is less than or equal to the value.
      case atMost
      /// The member is greater than the value.
      case above
      /// The member is less than the value.
      case below
      /// The member differs from the value, or is missing.
      case not
      /// The member is one of the values, separated by commas if they are one string.
      case oneOf
      /// The member is none of them.
      case noneOf
      /// The member contains the value as text.
      case like
      /// The member exists if the value is true, and doesn't if it is false.
      case has
    }

    package let address: Address
    package let members: [JSONPointer]
    package let relation: Relation
  }

  /// A test that must pass before anything changes, and the error otherwise.
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
      /// Fails unless this value fits. A missing value, because the request lacks its look-up key, passes.
      case value(Value, fits: Schema)
    }

    package let test: Test
    package let failure: Failure

    /// A Boolean value that indicates whether it is tested before the item is looked up, because it concerns the caller
    /// or parents in the path rather than the item.
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

  /// The requests that return tombstones: a list those of all deleted items, a read that of its own item.
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
  /// The contract's confidence in the rule.
  package let standing: Standing
  /// Additional effects after this one; their `item#` is its result, unless a rule has its own item. The effects are
  /// atomic.
  package let also: [StateRule]
  /// The place in the contract where it is declared.
  package let location: SourceLocation

  /// A Boolean value that indicates whether it changes items or ends a session: even a GET may mark a conversation as
  /// read.
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
  /// The place of the item or items in the payload of a response; if `nil`, they are the whole payload.
  package var shownPlace: JSONPointer? { action == .append ? wrapper : place }

  /// Returns the part of a payload that shows an item.
  package func shown(_ item: JSON) -> JSON {
    guard !shownMembers.isEmpty else { return item }
    if action == .list, item.kind == .array { return .array(item.elements.map(shown)) }
    return shownMembers.reduce(JSON.emptyObject) { payload, shown in
      item.at(shown.member).flatMap { payload.placing(shown.place, $0) } ?? payload
    }
  }

  /// Returns the item that a part of a payload shows, with only the shown members.
  package func item(shownBy payload: JSON) -> JSON {
    guard !shownMembers.isEmpty else { return payload }
    if action == .list, payload.kind == .array { return .array(payload.elements.map(item(shownBy:))) }
    return shownMembers.reduce(JSON.emptyObject) { item, shown in
      payload.at(shown.place).flatMap { item.placing(shown.member, $0) } ?? item
    }
  }

  /// Returns the item that a request's body contains.
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
  /// A Boolean value that indicates whether it depends only on other items, which the request identifies.
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
    /// A value of the request, the caller or the item before the change. In `login` and `refresh`, a credential is the
    /// issued one.
    case address(Address)
    case constant(JSON)
    /// A value that the server chooses, with the value that a mock uses.
    case chosen(JSON)
    /// The time of the request plus a number of seconds, in the time format of its member.
    case now(later: Int, as: TimeHint)
    /// An item of a collection, or a member of it: the first that matches all of these, otherwise null. If the request
    /// lacks a value for the look-up, the member doesn't change.
    case lookup(collection: String, matches: [Match], member: JSONPointer)
    /// The number of matching items of a collection; with a member, the number for each of its values.
    case count(collection: String, matches: [Match], by: JSONPointer?)
    /// All of these, each once; lists contribute their elements. Missing values are skipped.
    case union([Value])
    /// The sum of a member over the matching items.
    case sum(collection: String, matches: [Match], of: JSONPointer)
    /// A fact about an uploaded file, with a prefix.
    case upload(part: JSONPointer, UploadFact, prefix: String)
    /// A URL of the server itself.
    case url(OwnAddress)
  }
}
