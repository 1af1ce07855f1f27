import ContractModel
import JSONTree

/// What one session remembers of all collections. Until something changes it is the seed, which costs nothing.
struct ItemStore: Sendable {
  /// A collection, and whose part of it.
  struct Place: Hashable {
    let collection: String
    let part: String
  }

  /// What all changed parts of a collection hold.
  private struct Load {
    var count = 0
    var bytes = 0

    mutating func add(_ table: ItemTable, sign: Int = 1) {
      count += sign * table.count
      bytes += sign * table.weight
    }
  }

  let limits: ItemLimits
  private let seed: StateSeed
  private var changed: [Place: ItemTable] = [:]
  private var loads: [String: Load] = [:]
  /// A buffer that new items are written in, one after the other.
  var scratch: [UInt8] = []

  init(_ seed: StateSeed, limits: ItemLimits = ItemLimits()) {
    self.seed = seed
    self.limits = limits
  }

  /// The same memory over another seed: of each collection that is still kept in the same way, what was changed; the
  /// others begin anew.
  init(_ seed: StateSeed, keeping old: ItemStore) {
    self.init(seed, limits: old.limits)
    for (place, table) in old.changed {
      guard let before = old.collection(place.collection), let now = collection(place.collection),
        now.keeps(table.items, of: before)
      else { continue }
      changed[place] = table
      loads[place.collection, default: Load()].add(table)
    }
  }

  /// Whether any collection is no longer what it was at the start.
  var isChanged: Bool { !changed.isEmpty }

  /// How a new item of a collection is filled in.
  func form(of collection: String) -> ItemForm? { seed.form(collection) }

  func collection(_ name: String) -> ItemCollection? { seed.collections[name] }

  /// Whether what is at a place can be remembered.
  func remembers(_ place: Place) -> Bool { changed[place] != nil || seed.table(place.collection) != nil }

  // A table that somebody else holds on to while it is changed is copied, with as many items as it has. So these hand out
  // what is in it, not the table.

  /// The items at a place, in their order; `nil` for a collection that can't be remembered.
  func items(_ place: Place) -> [JSON]? { (changed[place] ?? seed.table(place.collection))?.items }

  /// The item at a place with a key.
  func item(_ place: Place, _ key: JSON?) -> JSON? { (changed[place] ?? seed.table(place.collection))?.item(key) }

  /// The next number for a key at a place.
  func nextNumber(_ place: Place) -> Int { (changed[place] ?? seed.table(place.collection))?.nextNumber ?? 1 }

  /// The buffer, which is to be put back.
  mutating func takeScratch() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &scratch)
    return taken
  }

  /// Changes the items at a place.
  mutating func change(_ place: Place, _ body: (inout ItemTable) -> Void) {
    if changed[place] == nil {
      guard let start = seed.table(place.collection) else { return }
      changed[place] = start
      loads[place.collection, default: Load()].add(start)
    }
    guard let index = changed.index(forKey: place) else { return }
    var load = loads[place.collection] ?? Load()
    load.add(changed.values[index], sign: -1)
    body(&changed.values[index])
    load.add(changed.values[index])
    loads[place.collection] = load
  }

  /// Why a collection takes nothing more, and what to do about it; `nil` while it does.
  func fullness(of collection: String) -> String? {
    guard let load = loads[collection] else { return nil }
    let remedy = "POST /__plumbline/reset brings back what was there at the start."
    if load.count >= limits.count {
      return "\(collection) holds \(load.count) items, as many as it may (--limit items=\(limits.count)). \(remedy)"
    }
    if load.bytes >= limits.bytes {
      return "\(collection) takes \(load.bytes >> 20) MiB of memory, as much as it may. \(remedy)"
    }
    return nil
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

extension ItemCollection {
  /// Whether another collection's items can be taken over: they are told apart in the same way, and fit what is promised
  /// now.
  fileprivate func keeps(_ items: [JSON], of other: ItemCollection) -> Bool {
    key == other.key && owner == other.owner && per == other.per && items.allSatisfy(item.isValid)
  }
}
