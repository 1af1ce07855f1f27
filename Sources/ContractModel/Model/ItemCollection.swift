import JSONSchema
import JSONTree

/// Items that a mock remembers within a session.
package struct ItemCollection: Sendable {
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

  package let name: String
  /// What every item fits at all times.
  package let item: Schema
  /// The member that tells items apart; `nil` for a collection of a single item.
  package let key: JSONPointer?
  /// What a session starts with: the id of a recording, or a list of recordings' ids and items.
  package let seed: JSON?
  /// The member that holds the id of the persona to whom an item belongs.
  package let owner: JSONPointer?
  package let counters: [Counter]
  /// Where the contract says so.
  package let location: SourceLocation

  package init(
    name: String, item: Schema, key: JSONPointer?, seed: JSON?, owner: JSONPointer?, counters: [Counter],
    location: SourceLocation
  ) {
    self.name = name
    self.item = item
    self.key = key
    self.seed = seed
    self.owner = owner
    self.counters = counters
    self.location = location
  }
}
