import PlumblineJSONSchema
import PlumblineJSONTree

/// A collection of items that a mock stores during a session.
package final class ItemCollection: Sendable {
  /// A member that is a sum of others. For example, `/available` is `/total` minus `/out`.
  package struct Counter: Sendable, Hashable {
    /// A member to add or subtract.
    package struct Term: Sendable, Hashable {
      package let pointer: JSONPointer
      package let isSubtracted: Bool
    }

    package let target: JSONPointer
    package let terms: [Term]
  }

  /// A member that is set to the time of every change, with its time format.
  package struct Touched: Sendable, Hashable {
    package let pointer: JSONPointer
    package let time: TimeHint
  }

  /// The tombstone of a deleted item. It contains the item's members that the tombstone's schema describes, the time of
  /// the deletion, and constant members.
  package struct Tombstone: Sendable {
    package let schema: Schema
    package let members: [Member]
  }

  /// A member of an item that is located elsewhere in the body, such as a response's `/permissions` outside its
  /// `/data`.
  package struct Beside: Sendable, Hashable {
    /// The member's location in the bodies of requests and in the payloads of responses.
    package let place: JSONPointer
    /// The corresponding member of the item.
    package let member: String
  }

  /// A member that the item's schema describes.
  package struct Member: Sendable {
    package let name: String
    package let schema: Schema
    package let isRequired: Bool
    /// A Boolean value that indicates whether the schema allows null.
    package let isNullable: Bool
    /// The schema's `default`.
    package let standard: JSON?
    /// The values of the schema's `enum`, in the order used for sorting. The array is empty if there is no `enum`.
    package let ranks: [JSON]
    /// The schema's `const`.
    package let only: JSON?
    /// The time format, if the schema declares one with `x-time`.
    package let time: TimeForm?
  }

  package let name: String
  /// The schema that every item satisfies at all times.
  package let item: Schema
  /// The schema as written, and the file that contains it.
  package let source: (schema: JSON, file: String)
  /// The member that identifies an item, or `nil` if the collection consists of a single item.
  package let key: JSONPointer?
  /// The location of an item in request bodies and in response payloads, or `nil` if an item is the whole body or
  /// payload.
  package let place: JSONPointer?
  /// The members that are located outside the item in bodies.
  package let beside: [Beside]
  /// The initial content of a session: the ID of a recording, or a list of items and recording IDs.
  package let seed: JSON?
  /// The initial contents of the parts that don't start with ``seed``, keyed by the values at the addresses in ``per``.
  package let seeds: [(part: String, seed: JSON)]
  /// The member that contains the ID of the persona that owns an item.
  package let owner: JSONPointer?
  package let counters: [Counter]
  /// The members that are computed from other members or items, in evaluation order.
  package let computed: [ComputedMember]
  /// The addresses that divide the items into parts. For example, `persona.id` gives every caller separate items, and
  /// `path.shelf` every shelf.
  package let per: [Address]
  /// The members that are set to the time of every change.
  package let touched: [Touched]
  /// The tombstone of a deleted item, or `nil` if deletions leave none.
  package let tombstone: Tombstone?
  /// The member that determines an item's entity tag, or `nil` if the whole item does.
  package let entityTag: JSONPointer?
  /// The progress of items that are jobs, or `nil` if items change only through requests.
  package let progress: JobProgress?
  /// The members that the item's schema describes, in the schema's order.
  package let members: [Member]
  /// The key member, if it is nested more deeply than ``members``.
  package let deepKey: Member?
  /// A Boolean value that indicates whether an object with the required members fits ``item`` as soon as each member
  /// fits its own schema.
  package let isMemberwise: Bool
  /// A Boolean value that indicates whether the item's schema allows members that it doesn't describe.
  package let isOpen: Bool
  /// The location of the declaration in the contract.
  package let location: SourceLocation

  init(
    name: String, shape: Shape, form: Form, seeding: Seeding, owner: JSONPointer?, counters: [Counter],
    touched: [Touched] = [], tombstone: Tombstone? = nil, progress: JobProgress? = nil, computed: [ComputedMember] = [],
    location: SourceLocation
  ) {
    self.name = name
    item = shape.item
    source = shape.source
    members = shape.members
    deepKey = shape.deepKey
    isMemberwise = shape.isMemberwise
    isOpen = shape.isOpen
    key = form.key
    place = form.place
    beside = form.beside
    entityTag = form.entityTag
    seed = seeding.seed
    seeds = seeding.seeds
    per = seeding.per
    self.owner = owner
    self.counters = counters
    self.computed = computed
    self.touched = touched
    self.tombstone = tombstone
    self.progress = progress
    self.location = location
  }
}

/// The parts that make up a collection, for its initializer.
extension ItemCollection {
  /// The items' schema, and facts derived from it.
  struct Shape {
    let item: Schema
    let source: (schema: JSON, file: String)
    let members: [Member]
    let deepKey: Member?
    let isMemberwise: Bool
    let isOpen: Bool
  }

  /// The form of items in requests and responses.
  struct Form {
    let key: JSONPointer?
    let place: JSONPointer?
    let beside: [Beside]
    let entityTag: JSONPointer?
  }

  /// The initial content, for all items and for parts.
  struct Seeding {
    let seed: JSON?
    let seeds: [(part: String, seed: JSON)]
    let per: [Address]
  }
}

extension ItemCollection {
  /// A Boolean value that indicates whether each caller has separate items.
  package var isPerCaller: Bool { per.contains { if case .persona = $0 { true } else { false } } }

  /// A Boolean value that indicates whether the path determines the part that items belong to, so that the initial
  /// content must name the part as well.
  package var isPerPath: Bool { per.contains { if case .path = $0 { true } else { false } } }

  /// Returns the part that a request addresses, such as `3`, or `one/two` if several values determine it. The string is
  /// empty if all callers share the items.
  package func part(of reading: RequestReading) -> String { part(of: reading, by: per[...]) }

  /// Returns the part that the values at the given addresses identify.
  package func part(of reading: RequestReading, by addresses: ArraySlice<Address>) -> String {
    if addresses.isEmpty { return "" }
    let texts = addresses.map { address -> String in
      guard let value = reading.value(at: address) else { return "" }
      return value.string ?? value.int.map { String($0) } ?? value.text
    }
    return part(ofTexts: texts)
  }

  /// Returns the part that the given values identify, in the order of ``per``.
  package func part(ofTexts texts: [String]) -> String {
    if per.count == 1, let text = texts.first { return text }
    return texts.map { $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined(separator: "/")
  }
}
