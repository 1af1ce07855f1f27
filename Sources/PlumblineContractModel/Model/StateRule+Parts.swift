import PlumblineJSONTree

extension StateRule {
  /// The item or items that a rule applies to.
  package struct Subject: Sendable {
    /// The name of the collection that it changes; `nil` if there is none.
    package internal(set) var collection: String?
    /// The persona to log in if the item isn't one of the contract's own personas; its id becomes the item's key.
    package internal(set) var persona: String?
    /// The place in the request that identifies the item.
    package internal(set) var key: Address?
    /// The parent of the items, as for a ticket's comments; a new item gets these values.
    package internal(set) var within: [Match] = []
    /// The error if the item isn't the caller's own.
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
    /// The top-level members of an item that a request's body can set; empty if it can set any member.
    package internal(set) var bodyMembers: Set<String> = []
    /// A Boolean value that indicates whether an `update` of a nonexistent item creates it.
    package internal(set) var createsMissing: Bool = false
    /// A Boolean value that indicates whether a `create` with the key of an existing item returns that item, unchanged.
    package internal(set) var showsExisting: Bool = false
    /// A Boolean value that indicates whether an empty string in a body removes its member.
    package internal(set) var removesEmpty: Bool = false
    /// The error if the changed item no longer fits its schema; the change is then undone.
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
    /// The filters of a list; a filter whose value is missing from the request has no effect.
    package internal(set) var filter: [Match] = []
    /// The place in the request of the sort key, the name of a member.
    package internal(set) var sort: Address?
    /// The place in the request of `asc` or `desc`.
    package internal(set) var order: Address?
    /// The place in the request of the page number.
    package internal(set) var page: Address?
    /// The place in the request of the number of items to skip.
    package internal(set) var offset: Address?
    /// The offset of the first item: 1 if offsets are positions counted from 1, otherwise 0.
    package internal(set) var firstOffset = 0
    /// The place in the request of the page size.
    package internal(set) var size: Address?
    /// The place in the request of the cursor, which is the `next` of a response or the key of its last item.
    package internal(set) var cursor: Address?
    /// A Boolean value that indicates whether a list begins with the newest item, unless a request sorts it.
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
  /// A Boolean value that indicates whether a request can ask for a part of a list.
  package var isPaged: Bool { [page, offset, size, cursor].contains { $0 != nil } }
  package var isNewestFirst: Bool { listing.isNewestFirst }
  package var tombstones: Tombstones { listing.tombstones }
}

extension StateRule {
  /// The form of items in requests and responses.
  package struct Form: Sendable {
    /// The array in the item that `append` adds to; for any other action, the place of the item or items in the payload.
    package internal(set) var place: JSONPointer?
    /// The place of the collection's items in payloads.
    package internal(set) var wrapper: JSONPointer?
    /// The place of the item in the request's body; if `nil`, it is the whole body.
    package internal(set) var bodyPlace: JSONPointer?
    /// The members of the item that are next to it in bodies.
    package internal(set) var beside: [ItemCollection.Beside] = []
    /// The part of the item that responses show.
    package internal(set) var showing: Showing = .item
    /// The only members that responses show, under names of their own; empty if they show the item.
    package internal(set) var shownMembers: [ShownMember] = []
    /// The place in the request that names the members to show.
    package internal(set) var fields: Address?
    /// The members next to the items, for each of the endpoint's responses.
    package internal(set) var frames: [AnswerFrame] = []
    /// The values that are used if a request omits them: the `default` of their schemas.
    package internal(set) var defaults: [Address: JSON] = [:]
    /// How requests expand ids into items; `nil` if they can't.
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
