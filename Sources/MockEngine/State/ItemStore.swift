import ContractModel
import JSONTree

/// What one session remembers of all collections. Until something changes it is the seed, which costs nothing.
struct ItemStore: Sendable {
  /// A collection, and whose part of it.
  struct Place: Hashable {
    let collection: String
    let part: String
  }

  private let seed: StateSeed
  private var changed: [Place: ItemTable] = [:]

  init(_ seed: StateSeed) {
    self.seed = seed
  }

  func collection(_ name: String) -> ItemCollection? { seed.collections[name] }

  /// The items at a place; `nil` for a collection that can't be remembered.
  func table(_ place: Place) -> ItemTable? { changed[place] ?? seed.table(place.collection) }

  /// Changes the items at a place.
  mutating func change(_ place: Place, _ body: (inout ItemTable) -> Void) {
    guard var table = changed.removeValue(forKey: place) ?? seed.table(place.collection) else { return }
    body(&table)
    changed[place] = table
  }

  /// Whether an item was there at the start.
  func wasSeeded(_ place: Place, _ key: JSON) -> Bool { seed.table(place.collection)?.item(key) != nil }

  /// Everything, for people: a collection's items; where callers have their own, those of each who changed any.
  var json: JSON {
    let names = seed.collections.keys.sorted()
    return .object(
      names.compactMap { name in
        guard let start = seed.table(name) else { return nil }
        guard seed.collections[name]?.per != nil else {
          return (name, .array((changed[Place(collection: name, part: "")] ?? start).items))
        }
        let parts = changed.filter { $0.key.collection == name }.sorted { $0.key.part < $1.key.part }
        return (name, .object(parts.map { ($0.key.part, .array($0.value.items)) }))
      })
  }
}
