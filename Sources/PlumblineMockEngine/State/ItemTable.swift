import PlumblineContractModel
import PlumblineJSONTree

/// The items of one collection, in order, with lookup by key.
///
/// This is a value type, and copying it is free until one of the copies changes. Adding, finding, and removing items
/// takes constant time. A removed item leaves an empty slot, and the table is compacted when more than half of its
/// slots are empty.
///
/// Initial items are stored parsed, because all sessions share them. Items that are added later are stored as text,
/// because a parsed item takes three times as much memory.
///
/// Each text is a separate array. Measured in isolation (x86-64, 100,000 texts of 300 bytes), an array costs 145 ns to
/// store and 23 ns to replace. Appending to large pieces of memory instead costs 89 and 45 ns and twice the memory,
/// which isn't worth the additional code.
struct ItemTable: Sendable {
  private enum Slot: Sendable {
    case empty
    case parsed(JSON)
    case text([UInt8])
  }

  /// The maximum number of empty slots in a table that isn't compacted.
  private static let tolerated = 32
  /// The memory use of an item in addition to its text: its slot and its key, in arrays that may be half empty.
  private static let overhead = 80

  private var slots: [Slot] = []
  private var emptySlots = 0
  /// The positions of items, by key.
  private var places = ItemPlaces()
  /// The next unused key if keys are numbers, or `nil` if the largest number is taken.
  private(set) var nextNumber: Int? = 1
  /// The word before the number in this table's keys, such as `user-` in `user-1`.
  private(set) var keyWord: String?
  /// The number of assigned keys that didn't advance ``nextNumber``. It includes the keys of removed items, because
  /// they aren't reused.
  private(set) var wordKeys = 0
  /// The memory use of the items in bytes.
  private var itemWeight = 0
  private let key: JSONPointer?

  /// Creates a table of initial items.
  ///
  /// - Parameter key: The location of the member that identifies items, or `nil` if there is only one item.
  init(_ items: [JSON], key: JSONPointer?) {
    self.key = key
    for item in items {
      itemWeight += Self.weight(of: item)
      if let taken = put(Self.key(of: item, key), .parsed(item)) { forget(taken) }
    }
    wordKeys = 0
  }

  /// The number of items.
  var count: Int { slots.count - emptySlots }

  /// The memory use of the table in bytes.
  var weight: Int { itemWeight + count * Self.overhead }

  /// The items, in order.
  var items: [JSON] { slots.compactMap { item(in: $0) } }

  /// Returns a range of items.
  func items(from start: Int, count wanted: Int) -> [JSON] {
    part(from: start, count: wanted).compactMap { item(in: $0) }
  }

  /// Returns the total size in bytes of the text of a range of items.
  func size(from start: Int, count wanted: Int) -> Int {
    part(from: start, count: wanted).reduce(0) { $0 + size(in: $1) }
  }

  /// Returns the size in bytes of the text of the item at a position.
  func size(at place: Int) -> Int { slots.indices.contains(place) ? size(in: slots[place]) : 0 }

  private func part(from start: Int, count wanted: Int) -> ArraySlice<Slot> {
    let filled = emptySlots == 0 ? slots[...] : slots.filter { if case .empty = $0 { false } else { true } }[...]
    return filled.dropFirst(start).prefix(wanted)
  }

  private func size(in slot: Slot) -> Int {
    switch slot {
    case .empty: 0
    case .parsed(let item): item.document.tape[item.node].range.count
    case .text(let text): text.count
    }
  }

  /// Returns the positions of the matching items, in order.
  func places(_ matching: Matching) -> [Int] {
    slots.indices.filter { place in
      switch slots[place] {
      case .empty: false
      case .parsed(let item): matching.fits(item)
      case .text(let text):
        matching.isEmpty
          || text.withUnsafeBufferPointer(matching.mayFit) && (JSON.rememberedItem(text).map(matching.fits) ?? false)
      }
    }
  }

  /// Returns the item at a position.
  func item(at place: Int) -> JSON? { slots.indices.contains(place) ? item(in: slots[place]) : nil }

  /// Returns the item with a key. If items have no keys, returns the only item.
  func item(_ value: JSON?) -> JSON? { slot(of: value).flatMap { item(in: slots[$0]) } }

  /// Returns a Boolean value that indicates whether there is an item with a key.
  func contains(_ key: ItemKey) -> Bool { places[key] != nil }

  private func slot(of value: JSON?) -> Int? {
    guard key != nil else { return slots.isEmpty ? nil : 0 }
    return value.flatMap { places[ItemKey($0)] }
  }

  private func item(in slot: Slot) -> JSON? {
    switch slot {
    case .empty: nil
    case .parsed(let item): item
    case .text(let text): JSON.rememberedItem(text)
    }
  }

  /// Replaces the item with the same key, or appends it.
  ///
  /// - Parameter text: The item's text, without whitespace.
  mutating func put(_ item: JSON, _ text: [UInt8]) { put(Self.key(of: item, key), text) }

  /// Replaces the text of the item with the same key, or appends it.
  mutating func put(_ itemKey: ItemKey?, _ text: [UInt8]) {
    itemWeight += text.count
    // Copy the bytes, because the array that they were written to may have twice the necessary capacity.
    if let before = put(itemKey, .text(text.withUnsafeBufferPointer { Array($0) })) { forget(before) }
  }

  private static func key(of item: JSON, _ pointer: JSONPointer?) -> ItemKey? {
    pointer.flatMap { item.at($0) }.map { ItemKey($0) }
  }

  /// Stores a slot. Returns the slot that it replaces, or the new slot if it can't be stored.
  private mutating func put(_ itemKey: ItemKey?, _ slot: Slot) -> Slot? {
    guard key != nil else {
      let before = slots.first
      slots = [slot]
      return before
    }
    guard let itemKey else { return slot }
    if let number = itemKey.ordinal, let next = nextNumber, number >= next {
      nextNumber = number < Int.max ? number + 1 : nil
    } else if case .text = itemKey, places[itemKey] == nil {
      wordKeys += 1
    }
    if keyWord == nil, let word = itemKey.counted?.word { keyWord = word }
    if let place = places[itemKey] {
      let before = slots[place]
      slots[place] = slot
      return before
    }
    places[itemKey] = slots.count
    slots.append(slot)
    return nil
  }

  /// Removes an item. Its key isn't reused.
  mutating func remove(_ item: JSON) {
    guard let key else {
      for slot in slots { forget(slot) }
      slots = []
      return
    }
    guard let itemKey = item.at(key).map({ ItemKey($0) }), let place = places[itemKey] else { return }
    places[itemKey] = nil
    forget(slots[place])
    slots[place] = .empty
    emptySlots += 1
    if emptySlots > max(Self.tolerated, slots.count / 2) { closeUp() }
  }

  /// Subtracts a removed slot's contents from the memory use.
  private mutating func forget(_ slot: Slot) {
    switch slot {
    case .empty: break
    case .parsed(let item): itemWeight -= Self.weight(of: item)
    case .text(let text): itemWeight -= text.count
    }
  }

  private mutating func closeUp() {
    var moved: [Int] = []
    moved.reserveCapacity(slots.count)
    var kept: [Slot] = []
    for slot in slots {
      moved.append(kept.count)
      if case .empty = slot { continue }
      kept.append(slot)
    }
    slots = kept
    emptySlots = 0
    places.move { moved[$0] }
  }

  /// Returns a key as text, such as `7` for the numbers 7 and 7.0 and the string "7".
  static func text(of value: JSON) -> String { value.string ?? value.int.map { String($0) } ?? value.text }

  /// Returns the memory use of a parsed item: its text, its nodes, and the references to them.
  private static func weight(of item: JSON) -> Int {
    let nodes = item.document.withReader { $0.next(item.node) } - item.node
    return item.document.tape[item.node].range.count + nodes * 16 + 256
  }
}

extension JSON {
  /// Parses an item's text. The mock wrote it, so it is valid JSON, and nesting isn't limited.
  fileprivate static func rememberedItem(_ text: [UInt8]) -> JSON? {
    try? JSONDocument.parse(text, limits: JSONLimits(depth: .max)).root
  }
}
