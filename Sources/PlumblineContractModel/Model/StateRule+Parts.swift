import PlumblineJSONTree

extension StateRule {
  /// The item or items that a rule applies to.
  package struct Subject: Sendable {
    /// The name of the collection that the rule changes, or `nil` if there is none.
    package internal(set) var collection: String?
    /// The persona to log in if the item isn't one of the contract's personas. The persona's ID is replaced with the
    /// item's key.
    package internal(set) var persona: String?
    /// The address in the request of the value that identifies the item.
    package internal(set) var key: Address?
    /// The values that select the parent of the items, such as the ticket of comments. A new item gets these values.
    package internal(set) var within: [Match] = []
    /// The error if the item doesn't belong to the caller.
    package internal(set) var own: Failure?
  }

  package var collection: String? { subject.collection }
  package var persona: String? { subject.persona }
  package var key: Address? { subject.key }
  package var within: [Match] { subject.within }
  package var own: Failure? { subject.own }
}

extension StateRule {
  /// The changes to an item.
  package struct Change: Sendable {
    package internal(set) var merge: Merge = .shallow
    package internal(set) var assignments: [Assignment] = []
    package internal(set) var additions: [Addition] = []
    /// The top-level members of an item that a request's body can set. If the set is empty, the body can set any
    /// member.
    package internal(set) var bodyMembers: Set<String> = []
    /// A Boolean value that indicates whether an `update` of a nonexistent item creates it.
    package internal(set) var createsMissing: Bool = false
    /// A Boolean value that indicates whether a `create` with the key of an existing item returns that item unchanged.
    package internal(set) var showsExisting: Bool = false
    /// A Boolean value that indicates whether an empty string in a body removes the member.
    package internal(set) var removesEmpty: Bool = false
    /// The error to return if the changed item no longer fits its schema. In that case, the change is undone.
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
  /// The selection and order of a list's items.
  package struct Listing: Sendable {
    /// The filters of a list. A filter has no effect if the request doesn't have its value.
    package internal(set) var filter: [Match] = []
    /// The address in the request of the sort key, which is the name of a member.
    package internal(set) var sort: Address?
    /// The address in the request of `asc` or `desc`.
    package internal(set) var order: Address?
    /// The address in the request of the page number.
    package internal(set) var page: Address?
    /// The address in the request of the number of items to skip.
    package internal(set) var offset: Address?
    /// The offset of the first item: 1 if the API counts from 1, and 0 otherwise.
    package internal(set) var firstOffset = 0
    /// The address in the request of the page size.
    package internal(set) var size: Address?
    /// The address in the request of the cursor, which is a response's `next` value or the key of its last item.
    package internal(set) var cursor: Address?
    /// A Boolean value that indicates whether the list is in reverse chronological order, unless the request specifies
    /// an order.
    package internal(set) var isNewestFirst: Bool = false
    /// The requests whose responses include the tombstones of deleted items.
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
  /// A Boolean value that indicates whether a request can select part of a list.
  package var isPaged: Bool { [page, offset, size, cursor].contains { $0 != nil } }
  package var isNewestFirst: Bool { listing.isNewestFirst }
  package var tombstones: Tombstones { listing.tombstones }
}

extension StateRule {
  /// The form of items in requests and responses.
  package struct Form: Sendable {
    /// For `append`, the location in the item of the array that is appended to. For all other actions, the location of
    /// the item or items in the payload.
    package internal(set) var place: JSONPointer?
    /// The location of the collection's items in payloads.
    package internal(set) var wrapper: JSONPointer?
    /// The location of the item in the request's body, or `nil` if the item is the whole body.
    package internal(set) var bodyPlace: JSONPointer?
    /// The members that are located outside the item in bodies.
    package internal(set) var beside: [ItemCollection.Beside] = []
    /// The part of the item that responses show.
    package internal(set) var showing: Showing = .item
    /// The only members that responses show, with their names in responses. If the array is empty, responses show the
    /// whole item.
    package internal(set) var shownMembers: [ShownMember] = []
    /// The address in the request of the names of the members to show.
    package internal(set) var fields: Address?
    /// The members outside the items, for each of the endpoint's responses.
    package internal(set) var frames: [ResponseFrame] = []
    /// The values to use if a request omits them, from the `default` of their schemas.
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
  package var frames: [ResponseFrame] { form.frames }
  package var defaults: [Address: JSON] { form.defaults }
  package var expansion: Expansion? { form.expansion }
}
