import PlumblineJSONSchema
import PlumblineJSONTree

/// The effect of an endpoint on the mock's state.
///
/// A rule runs in this order: Its item is looked up (``within``, ``key``), must belong to the caller (``own``), and
/// must pass the ``guards``. Then the body is merged (``merge``), members are set (``assignments``) and increased
/// (``additions``), and the collection's counters are computed. If the result doesn't fit the schema of the
/// collection's items, all changes are undone (``otherwise``). The effects in ``also`` come last.
package final class StateRule: Sendable {
  /// The kind of effect.
  package enum Action: String, Sendable, Hashable, CaseIterable {
    /// Adds an item created from the body, with the next free key.
    case create
    /// Shows an item. Assignments and additions change only the response.
    case read
    case update, delete, list
    /// Removes every item that a list would show.
    case clear
    /// Adds the body to an array inside an item.
    case append
    /// Only tests the guards. The response comes from recordings.
    case check
    /// Issues a credential to the persona whose login values are in the body. With a collection, issues it to the
    /// caller that the matching item represents.
    case login
    /// Issues a credential to the caller.
    case refresh
    /// Ends the caller's session. The caller's credentials become invalid, as do those that were issued together with
    /// them.
    case logout

    /// A Boolean value that indicates whether the action applies to one existing item, identified by a key or `within`.
    package var isOfOneItem: Bool {
      switch self {
      case .read, .update, .delete, .append: true
      case .create, .list, .clear, .check, .login, .refresh, .logout: false
      }
    }

    /// A Boolean value that indicates whether the action's messages contain whole items of the resource, at the rule's
    /// `at`. The messages of `append` contain only part of an item.
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

    /// A Boolean value that indicates whether the action issues a credential.
    package var handsOutCredential: Bool {
      switch self {
      case .login, .refresh: true
      case .create, .read, .update, .delete, .list, .clear, .append, .check, .logout: false
      }
    }
  }

  /// The way to merge a request's body into an item.
  package enum Merge: Sendable, Hashable {
    /// Merges top-level members and replaces nested values.
    case shallow
    /// Merges members at all levels.
    case deep
    /// Replaces the item with the body, except for the key and the members that a body can't set.
    case replace
    /// Applies the body as a JSON Merge Patch (RFC 7396), which merges members at all levels and removes members that
    /// are null.
    case patch
    /// Applies the body as a JSON Patch (RFC 6902) with paths relative to a whole body.
    case operations
    /// Doesn't merge the body.
    case none
  }

  /// The part of the item that a response shows.
  package enum Showing: String, Sendable, Hashable, CaseIterable {
    /// The whole item.
    case item
    /// The members that the request's body contains, with their new values.
    case sent
    /// The members that the request's body contains, if their new values differ from the ones that were sent.
    case differing
  }

  /// A member of the item that a response shows under a different name.
  package struct ShownMember: Sendable, Hashable {
    /// The location in the payload.
    package let place: JSONPointer
    /// The location in the item.
    package let member: JSONPointer
  }

  /// A number that is added to a member of the item.
  package struct Addition: Sendable {
    /// The source of the number.
    package enum Amount: Sendable {
      case number(JSONNumber)
      /// A value in the request.
      case value(Address, isSubtracted: Bool)
    }

    package let target: JSONPointer
    package let amount: Amount
  }

  /// A criterion that selects items by comparing one of their members with a value from the request.
  package struct Match: Sendable {
    /// The relation between an item's member and the value.
    package enum Relation: String, Sendable, Hashable, CaseIterable {
      /// The member equals the value. If the criterion has several members, any of them contains the value as a
      /// substring.
      case same
      /// The member is greater than or equal to the value.
      case atLeast
      /// The member is less than or equal to the value.
      case atMost
      /// The member is greater than the value.
      case above
      /// The member is less than the value.
      case below
      /// The member differs from the value or is absent.
      case not
      /// The member is one of the values. A single string is split at commas.
      case oneOf
      /// The member is none of the values.
      case noneOf
      /// The member contains the value as a substring.
      case like
      /// The member exists if the value is true, and doesn't exist if the value is false.
      case has
    }

    package let address: Address
    package let members: [JSONPointer]
    package let relation: Relation
  }

  /// A test that must pass before anything changes, and the error to return otherwise.
  package struct Guard: Sendable {
    /// The test.
    package indirect enum Test: Sendable {
      /// Fails if all of the given tests fail.
      case any([Test])
      /// Fails unless the condition holds for the request and the item.
      case unless(Condition)
      /// Fails if the collection has an item that meets all the criteria. Passes if the request lacks one of the
      /// values.
      case none(collection: String, matches: [Match])
      /// Fails if the collection has no item that meets all the criteria. Passes if the request lacks one of the
      /// values.
      case some(collection: String, matches: [Match])
      /// Fails unless the value fits the schema. Passes if the value is absent because the request lacks its lookup
      /// key.
      case value(Value, fits: Schema)
    }

    package let test: Test
    package let failure: Failure

    /// A Boolean value that indicates whether the test runs before the item lookup because it is about the caller or
    /// parents in the path instead of the item.
    package let comesFirst: Bool

    package init(test: Test, failure: Failure) {
      self.test = test
      comesFirst = [401, 403, 404].contains(failure.status) && test.isOfOthers
      self.failure = failure
    }
  }

  /// A member of an item, and its new value.
  package struct Assignment: Sendable {
    package let target: JSONPointer
    package let value: Value
  }

  /// The requests that return tombstones. A list returns the tombstones of all deleted items. A read returns the
  /// tombstone of its item.
  package enum Tombstones: Sendable, Hashable {
    case never
    case always
    /// The requests that have a value at this address.
    case asked(Address)
  }

  /// The condition that selects this rule if the endpoint has several.
  package let condition: Condition
  package let action: Action
  package let subject: Subject
  package let change: Change
  package let listing: Listing
  package let form: Form
  package let guards: [Guard]
  /// The contract's confidence in the rule.
  package let standing: Standing
  /// Additional effects after this one. In them, `item#` refers to this rule's result, unless they have an item
  /// themselves. All effects together are atomic.
  package let also: [StateRule]
  /// The location of the declaration in the contract.
  package let location: SourceLocation

  /// A Boolean value that indicates whether the rule changes items or ends a session. Even a GET may mark a
  /// conversation as read.
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
  /// The location of the item or items in a response's payload, or `nil` if they are the whole payload.
  package var shownPlace: JSONPointer? { action == .append ? wrapper : place }

  /// Returns an item as it appears in a payload.
  package func shown(_ item: JSON) -> JSON {
    guard !shownMembers.isEmpty else { return item }
    if action == .list, item.kind == .array { return .array(item.elements.map(shown)) }
    return shownMembers.reduce(JSON.emptyObject) { payload, shown in
      item.at(shown.member).flatMap { payload.placing(shown.place, $0) } ?? payload
    }
  }

  /// Returns the item that part of a payload shows, with only the members that are shown.
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
    // Ignore a member of the item if a member with the same name is located outside it.
    let names = Set(beside.map(\.member))
    let own = item?.members.filter { !names.contains($0.key) } ?? []
    return .object(own.map { ($0.key, $0.value) } + others)
  }
}

extension StateRule {
  /// Returns an item without the members that are located outside it.
  package func bare(_ item: JSON) -> JSON {
    guard !beside.isEmpty, item.kind == .object else { return item }
    let names = Set(beside.map(\.member))
    return .object(item.members.filter { !names.contains($0.key) }.map { ($0.key, $0.value) })
  }
}

extension StateRule.Guard.Test {
  /// A Boolean value that indicates whether the test depends only on other items, which the request identifies.
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
    /// A value of the request, of the caller, or of the item before the change. In `login` and `refresh`, a
    /// credential's value is the one that was just issued.
    case address(Address)
    case constant(JSON)
    /// A value that the server chooses. The associated value is the one that a mock uses.
    case chosen(JSON)
    /// The time of the request plus a number of seconds, in the time format of the member that receives it.
    case now(later: Int, as: TimeHint)
    /// The first item of a collection that meets all the criteria, or a member of that item, or null if there is none.
    /// If the request lacks a value for the lookup, the target doesn't change.
    case lookup(collection: String, matches: [Match], member: JSONPointer)
    /// The number of matching items in a collection. With a member, there is one number for each of the member's
    /// values.
    case count(collection: String, matches: [Match], by: JSONPointer?)
    /// The union of the given values. Lists contribute their elements, and absent values are skipped.
    case union([Value])
    /// The sum of a member over all matching items.
    case sum(collection: String, matches: [Match], of: JSONPointer)
    /// A fact about an uploaded file, with a prefix.
    case upload(part: JSONPointer, UploadFact, prefix: String)
    /// A URL of the server itself.
    case url(OwnAddress)
  }
}
