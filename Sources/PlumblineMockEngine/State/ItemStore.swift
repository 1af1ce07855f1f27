import PlumblineContractModel
import PlumblineJSONTree

/// What one session remembers of all collections. Until something changes it is the seed, which costs nothing.
struct ItemStore: Sendable {
  /// A collection, by its number in the seed, and whose part of it.
  struct Place {
    let collection: Int
    let part: String
  }

  let limits: ItemLimits
  private let seed: StateSeed
  /// By the collections' numbers.
  private var changes: [ItemChanges]
  /// What stays of items that were deleted, by the same numbers.
  private var graves: [ItemChanges]
  /// The time of the latest change of a collection, in thousandths of a second, where its items tell them apart.
  private var latest: [Int: Int] = [:]
  /// The collections from which an item was taken away.
  private var lessened: Set<Int> = []
  /// What callers that are items have as their secrets.
  private var secrets: [SecretStore.Place: SecretStore] = [:]

  init(_ seed: StateSeed, limits: ItemLimits = ItemLimits()) {
    self.seed = seed
    self.limits = limits
    changes = Array(repeating: ItemChanges(), count: seed.collections.count)
    graves = changes
  }

  /// The same memory over another seed: of each collection that is still kept in the same way, what was changed; the
  /// others begin anew.
  init(_ seed: StateSeed, keeping old: ItemStore) {
    self.init(seed, limits: old.limits)
    for (before, changes) in zip(old.seed.collections, old.changes) {
      guard let index = seed.number(of: before.name) else { continue }
      for (part, table) in changes.tables where seed.collections[index].keeps(table.items, of: before) {
        self.changes[index].keep(table, part)
      }
      if seed.collections[index].tombstone != nil, let number = old.seed.number(of: before.name) {
        graves[index] = old.graves[number]
      }
      if let number = old.seed.number(of: before.name) {
        latest[index] = old.latest[number]
        if old.lessened.contains(number), !self.changes[index].isEmpty { lessened.insert(index) }
        for (place, kept) in old.secrets where place.collection == number {
          secrets[SecretStore.Place(collection: index, member: place.member)] = kept
        }
      }
    }
  }

  /// A Boolean value that indicates whether any collection is no longer what it was at the start.
  var isChanged: Bool { changes.contains { !$0.isEmpty } }

  /// How many bytes of memory it takes, beside the seed.
  var weight: Int { (changes + graves).reduce(0) { $0 + $1.bytes } }

  /// The parts of a collection in which something may be, but for everybody's.
  func parts(of collection: Int) -> [String] {
    let changed = changes[collection].tables.map(\.part).filter { !$0.isEmpty }
    return Set(changed + seed.parts(collection)).sorted()
  }

  /// The number of a collection, and the collection.
  func collection(_ name: String) -> (number: Int, collection: ItemCollection)? {
    seed.number(of: name).map { ($0, seed.collections[$0]) }
  }

  /// How a new item of a collection is filled in.
  func form(of collection: Int) -> ItemForm { seed.form(collection) }

  /// Returns a Boolean value that indicates whether what is at a place can be remembered.
  func remembers(_ place: Place) -> Bool {
    changes[place.collection].has(place.part) || seed.table(place.collection, place.part) != nil
  }

  // A table that somebody else holds on to while it is changed is copied, with as many items as it has. So these hand out
  // what is in it, not the table.

  /// The items at a place, in their order.
  func items(_ place: Place) -> [JSON] { table(place)?.items ?? [] }

  /// So many of the items at a place, from one on, and how many there are.
  func items(_ place: Place, from start: Int, count: Int) -> [JSON] {
    table(place)?.items(from: start, count: count) ?? []
  }

  /// How many bytes the texts of so many items have, from one on.
  func size(_ place: Place, from start: Int, count: Int) -> Int { table(place)?.size(from: start, count: count) ?? 0 }

  /// How many bytes the texts of some items have, by where they stand.
  func size(_ place: Place, _ numbers: ArraySlice<Int>) -> Int {
    let table = table(place)
    return numbers.reduce(0) { $0 + (table?.size(at: $1) ?? 0) }
  }

  /// Where the items that fit stand among those at a place.
  func numbers(_ place: Place, _ matching: Matching) -> [Int] { table(place)?.places(matching) ?? [] }

  /// The items with these numbers at a place, one at a time.
  func map<Result>(_ place: Place, _ numbers: ArraySlice<Int>, _ body: (JSON?) -> Result) -> [Result] {
    let table = table(place)
    return numbers.map { body(table?.item(at: $0)) }
  }

  /// How many items there are at a place.
  func count(_ place: Place) -> Int { table(place)?.count ?? 0 }

  /// The item at a place with a key.
  func item(_ place: Place, _ key: JSON?) -> JSON? { table(place)?.item(key) }

  /// Returns a Boolean value that indicates whether there is an item at a place with a key.
  func contains(_ place: Place, _ key: ItemKey) -> Bool { table(place)?.contains(key) ?? false }

  /// The next number for a key at a place; `nil` when there is none beyond those that were given.
  func nextNumber(_ place: Place) -> Int? {
    if changes[place.collection].has(place.part) { return changes[place.collection].nextNumber(place.part) }
    return seed.table(place.collection, place.part).map(\.nextNumber) ?? 1
  }

  /// The word before the number in keys at a place, where there are such.
  func keyWord(_ place: Place) -> String? { table(place)?.keyWord }

  /// How many texts that hold no next number were given for keys at a place since it began.
  func wordKeys(_ place: Place) -> Int { table(place)?.wordKeys ?? 0 }

  private func table(_ place: Place) -> ItemTable? {
    changes[place.collection].table(place.part) ?? seed.table(place.collection, place.part)
  }

  /// Changes the items at a place.
  mutating func change(_ place: Place, _ body: (inout ItemTable) -> Void) {
    changes[place.collection].change(place.part, from: seed.table(place.collection, place.part), body)
  }

  /// Takes an item away from a place.
  mutating func remove(_ item: JSON, _ place: Place) {
    change(place) { $0.remove(item) }
    lessened.insert(place.collection)
  }

  /// Returns a Boolean value that indicates whether an item was taken away from a collection.
  func isLessened(_ collection: Int) -> Bool { lessened.contains(collection) }

  // MARK: - Times

  /// When a change happens, in thousandths of a second since 1970: later than the last one of the collection, where its
  /// items tell them apart. So two changes within a second aren't taken for one.
  func thousandths(_ collection: Int, second: Int) -> Int {
    let (now, isTooLarge) = second.multipliedReportingOverflow(by: 1000)
    guard !isTooLarge, let start = seed.times(collection).latest else { return isTooLarge ? 0 : now }
    return max(now, (latest[collection] ?? start) &+ 1)
  }

  /// A collection was changed.
  mutating func note(_ thousandths: Int, of collection: Int) {
    if seed.times(collection).latest != nil { latest[collection] = thousandths }
  }

  /// How the items of a collection hold times.
  func times(of collection: Int) -> StateSeed.Times { seed.times(collection) }

  /// How a member holds the time of the latest change, where it does so finely that no two changes have the same.
  func changeForm(_ collection: Int, at member: JSONPointer) -> TimeForm? {
    seed.times(collection).touched[member].flatMap { $0.isFine ? $0 : nil }
  }

  /// When a collection was changed last, in thousandths of a second; `nil` while it is as it began.
  func latestChange(_ collection: Int) -> Int? { latest[collection] }

  // MARK: - Secrets

  /// What is remembered of the secrets at a place.
  func secrets(at place: SecretStore.Place) -> SecretStore { secrets[place] ?? SecretStore() }

  /// Changes what is remembered of them.
  mutating func changeSecrets(at place: SecretStore.Place, _ body: (inout SecretStore) -> Void) {
    body(&secrets[place, default: SecretStore()])
  }

  /// The items that a place began with.
  func beginning(_ place: Place) -> ItemTable? { seed.table(place.collection, place.part) }

  // MARK: - Tombstones

  /// Keeps what stays of an item. As many are kept as there may be items.
  mutating func bury(_ tombstone: JSON, _ place: Place) {
    guard graves[place.collection].count < limits.count, graves[place.collection].bytes < limits.bytes else { return }
    let key = seed.collections[place.collection].key
    graves[place.collection].change(place.part, from: ItemTable([], key: key)) {
      $0.put(tombstone, tombstone.serialized())
    }
  }

  /// Forgets what stayed of an item whose key is given again.
  mutating func raise(_ item: JSON, _ place: Place) {
    guard graves[place.collection].has(place.part) else { return }
    graves[place.collection].change(place.part, from: nil) { $0.remove(item) }
  }

  /// What stays of deleted items, in the order in which they went.
  func tombstones(_ place: Place) -> [JSON] { graves[place.collection].table(place.part)?.items ?? [] }

  /// Returns a Boolean value that indicates whether there was an item with a key, of which something stays.
  func isBuried(_ place: Place, _ key: JSON) -> Bool { graves[place.collection].table(place.part)?.item(key) != nil }

  /// Returns a Boolean value that indicates whether some endpoint lists a collection's items.
  func isListed(_ collection: Int) -> Bool { seed.isListed(collection) }

  /// Returns a Boolean value that indicates whether a collection's entity tags are weak.
  func hasWeakTags(_ collection: Int) -> Bool { seed.hasWeakTags(collection) }

  /// Why a collection takes nothing more, and what to do about it; `nil` while it does.
  ///
  /// - Parameter isNew: whether another item is to be taken, or one that is there is to grow.
  func fullness(of collection: Int, isNew: Bool) -> String? {
    let (count, bytes) = (changes[collection].count, changes[collection].bytes)
    let hasPlace = !isNew || count < limits.count
    if hasPlace, bytes < limits.bytes { return nil }
    let name = seed.collections[collection].name
    let remedy = "POST /__plumbline/reset brings back what was there at the start."
    return hasPlace
      ? "\(name) takes \(bytes >> 20) MiB of memory, as much as it may. \(remedy)"
      : "\(name) holds \(count) items, as many as it may (--limit items=\(limits.count)). \(remedy)"
  }

  /// Returns a Boolean value that indicates whether an item was there at the start.
  func wasSeeded(_ place: Place, _ key: JSON) -> Bool { seed.table(place.collection, place.part)?.item(key) != nil }

  /// Everything, for people: a collection's items; where callers have their own, those of each who changed any. `nil` where
  /// that is more than an answer may have.
  var json: JSON? {
    let tables = seed.collections.indices.flatMap { number in
      [changes[number].table("") ?? seed.table(number, "")].compactMap { $0 } + changes[number].tables.map(\.table)
    }
    guard tables.reduce(0, { $0 + $1.size(from: 0, count: .max) }) <= limits.answer else { return nil }
    let numbers = seed.collections.indices.sorted { seed.collections[$0].name < seed.collections[$1].name }
    return .object(
      numbers.compactMap { number in
        guard let start = seed.table(number, "") else { return nil }
        let name = seed.collections[number].name
        guard !seed.collections[number].per.isEmpty else {
          return (name, .array((changes[number].table("") ?? start).items))
        }
        let parts = changes[number].tables.sorted { $0.part < $1.part }
        return (name, .object(parts.map { ($0.part, .array($0.table.items)) }))
      })
  }
}

extension ItemCollection {
  /// Returns a Boolean value that indicates whether another collection's items can be taken over: they are told apart in the
  /// same way, and fit what is promised now.
  fileprivate func keeps(_ items: [JSON], of other: ItemCollection) -> Bool {
    key == other.key && place == other.place && owner == other.owner && per == other.per
      && items.allSatisfy(item.isValid)
  }
}

/// How much a session may remember of one collection, and show at once. Reading and changing what is there goes on beyond it;
/// nothing new is taken.
package struct ItemLimits: Sendable, Hashable {
  /// The most bytes that an answer can have: a list is made in memory, several times over, and JSON of 256 MiB is no
  /// document any more.
  package static let longestAnswer = 128 << 20

  /// How many items.
  package var count: Int
  /// Roughly how many bytes of memory.
  package var bytes: Int
  /// How many bytes the items of one answer have together, and to how many one item may grow; ``longestAnswer`` at
  /// most.
  package var answer: Int { didSet { answer = min(answer, Self.longestAnswer) } }

  package init(count: Int = 1_000_000, bytes: Int = 1 << 30, answer: Int = 64 << 20) {
    self.count = count
    self.bytes = bytes
    self.answer = min(answer, Self.longestAnswer)
  }
}
