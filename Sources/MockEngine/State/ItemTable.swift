import ContractModel
import JSONTree

/// The items of one collection, in their order, found by their keys.
///
/// A value: a copy costs nothing until one changes. Putting, finding and taking out cost the same however many items there
/// are: one that is taken out leaves its place empty, and the places are closed up when more than half are empty.
struct ItemTable: Sendable {
  /// Fewer empty places than this are not worth closing up.
  private static let tolerated = 32

  /// The items; `null` where one was taken out.
  private var slots: [JSON] = []
  private var emptySlots = 0
  /// Where the item with a key stands.
  private var places: [String: Int] = [:]
  /// The next key that nobody has and nobody had, where keys are numbers.
  private(set) var nextNumber = 1
  /// Roughly how many bytes the items take.
  private(set) var weight = 0
  private let key: JSONPointer?

  /// - Parameter key: the member that tells items apart; `nil`: there is one item.
  init(_ items: [JSON], key: JSONPointer?) {
    self.key = key
    for item in items { put(item) }
  }

  /// How many items there are.
  var count: Int { slots.count - emptySlots }

  /// The items, in their order.
  var items: [JSON] { emptySlots == 0 ? slots : slots.filter { !$0.isNull } }

  /// The item with a key; where there is one item, that one.
  func item(_ value: JSON?) -> JSON? {
    guard key != nil else { return slots.first }
    return value.flatMap { places[Self.text(of: $0)] }.map { slots[$0] }
  }

  /// Puts an item where its key stands, else behind the others.
  mutating func put(_ item: JSON) {
    guard let key else {
      slots = [item]
      weight = Self.weight(of: item)
      return
    }
    guard let value = item.at(key) else { return }
    let text = Self.text(of: value)
    if let number = value.int ?? Int(text), number >= nextNumber, number < Int.max { nextNumber = number + 1 }
    weight += Self.weight(of: item)
    if let place = places[text] {
      weight -= Self.weight(of: slots[place])
      slots[place] = item
    } else {
      places[text] = slots.count
      slots.append(item)
    }
  }

  /// Takes an item out; its key isn't given again.
  mutating func remove(_ item: JSON) {
    guard let key else {
      slots = []
      weight = 0
      return
    }
    guard let place = item.at(key).flatMap({ places.removeValue(forKey: Self.text(of: $0)) }) else { return }
    weight -= Self.weight(of: slots[place])
    slots[place] = .null
    emptySlots += 1
    if emptySlots > max(Self.tolerated, slots.count / 2) { closeUp(key) }
  }

  private mutating func closeUp(_ key: JSONPointer) {
    slots = items
    emptySlots = 0
    for (place, item) in slots.enumerated() {
      if let value = item.at(key) { places[Self.text(of: value)] = place }
    }
  }

  /// A key as text: `7` whether it came as a number, as 7.0 or as a string.
  static func text(of value: JSON) -> String { value.string ?? value.int.map { String($0) } ?? value.text }

  /// Roughly what an item takes in memory: its text, its nodes, and what leads to them.
  private static func weight(of item: JSON) -> Int {
    let nodes = item.document.withReader { $0.next(item.node) } - item.node
    return item.document.tape[item.node].range.count + nodes * 16 + 256
  }
}
