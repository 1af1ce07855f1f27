import PlumblineJSONTree

extension StateRule {
  /// The item or items that a rule applies to.
  package struct Subject: Sendable {
    /// The name of the collection that the rule changes, or `nil` if there is none.
    package internal(set) var collection: String?
    /// The persona to log in if the item isn't one of the contract's own personas. The persona's ID becomes the item's
    /// key.
    package internal(set) var persona: String?
    /// The place in the request that identifies the item.
    package internal(set) var key: Address?
    /// The values that select the parent of the items, as for a ticket's comments. A new item gets these values.
    package internal(set) var within: [Match] = []
    /// The error for an item that isn't the caller's own.
    package internal(set) var own: Failure?
  }

  package var collection: String? { subject.collection }
  package var persona: String? { subject.persona }
  package var key: Address? { subject.key }
  package var within: [Match] { subject.within }
  package var own: Failure? { subject.own }
}

extension StateRule {
  /// The change of an item.
  package struct Change: Sendable {
    package internal(set) var merge: Merge = .shallow
    package internal(set) var assignments: [Assignment] = []
    package internal(set) var additions: [Addition] = []
    /// The top-level members of an item that a request's body can set. The set is empty if the body can set any member.
    package internal(set) var bodyMembers: Set<String> = []
    /// A Boolean value that indicates whether an `update` of a nonexistent item creates it.
    package internal(set) var createsMissing: Bool = false
    /// A Boolean value that indicates whether a `create` with the key of an existing item returns that item, unchanged.
    package internal(set) var showsExisting: Bool = false
    /// A Boolean value that indicates whether an empty string in a body removes its member.
    package internal(set) var removesEmpty: Bool = false
    /// The error for a changed item that no longer fits its schema, in which case the change is undone.
    package internal(set) var otherwise: Failure?
  }

  package var merge: Merge { change.merge }
  package var assignments: [Assignment] { change.assignments }
  package var additions: [Addition] { change.additions }
  package var bodyMembers: Set<String> { change.bodyMembers }
  package var createsMissing: Bool { change.createsMissing }
  package var showsExisting: Bool { change.showsExisting }
  package var removesEmpty: Bool { change.removesEmpty }
  package var otherwise: Failure? { change.otherwise }
}

extension StateRule {
  /// The items of a list.
  package struct Listing: Sendable {
    /// The filters of a list. A filter whose value is absent from the request has no effect.
    package internal(set) var filter: [Match] = []
    /// The place in the request of the sort key, which is the name of a member.
    package internal(set) var sort: Address?
    /// The place in the request of `asc` or `desc`.
    package internal(set) var order: Address?
    /// The place in the request of the page number.
    package internal(set) var page: Address?
    /// The place in the request of the number of items to skip.
    package internal(set) var offset: Address?
    /// The offset of the first item, which is 1 if the API counts positions from 1, and otherwise 0.
    package internal(set) var firstOffset = 0
    /// The place in the request of the page size.
    package internal(set) var size: Address?
    /// The place in the request of the cursor, which is the `next` value of a response or the key of its last item.
    package internal(set) var cursor: Address?
    /// A Boolean value that indicates whether a list begins with the newest item, unless the request specifies an
    /// order.
    package internal(set) var isNewestFirst: Bool = false
    /// The requests that also return the tombstones of deleted items.
    package internal(set) var tombstones: Tombstones = .never
  }

  package var filter: [Match] { listing.filter }
  package var sort: Address? { listing.sort }
  package var order: Address? { listing.order }
  package var page: Address? { listing.page }
  package var offset: Address? { listing.offset }
  package var firstOffset: Int { listing.firstOffset }
  package var size: Address? { listing.size }
  package var cursor: Address? { listing.cursor }
  /// A Boolean value that indicates whether a request can ask for part of a list.
  package var isPaged: Bool { [page, offset, size, cursor].contains { $0 != nil } }
  package var isNewestFirst: Bool { listing.isNewestFirst }
  package var tombstones: Tombstones { listing.tombstones }
}

extension StateRule {
  /// The form of items in requests and responses.
  package struct Form: Sendable {
    /// The place of the array in the item that `append` adds to. For all other actions, the place of the item or items
    /// in the payload.
    package internal(set) var place: JSONPointer?
    /// The place of the collection's items in payloads.
    package internal(set) var wrapper: JSONPointer?
    /// The place of the item in the request's body. If it is `nil`, the item is the whole body.
    package internal(set) var bodyPlace: JSONPointer?
    /// The members of the item that are next to it in bodies.
    package internal(set) var beside: [ItemCollection.Beside] = []
    /// The part of the item that responses show.
    package internal(set) var showing: Showing = .item
    /// The only members that responses show, under their names in responses. The array is empty if responses show the
    /// item.
    package internal(set) var shownMembers: [ShownMember] = []
    /// The place in the request that names the members to show.
    package internal(set) var fields: Address?
    /// The members next to the items, for each of the endpoint's responses.
    package internal(set) var frames: [AnswerFrame] = []
    /// The values to use if a request omits them, which are the `default` values of their schemas.
    package internal(set) var defaults: [Address: JSON] = [:]
    /// The expansion of IDs into items, or `nil` if requests can't expand them.
    package internal(set) var expansion: Expansion?
  }

  package var place: JSONPointer? { form.place }
  package var wrapper: JSONPointer? { form.wrapper }
  package var bodyPlace: JSONPointer? { form.bodyPlace }
  package var beside: [ItemCollection.Beside] { form.beside }
  package var showing: Showing { form.showing }
  package var shownMembers: [ShownMember] { form.shownMembers }
  package var fields: Address? { form.fields }
  package var frames: [AnswerFrame] { form.frames }
  package var defaults: [Address: JSON] { form.defaults }
  package var expansion: Expansion? { form.expansion }
}
