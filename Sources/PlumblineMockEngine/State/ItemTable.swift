import PlumblineContractModel
import PlumblineJSONTree

/// The items of one collection, in their order, found by their keys.
///
/// A value: a copy costs nothing until one changes. Putting, finding and taking out cost the same however many items there
/// are: one that is taken out leaves its place empty, and the places are closed up when more than half are empty.
///
/// What a collection starts with lies there parsed, as all sessions share it; what is put there later, as text.
struct ItemTable: Sendable {
  private enum Slot: Sendable {
    case empty
    case parsed(JSON)
    case text(ItemTexts.Place)
  }

  /// Fewer empty places than this are not worth closing up.
  private static let tolerated = 32
  /// What an item costs beside its text: its slot and its key, in arrays that may be half empty.
  private static let overhead = 80

  private var slots: [Slot] = []
  private var emptySlots = 0
  private var texts = ItemTexts()
  /// Where the item with a key stands.
  private var places = ItemPlaces()
  /// The next key that nobody has and nobody had, where keys are numbers; `nil` when the largest number is somebody's.
  private(set) var nextNumber: Int? = 1
  /// The word before the number in the keys of this table: `user-` where one is `user-1`.
  private(set) var keyWord: String?
  /// How many keys that moved ``nextNumber`` nowhere were given since the table began. Removed ones count: their keys aren't
  /// given again.
  private(set) var wordKeys = 0
  /// How many bytes the parsed items take.
  private var parsedWeight = 0
  private let key: JSONPointer?

  /// A table to start with.
  ///
  /// - Parameter key: the member that tells items apart; `nil`: there is one item.
  init(_ items: [JSON], key: JSONPointer?) {
    self.key = key
    for item in items {
      parsedWeight += Self.weight(of: item)
      if let taken = put(Self.key(of: item, key), .parsed(item)) { forget(taken) }
    }
    wordKeys = 0
  }

  /// How many items there are.
  var count: Int { slots.count - emptySlots }

  /// How many bytes of memory all of it takes.
  var weight: Int { parsedWeight + texts.used + count * Self.overhead }

  /// The items, in their order.
  var items: [JSON] { slots.compactMap { item(in: $0) } }

  /// So many of the items, from one on.
  func items(from start: Int, count wanted: Int) -> [JSON] {
    part(from: start, count: wanted).compactMap { item(in: $0) }
  }

  /// How many bytes the texts of so many of the items have, from one on.
  func size(from start: Int, count wanted: Int) -> Int {
    part(from: start, count: wanted).reduce(0) { $0 + size(in: $1) }
  }

  /// How many bytes the text of the item has that stands at a place.
  func size(at place: Int) -> Int { slots.indices.contains(place) ? size(in: slots[place]) : 0 }

  private func part(from start: Int, count wanted: Int) -> ArraySlice<Slot> {
    let filled = emptySlots == 0 ? slots[...] : slots.filter { if case .empty = $0 { false } else { true } }[...]
    return filled.dropFirst(start).prefix(wanted)
  }

  private func size(in slot: Slot) -> Int {
    switch slot {
    case .empty: 0
    case .parsed(let item): item.document.tape[item.node].range.count
    case .text(let place): Int(place.count)
    }
  }

  /// The places of the items that fit, in their order.
  func places(_ matching: Matching) -> [Int] {
    slots.indices.filter { place in
      switch slots[place] {
      case .empty: false
      case .parsed(let item): matching.fits(item)
      case .text(let text):
        matching.isEmpty
          || texts.withText(at: text) { text in
            matching.mayFit(text) && (JSON.rememberedItem(text).map(matching.fits) ?? false)
          }
      }
    }
  }

  /// The item that stands at a place.
  func item(at place: Int) -> JSON? { slots.indices.contains(place) ? item(in: slots[place]) : nil }

  /// The item with a key; where there is one item, that one.
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
    case .text(let place): texts.withText(at: place) { JSON.rememberedItem($0) }
    }
  }

  /// Puts an item where its key stands, else behind the others.
  ///
  /// - Parameter text: the item's text, without spaces.
  mutating func put(_ item: JSON, _ text: [UInt8]) { put(Self.key(of: item, key), text) }

  /// Puts the text of an item where its key stands, else behind the others.
  mutating func put(_ itemKey: ItemKey?, _ text: [UInt8]) {
    let place = text.withUnsafeBufferPointer { texts.add($0) }
    if let before = put(itemKey, .text(place)) { forget(before) }
    tidy()
  }

  private static func key(of item: JSON, _ pointer: JSONPointer?) -> ItemKey? {
    pointer.flatMap { item.at($0) }.map { ItemKey($0) }
  }

  /// Puts a slot in place; the one that was there, or the new one where it has no place.
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

  /// Takes an item out; its key isn't given again.
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
    tidy()
  }

  /// Gives up what a slot that is no longer there holds.
  private mutating func forget(_ slot: Slot) {
    switch slot {
    case .empty: break
    case .parsed(let item): parsedWeight -= Self.weight(of: item)
    case .text(let place): texts.remove(place)
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

  /// Moves the texts together when too much lies between them.
  private mutating func tidy() {
    guard texts.isWasteful else { return }
    var moved = ItemTexts()
    for index in slots.indices {
      guard case .text(let place) = slots[index] else { continue }
      slots[index] = .text(texts.withText(at: place) { moved.add($0) })
      // Piece by piece the old memory goes as the new one comes.
      texts.remove(place)
    }
    texts = moved
  }

  /// A key as text: `7` whether it came as a number, as 7.0 or as a string.
  static func text(of value: JSON) -> String { value.string ?? value.int.map { String($0) } ?? value.text }

  /// What a parsed item takes in memory: its text, its nodes, and what leads to them.
  private static func weight(of item: JSON) -> Int {
    let nodes = item.document.withReader { $0.next(item.node) } - item.node
    return item.document.tape[item.node].range.count + nodes * 16 + 256
  }
}

extension JSON {
  /// An item of which the text was remembered. It was written by the mock, so it is JSON, however deep.
  fileprivate static func rememberedItem(_ text: UnsafeBufferPointer<UInt8>) -> JSON? {
    try? JSONDocument.parse(Array(text), limits: JSONLimits(depth: .max)).root
  }
}
