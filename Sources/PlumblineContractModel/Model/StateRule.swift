import PlumblineJSONSchema
import PlumblineJSONTree

/// What an endpoint does to what a mock remembers.
///
/// A rule is carried out in this order: its item is found (``within``, ``key``), it has to be the caller's (``own``), the
/// ``guards`` have to hold; then the body goes in (``merge``), members are set (``assignments``) and added to
/// (``additions``), the collection's counters are worked out, and the result has to fit the collection's item, or nothing
/// has happened (``otherwise``). What ``also`` happens comes last.
package final class StateRule: Sendable {
  /// What happens.
  package enum Action: String, Sendable, Hashable, CaseIterable {
    /// Adds an item made of the body, with the next free key.
    case create
    /// Shows an item; what is set or added goes into the answer alone.
    case read
    case update, delete, list
    /// Takes out every item that a list would show.
    case clear
    /// Adds the body to an array inside an item.
    case append
    /// Tests the guards and leaves the answer to the recordings.
    case check
    /// Hands out a credential to the persona whose login the body is; with a collection, to whom the item stands for that
    /// the request fits.
    case login
    /// Hands out a credential to the caller.
    case refresh
    /// Ends the caller's session: its credentials, and those that were handed out with them, count no longer.
    case logout
  }

  /// How a request's body goes into an item.
  package enum Merge: Sendable, Hashable {
    /// Member by member at the top: what members hold is replaced.
    case shallow
    /// Member by member, all the way down.
    case deep
    /// The body is the item from now on, but for its key and what no body can say.
    case replace
    /// As a JSON Merge Patch (RFC 7396): all the way down, and null takes a member away.
    case patch
    /// The body is a list of steps, a JSON Patch (RFC 6902), whose paths are those of a whole body.
    case operations
    /// Not at all.
    case none
  }

  /// What of the item an answer shows.
  package enum Showing: String, Sendable, Hashable, CaseIterable {
    /// All of it.
    case item
    /// The members that the request's body has, as they have become.
    case sent
    /// Those of them that have become otherwise than they were sent.
    case differing
  }

  /// A member of the item that an answer has under a name of its own.
  package struct ShownMember: Sendable, Hashable {
    /// Where the payload has it.
    package let place: JSONPointer
    /// Where the item has it.
    package let member: JSONPointer

    package init(place: JSONPointer, member: JSONPointer) {
      self.place = place
      self.member = member
    }
  }

  /// A number that is added to a member of the item.
  package struct Addition: Sendable {
    /// Where the number comes from.
    package enum Amount: Sendable {
      case number(JSONNumber)
      /// A value of the request.
      case value(Address, isSubtracted: Bool)
    }

    package let target: JSONPointer
    package let amount: Amount

    package init(target: JSONPointer, amount: Amount) {
      self.target = target
      self.amount = amount
    }
  }

  /// Which items are meant: a value of the request, and where an item has it.
  package struct Match: Sendable {
    /// How an item's member has to stand to the value.
    package enum Relation: String, Sendable, Hashable, CaseIterable {
      /// One member: it equals the value. Several: one of them contains it as text.
      case same
      /// The member is the value, or beyond it.
      case atLeast
      /// The member is the value, or below it.
      case atMost
      /// The member is beyond the value.
      case above
      /// The member is below the value.
      case below
      /// The member isn't the value, or isn't there.
      case not
      /// The member is one of the values, which have commas between them where they are one text.
      case oneOf
      /// The member is none of them.
      case noneOf
      /// The member contains the value as text.
      case like
      /// The member is there, if the value is true; if it is false, it isn't.
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

  /// What has to hold before anything changes, and the failure when it doesn't.
  package struct Guard: Sendable {
    /// What is tested.
    package indirect enum Test: Sendable {
      /// It fails when all of these do.
      case any([Test])
      /// It fails unless this holds of the request and the item.
      case unless(Condition)
      /// It fails when the collection has an item that all of these fit. A value that the request doesn't have passes.
      case none(collection: String, matches: [Match])
      /// It fails when the collection has no item that all of these fit. A value that the request doesn't have passes.
      case some(collection: String, matches: [Match])
      /// It fails unless this value fits. A value that can't be had, as the request lacks what it is looked up by, passes.
      case value(Value, fits: Schema)
    }

    package let test: Test
    package let failure: Failure

    /// A Boolean value that indicates whether it is looked at before the item: it says who may, or what the path leads through,
    /// and nothing of the item.
    package let comesFirst: Bool

    package init(test: Test, failure: Failure) {
      self.test = test
      comesFirst = [401, 403, 404].contains(failure.status) && test.isOfOthers
      self.failure = failure
    }
  }

  /// A member of the item, and what it becomes.
  package struct Assignment: Sendable {
    package let target: JSONPointer
    package let value: Value

    package init(target: JSONPointer, value: Value) {
      self.target = target
      self.value = value
    }
  }

  /// Which requests of a list get tombstones.
  package enum Tombstones: Sendable, Hashable {
    case never
    case always
    /// Those that have this value.
    case asked(Address)
  }

  /// When this rule is the one, of several of an endpoint.
  package let condition: Condition
  package let action: Action
  /// The name of the collection that is meant; `nil` where none is.
  package let collection: String?
  /// Who logs in where the item is no persona of the contract's own: this persona, with the item's key as its id.
  package let persona: String?
  /// Where the request says which item is meant.
  package let key: Address?
  /// Whose items are meant at all, as a ticket's comments; a new item gets these values.
  package let within: [Match]
  /// The array in the item that `append` adds to; for any other action, where in the payload the item or the items go.
  package let place: JSONPointer?
  /// Where the collection's items lie in payloads.
  package let wrapper: JSONPointer?
  /// Where in the request's body the item is; `nil`: it is the whole body.
  package let bodyPlace: JSONPointer?
  /// What of the item lies beside it in bodies.
  package let beside: [ItemCollection.Beside]
  /// What of the item answers show.
  package let showing: Showing
  /// The members that answers show under names of their own, and nothing else of the item; empty where they show the item.
  package let shownMembers: [ShownMember]
  /// Where the request names the members that are shown.
  package let fields: Address?
  /// A Boolean value that indicates whether an `update` of an item that isn't there makes it.
  package let createsMissing: Bool
  /// A Boolean value that indicates whether a `create` with the key of an item that is there shows that one, unchanged.
  package let showsExisting: Bool
  /// The top members of an item that a request's body can say; empty where any can.
  package let bodyMembers: Set<String>
  package let merge: Merge
  package let assignments: [Assignment]
  package let additions: [Addition]
  /// The failure when the item isn't the caller's own.
  package let own: Failure?
  package let guards: [Guard]
  /// The failure when the changed item no longer fits its schema; the change is then taken back.
  package let otherwise: Failure?
  /// Which items are listed; a value that the request doesn't have filters nothing.
  package let filter: [Match]
  /// Where the request names the member by which items are sorted.
  package let sort: Address?
  /// Where the request says `asc` or `desc`.
  package let order: Address?
  /// Where the request says which page it wants.
  package let page: Address?
  /// Where the request says how many items a page has.
  package let size: Address?
  /// Where the request says where a list goes on: what an answer's `next` has given it.
  package let cursor: Address?
  /// Which requests of a list get what stays of deleted items as well.
  package let tombstones: Tombstones
  /// What a request that lacks a value means by that: the `default` of its schema.
  package let defaults: [Address: JSON]
  /// What each of the endpoint's answers holds beside the items.
  package let frames: [AnswerFrame]
  /// How sure the contract is of all this.
  package let standing: Standing
  /// What else happens once this was done; `item#` is what came of it, but where a rule has an item of its own. All of it
  /// happens or nothing does.
  package let also: [StateRule]
  /// Where the contract says so.
  package let location: SourceLocation

  /// A Boolean value that indicates whether items are others afterwards, or a session has ended: a GET may mark a conversation
  /// as read.
  package var changesSomething: Bool {
    switch action {
    case .create, .update, .delete, .clear, .append, .logout: true
    case .read, .list, .check, .login, .refresh: also.contains(where: \.changesSomething)
    }
  }

  package init(
    condition: Condition = Condition(), action: Action, collection: String?, persona: String? = nil, key: Address?,
    within: [Match] = [], place: JSONPointer? = nil, merge: Merge, assignments: [Assignment] = [],
    additions: [Addition], own: Failure?,
    guards: [Guard], otherwise: Failure?, filter: [Match], sort: Address?, order: Address?, page: Address?,
    size: Address?, cursor: Address? = nil, tombstones: Tombstones = .never, defaults: [Address: JSON] = [:],
    frames: [AnswerFrame] = [], wrapper: JSONPointer? = nil, bodyPlace: JSONPointer? = nil,
    beside: [ItemCollection.Beside] = [], showing: Showing = .item, shownMembers: [ShownMember] = [],
    fields: Address? = nil,
    createsMissing: Bool = false,
    showsExisting: Bool = false, bodyMembers: Set<String> = [], standing: Standing = .documented,
    also: [StateRule] = [], location: SourceLocation
  ) {
    self.condition = condition
    self.action = action
    self.collection = collection
    self.persona = persona
    self.key = key
    self.within = within
    self.place = place
    self.merge = merge
    self.assignments = assignments
    self.additions = additions
    self.own = own
    self.guards = guards
    self.otherwise = otherwise
    self.filter = filter
    self.sort = sort
    self.order = order
    self.page = page
    self.size = size
    self.defaults = defaults
    self.cursor = cursor
    self.tombstones = tombstones
    self.frames = frames
    self.wrapper = wrapper
    self.bodyPlace = bodyPlace
    self.beside = beside
    self.showing = showing
    self.shownMembers = shownMembers
    self.fields = fields
    self.createsMissing = createsMissing
    self.showsExisting = showsExisting
    self.bodyMembers = bodyMembers
    self.standing = standing
    self.also = also
    self.location = location
  }
}

extension StateRule {
  /// Where in the payload of an answer the item is, or the items are; `nil`: they are all of it.
  package var shownPlace: JSONPointer? { action == .append ? wrapper : place }

  /// Returns the part of a payload that shows an item.
  package func shown(_ item: JSON) -> JSON {
    guard !shownMembers.isEmpty else { return item }
    return shownMembers.reduce(JSON.emptyObject) { payload, shown in
      item.at(shown.member).flatMap { payload.placing(shown.place, $0) } ?? payload
    }
  }

  /// Returns the item that a part of a payload shows, as far as it shows any of it.
  package func item(shownBy payload: JSON) -> JSON {
    guard !shownMembers.isEmpty else { return payload }
    return shownMembers.reduce(JSON.emptyObject) { item, shown in
      payload.at(shown.place).flatMap { item.placing(shown.member, $0) } ?? item
    }
  }

  /// What a request's body says of the item.
  package func item(in body: JSON?) -> JSON? {
    let item = bodyPlace.map { body?.at($0) } ?? body
    if beside.isEmpty { return item }
    if let item, item.kind != .object { return item }
    let others = beside.compactMap { beside in body?.at(beside.place).map { (beside.member, $0) } }
    guard item != nil || !others.isEmpty else { return nil }
    // What calls itself as such a member does is none.
    let names = Set(beside.map(\.member))
    let own = item?.members.filter { !names.contains($0.key) } ?? []
    return .object(own.map { ($0.key, $0.value) } + others)
  }
}

extension StateRule {
  /// An item without what lies beside it.
  package func bare(_ item: JSON) -> JSON {
    guard !beside.isEmpty, item.kind == .object else { return item }
    let names = Set(beside.map(\.member))
    return .object(item.members.filter { !names.contains($0.key) }.map { ($0.key, $0.value) })
  }
}

extension StateRule.Guard.Test {
  /// A Boolean value that indicates whether it looks at other items alone, found by what the request says.
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
  /// Where a value that an item gets comes from.
  package indirect enum Value: Sendable {
    /// The request, the caller or the item as it was. In `login` and `refresh`, a credential is the one handed out.
    case address(Address)
    case constant(JSON)
    /// A value of the server's own choosing, with the one that a mock chooses.
    case chosen(JSON)
    /// The moment of the request, so many seconds later, in the form that its member has.
    case now(later: Int, as: TimeHint)
    /// An item of a collection, or a member of it: the first that all of these fit, else null. A
    /// request without a value that it is looked up by leaves the member alone.
    case lookup(collection: String, matches: [Match], member: JSONPointer)
    /// How many items of a collection fit; with a member, how many of each of its values.
    case count(collection: String, matches: [Match], by: JSONPointer?)
    /// All of these, each once; of lists their elements. What can't be had is passed over.
    case union([Value])
    /// What a member of the items that fit adds up to.
    case sum(collection: String, matches: [Match], of: JSONPointer)
  }
}
