import PlumblineJSONSchema
import PlumblineJSONTree

/// Items that a mock remembers within a session.
package final class ItemCollection: Sendable {
  /// A member that is a sum of others: `/available` is `/total` less `/out`.
  package struct Counter: Sendable, Hashable {
    /// A member to add, or to take away.
    package struct Term: Sendable, Hashable {
      package let pointer: JSONPointer
      package let isSubtracted: Bool

      package init(pointer: JSONPointer, isSubtracted: Bool) {
        self.pointer = pointer
        self.isSubtracted = isSubtracted
      }
    }

    package let target: JSONPointer
    package let terms: [Term]

    package init(target: JSONPointer, terms: [Term]) {
      self.target = target
      self.terms = terms
    }
  }

  /// A member that becomes the time of every change, and how it holds it.
  package struct Touched: Sendable, Hashable {
    package let pointer: JSONPointer
    package let time: TimeHint

    package init(pointer: JSONPointer, time: TimeHint) {
      self.pointer = pointer
      self.time = time
    }
  }

  /// What stays of an item that was deleted: those of its members that this describes, the time, and what is always so.
  package struct Tombstone: Sendable {
    package let schema: Schema
    package let members: [Member]

    package init(schema: Schema, members: [Member]) {
      self.schema = schema
      self.members = members
    }
  }

  /// A member of an item that lies beside it in bodies: an answer's `/permissions`, which is no member of its `/data`.
  package struct Beside: Sendable, Hashable {
    /// Where it lies in the bodies of requests and in the payloads of answers.
    package let place: JSONPointer
    /// The item's member that it is.
    package let member: String

    package init(place: JSONPointer, member: String) {
      self.place = place
      self.member = member
    }
  }

  /// A member that the item's schema describes.
  package struct Member: Sendable {
    package let name: String
    package let schema: Schema
    package let isRequired: Bool
    /// A Boolean value that indicates whether the schema says that it may be null.
    package let isNullable: Bool
    /// The schema's `default`.
    package let standard: JSON?
    /// The values of the schema's `enum`, in their order; empty without one. Items are sorted by it.
    package let ranks: [JSON]
    /// The schema's `const`.
    package let only: JSON?
    /// How it holds a time, where the schema says by `x-time` that it does.
    package let time: TimeForm?

    package init(
      name: String, schema: Schema, isRequired: Bool, isNullable: Bool, standard: JSON? = nil, ranks: [JSON] = [],
      only: JSON? = nil, time: TimeForm? = nil
    ) {
      self.name = name
      self.schema = schema
      self.isRequired = isRequired
      self.isNullable = isNullable
      self.standard = standard
      self.ranks = ranks
      self.only = only
      self.time = time
    }
  }

  package let name: String
  /// What every item fits at all times.
  package let item: Schema
  /// The same as it is written, and in which file.
  package let source: (schema: JSON, file: String)
  /// The member that tells items apart; `nil` for a collection of a single item.
  package let key: JSONPointer?
  /// Where an item lies in the bodies of requests and in the payloads of answers; `nil` where it is the whole of them.
  package let place: JSONPointer?
  /// What of an item lies beside it there.
  package let beside: [Beside]
  /// What a session starts with: the id of a recording, or a list of recordings' ids and items.
  package let seed: JSON?
  /// What those start with who don't start with ``seed``, by what ``per`` says of them.
  package let seeds: [(part: String, seed: JSON)]
  /// The member that holds the id of the persona to whom an item belongs.
  package let owner: JSONPointer?
  package let counters: [Counter]
  /// Whose items these are: with `persona.id`, every caller has a set of them; with `path.shelf`, every shelf has.
  package let per: [Address]
  /// The members that become the time of every change.
  package let touched: [Touched]
  /// What stays of an item that was deleted; `nil` where nothing does.
  package let tombstone: Tombstone?
  /// The member that an item's entity tag is made of; `nil`: its text.
  package let entityTag: JSONPointer?
  /// The members that the item's schema describes, in its order.
  package let members: [Member]
  /// The member that is the key, where it lies deeper than those.
  package let deepKey: Member?
  /// A Boolean value that indicates whether an object that has the required members fits ``item`` when each of its members fits
  /// its own schema.
  package let isMemberwise: Bool
  /// A Boolean value that indicates whether the item's schema says that items may have members besides those that it describes.
  package let isOpen: Bool
  /// Where the contract says so.
  package let location: SourceLocation

  package init(
    name: String, item: Schema, source: (schema: JSON, file: String), key: JSONPointer?, seed: JSON?,
    owner: JSONPointer?, counters: [Counter],
    seeds: [(part: String, seed: JSON)] = [], per: [Address] = [], touched: [Touched] = [], members: [Member] = [],
    isMemberwise: Bool = false, isOpen: Bool = false, deepKey: Member? = nil, place: JSONPointer? = nil,
    beside: [Beside] = [],
    tombstone: Tombstone? = nil, entityTag: JSONPointer? = nil,
    location: SourceLocation
  ) {
    self.name = name
    self.item = item
    self.source = source
    self.key = key
    self.seed = seed
    self.seeds = seeds
    self.owner = owner
    self.counters = counters
    self.per = per
    self.touched = touched
    self.members = members
    self.isMemberwise = isMemberwise
    self.isOpen = isOpen
    self.deepKey = deepKey
    self.place = place
    self.beside = beside
    self.tombstone = tombstone
    self.entityTag = entityTag
    self.location = location
  }
}

extension ItemCollection {
  /// Whether callers have items of their own.
  package var isPerCaller: Bool { per.contains { if case .persona = $0 { true } else { false } } }

  /// Whether a path says whose the items are, so that what the collection starts with says it too.
  package var isPerPath: Bool { per.contains { if case .path = $0 { true } else { false } } }

  /// Whose items a request means: `3`, or `one/two` where several values say it. Empty where they are everybody's.
  package func part(of reading: RequestReading) -> String { part(of: reading, by: per[...]) }

  /// The same as far as the first of what says it.
  package func part(of reading: RequestReading, by addresses: ArraySlice<Address>) -> String {
    if addresses.isEmpty { return "" }
    let texts = addresses.map { address -> String in
      guard let value = reading.value(at: address) else { return "" }
      return value.string ?? value.int.map { String($0) } ?? value.text
    }
    return part(ofTexts: texts)
  }

  /// Whose items values mean, in the order of ``per``.
  package func part(ofTexts texts: [String]) -> String {
    if per.count == 1, let text = texts.first { return text }
    return texts.map { $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined(separator: "/")
  }
}
