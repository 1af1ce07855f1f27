import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A session's state of all collections. Until something changes, it is just a reference to the shared seed.
struct ItemStore: Sendable {
  /// A part of a collection. The collection is identified by its index in the seed.
  struct Place {
    let collection: Int
    let part: String
  }

  /// The key of an item that represents a job.
  private struct Job: Hashable {
    let collection: Int
    let part: String
    let key: JSON?
  }

  let limits: ItemLimits
  private let seed: StateSeed
  /// The changes, by collection index.
  private var changes: [ItemChanges]
  /// The tombstones of deleted items, by collection index.
  private var graves: [ItemChanges]
  /// For collections whose items have times in milliseconds, the time of the latest change, by collection index.
  private var latest: [Int: Int] = [:]
  /// The indices of collections that an item was removed from.
  private var lessened: Set<Int> = []
  /// The times at which jobs began their current steps, in seconds.
  private var begun: [Job: Int] = [:]
  /// The secrets of items that are callers.
  private var secrets: [SecretStore.Place: SecretStore] = [:]

  init(_ seed: StateSeed, limits: ItemLimits = ItemLimits()) {
    self.seed = seed
    self.limits = limits
    changes = Array(repeating: ItemChanges(), count: seed.collections.count)
    graves = changes
  }

  /// Creates the state for a new seed. The changes of compatible collections are kept; other collections start over.
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

  /// A Boolean value that indicates whether any collection has changed since the start.
  var isChanged: Bool { changes.contains { !$0.isEmpty } }

  /// The memory use in bytes, excluding the seed.
  var weight: Int { (changes + graves).reduce(0) { $0 + $1.bytes } }

  /// Returns the parts of a collection that may have items, excluding the shared part.
  func parts(of collection: Int) -> [String] {
    let changed = changes[collection].tables.map(\.part).filter { !$0.isEmpty }
    return Set(changed + seed.parts(collection)).sorted()
  }

  /// Returns a collection and its index, by name.
  func collection(_ name: String) -> (number: Int, collection: ItemCollection)? {
    seed.number(of: name).map { ($0, seed.collections[$0]) }
  }

  /// Returns the form for filling in new items of a collection.
  func form(of collection: Int) -> ItemForm { seed.form(collection) }

  /// Returns a Boolean value that indicates whether there is any state for a part of a collection.
  func remembers(_ place: Place) -> Bool {
    changes[place.collection].has(place.part) || seed.table(place.collection, place.part) != nil
  }

  // These methods return the contents of a table, never the table itself: a second reference would cause the whole
  // table to be copied when it is changed.

  /// Returns a range of the items in a part of a collection.
  func items(_ place: Place, from start: Int, count: Int) -> [JSON] {
    table(place)?.items(from: start, count: count) ?? []
  }

  /// Returns the total size in bytes of the text of a range of items.
  func size(_ place: Place, from start: Int, count: Int) -> Int { table(place)?.size(from: start, count: count) ?? 0 }

  /// Returns the total size in bytes of the text of the items with the given indices.
  func size(_ place: Place, _ numbers: ArraySlice<Int>) -> Int {
    let table = table(place)
    return numbers.reduce(0) { $0 + (table?.size(at: $1) ?? 0) }
  }

  /// Returns the indices of the items in a part of a collection that match.
  func numbers(_ place: Place, _ matching: Matching) -> [Int] { table(place)?.places(matching) ?? [] }

  /// Calls a closure with each of the items at the given indices, and returns the results.
  func map<Result>(_ place: Place, _ numbers: ArraySlice<Int>, _ body: (JSON?) -> Result) -> [Result] {
    let table = table(place)
    return numbers.map { body(table?.item(at: $0)) }
  }

  /// Returns the number of items in a part of a collection.
  func count(_ place: Place) -> Int { table(place)?.count ?? 0 }

  /// Returns the item with a key in a part of a collection.
  func item(_ place: Place, _ key: JSON?) -> JSON? { table(place)?.item(key) }

  /// Returns a Boolean value that indicates whether a part of a collection has an item with a key.
  func contains(_ place: Place, _ key: ItemKey) -> Bool { table(place)?.contains(key) ?? false }

  /// Returns the next number to use for a key in a part of a collection, or `nil` if no larger number is left.
  func nextNumber(_ place: Place) -> Int? {
    if changes[place.collection].has(place.part) { return changes[place.collection].nextNumber(place.part) }
    return seed.table(place.collection, place.part).map(\.nextNumber) ?? 1
  }

  /// Returns the word before the number in the keys of a part of a collection, or `nil` if they don't have one.
  func keyWord(_ place: Place) -> String? { table(place)?.keyWord }

  /// Returns the number of assigned keys in a part of a collection that are strings without such a number.
  func wordKeys(_ place: Place) -> Int { table(place)?.wordKeys ?? 0 }

  private func table(_ place: Place) -> ItemTable? {
    changes[place.collection].table(place.part) ?? seed.table(place.collection, place.part)
  }

  /// Changes the items in a part of a collection.
  mutating func change(_ place: Place, _ body: (inout ItemTable) -> Void) {
    changes[place.collection].change(place.part, from: seed.table(place.collection, place.part), body)
  }

  /// Removes an item from a part of a collection.
  mutating func remove(_ item: JSON, _ place: Place) {
    change(place) { $0.remove(item) }
    lessened.insert(place.collection)
  }

  /// Returns a Boolean value that indicates whether an item was removed from a collection.
  func isLessened(_ collection: Int) -> Bool { lessened.contains(collection) }

  // MARK: - Times

  /// Returns the time to record for a change, in milliseconds since 1970. If items have millisecond precision, the time
  /// is later than that of the collection's previous change, so that two changes within a second can be told apart.
  func thousandths(_ collection: Int, second: Int) -> Int {
    let (now, isTooLarge) = second.multipliedReportingOverflow(by: 1000)
    guard !isTooLarge, let start = seed.times(collection).latest else { return isTooLarge ? 0 : now }
    return max(now, (latest[collection] ?? start) &+ 1)
  }

  /// Records the time of a change of a collection.
  mutating func note(_ thousandths: Int, of collection: Int) {
    if seed.times(collection).latest != nil { latest[collection] = thousandths }
  }

  /// Returns the time formats in a collection's items.
  func times(of collection: Int) -> StateSeed.Times { seed.times(collection) }

  /// Returns the format of a member that holds the time of the latest change, or `nil` if it isn't precise enough to
  /// tell any two changes apart.
  func changeForm(_ collection: Int, at member: JSONPointer) -> TimeForm? {
    seed.times(collection).touched[member].flatMap { $0.isFine ? $0 : nil }
  }

  /// Returns the time of a collection's latest change, in milliseconds, or `nil` if it hasn't changed.
  func latestChange(_ collection: Int) -> Int? { latest[collection] }

  /// Returns the number of steps that a job has advanced since it was last read. The job starts when it is first read.
  mutating func steps(of item: JSON, _ place: Place, each seconds: Int, second: Int) -> Int {
    let key = seed.collections[place.collection].key.flatMap { item.at($0) }
    let job = Job(collection: place.collection, part: place.part, key: key)
    guard let begin = begun[job] else {
      begun[job] = second
      return 0
    }
    let count = max(0, second - begin) / seconds
    begun[job] = begin + count * seconds
    return count
  }

  // MARK: - Secrets

  /// Returns the secrets stored in a member of a collection's items.
  func secrets(at place: SecretStore.Place) -> SecretStore { secrets[place] ?? SecretStore() }

  /// Changes the secrets stored in a member of a collection's items.
  mutating func changeSecrets(at place: SecretStore.Place, _ body: (inout SecretStore) -> Void) {
    body(&secrets[place, default: SecretStore()])
  }

  /// Returns the initial items in a part of a collection.
  func beginning(_ place: Place) -> ItemTable? { seed.table(place.collection, place.part) }

  // MARK: - Tombstones

  /// Stores the tombstone of an item. The limits on items apply to tombstones as well.
  mutating func bury(_ tombstone: JSON, _ place: Place) {
    guard graves[place.collection].count < limits.count, graves[place.collection].bytes < limits.bytes else { return }
    let key = seed.collections[place.collection].key
    graves[place.collection].change(place.part, from: ItemTable([], key: key)) {
      $0.put(tombstone, tombstone.serialized())
    }
  }

  /// Removes the tombstone of an item whose key is used again.
  mutating func raise(_ item: JSON, _ place: Place) {
    guard graves[place.collection].has(place.part) else { return }
    graves[place.collection].change(place.part, from: nil) { $0.remove(item) }
  }

  /// Returns the tombstones of deleted items, in the order of their deletion.
  func tombstones(_ place: Place) -> [JSON] { graves[place.collection].table(place.part)?.items ?? [] }

  /// Returns the tombstone of the item with a key.
  func tombstone(_ place: Place, _ key: JSON) -> JSON? { graves[place.collection].table(place.part)?.item(key) }

  /// Returns a Boolean value that indicates whether an item with a key was deleted and left a tombstone.
  func isBuried(_ place: Place, _ key: JSON) -> Bool { graves[place.collection].table(place.part)?.item(key) != nil }

  /// Returns a Boolean value that indicates whether an endpoint lists a collection's items.
  func isListed(_ collection: Int) -> Bool { seed.isListed(collection) }

  /// Returns a Boolean value that indicates whether a collection's entity tags are weak.
  func hasWeakTags(_ collection: Int) -> Bool { seed.hasWeakTags(collection) }

  /// Returns a message that explains why a collection is full and how to fix that, or `nil` if it has room.
  ///
  /// - Parameter isNew: A Boolean value that indicates whether an item is added, rather than an existing one changed.
  func fullness(of collection: Int, isNew: Bool) -> String? {
    let (count, bytes) = (changes[collection].count, changes[collection].bytes)
    let hasPlace = !isNew || count < limits.count
    if hasPlace, bytes < limits.bytes { return nil }
    let name = seed.collections[collection].name
    let remedy = "POST /__plumbline/reset restores the initial items."
    return hasPlace
      ? "\(name) has reached its memory limit of \(ByteSize(limits.bytes)). \(remedy)"
      : "\(name) holds \(count) items, its limit (--limit items=\(limits.count)). \(remedy)"
  }

  /// Returns a Boolean value that indicates whether an item with a key was in the collection initially.
  func wasSeeded(_ place: Place, _ key: JSON) -> Bool { seed.table(place.collection, place.part)?.item(key) != nil }

  /// All items, for display. If callers have their own items in a collection, these are grouped by caller, including
  /// only the callers that changed any. The value is `nil` if the result is too large for a response.
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
  /// Returns a Boolean value that indicates whether another collection's items can be kept: they are identified in the
  /// same way and are valid for the current schema.
  fileprivate func keeps(_ items: [JSON], of other: ItemCollection) -> Bool {
    key == other.key && place == other.place && owner == other.owner && per == other.per
      && items.allSatisfy(item.isValid)
  }
}

/// The limits on a session's state of one collection, and on one response. When a collection has reached its limits,
/// its items can still be read and changed, but no new ones can be added.
package struct ItemLimits: Sendable, Hashable {
  /// The maximum size of a response in bytes that can be configured. A list is built in memory several times over, and
  /// JSON documents are limited to 256 MiB.
  package static let longestAnswer = 128 << 20

  /// The maximum number of items.
  package var count: Int
  /// The approximate maximum memory use in bytes.
  package var bytes: Int
  /// The maximum total size in bytes of the items in one response, and the maximum size of a single item. It is at most
  /// ``longestAnswer``.
  package var answer: Int { didSet { answer = min(answer, Self.longestAnswer) } }

  package init(count: Int = 1_000_000, bytes: Int = 1 << 30, answer: Int = 64 << 20) {
    self.count = count
    self.bytes = bytes
    self.answer = min(answer, Self.longestAnswer)
  }
}
