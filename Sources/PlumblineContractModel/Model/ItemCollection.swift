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

  /// A member that the item's schema describes.
  package struct Member: Sendable {
    package let name: String
    package let schema: Schema
    package let isRequired: Bool
    /// Whether the schema says that it may be null.
    package let isNullable: Bool
    /// The schema's `default`.
    package let standard: JSON?
    /// The values of the schema's `enum`, in their order; empty without one. Items are sorted by it.
    package let ranks: [JSON]

    package init(
      name: String, schema: Schema, isRequired: Bool, isNullable: Bool, standard: JSON? = nil, ranks: [JSON] = []
    ) {
      self.name = name
      self.schema = schema
      self.isRequired = isRequired
      self.isNullable = isNullable
      self.standard = standard
      self.ranks = ranks
    }
  }

  package let name: String
  /// What every item fits at all times.
  package let item: Schema
  /// The member that tells items apart; `nil` for a collection of a single item.
  package let key: JSONPointer?
  /// What a session starts with: the id of a recording, or a list of recordings' ids and items.
  package let seed: JSON?
  /// What those start with who don't start with ``seed``, by what ``per`` says of them.
  package let seeds: [(part: String, seed: JSON)]
  /// The member that holds the id of the persona to whom an item belongs.
  package let owner: JSONPointer?
  package let counters: [Counter]
  /// Whose items these are: with `persona.id`, every caller has a set of them.
  package let per: Address?
  /// The members that become the time of every change.
  package let touched: [JSONPointer]
  /// The members that the item's schema describes, in its order.
  package let members: [Member]
  /// Whether an object that has the required members fits ``item`` when each of its members fits its own schema.
  package let isMemberwise: Bool
  /// Where the contract says so.
  package let location: SourceLocation

  package init(
    name: String, item: Schema, key: JSONPointer?, seed: JSON?, owner: JSONPointer?, counters: [Counter],
    seeds: [(part: String, seed: JSON)] = [], per: Address? = nil, touched: [JSONPointer] = [], members: [Member] = [],
    isMemberwise: Bool = false,
    location: SourceLocation
  ) {
    self.name = name
    self.item = item
    self.key = key
    self.seed = seed
    self.seeds = seeds
    self.owner = owner
    self.counters = counters
    self.per = per
    self.touched = touched
    self.members = members
    self.isMemberwise = isMemberwise
    self.location = location
  }
}
