import ContractModel
import JSONTree

/// The items of one collection, in their order, found by their keys. A value: a copy costs nothing until one changes.
struct ItemTable: Sendable {
  private(set) var items: [JSON] = []
  /// Where the item with a key stands.
  private var places: [String: Int] = [:]
  /// The next key that nobody has and nobody had, where keys are numbers.
  private(set) var nextNumber = 1
  private let key: JSONPointer?

  /// - Parameter key: the member that tells items apart; `nil`: there is one item.
  init(_ items: [JSON], key: JSONPointer?) {
    self.key = key
    for item in items { put(item) }
  }

  /// The item with a key; where there is one item, that one.
  func item(_ value: JSON?) -> JSON? {
    guard key != nil else { return items.first }
    return value.flatMap { places[Self.text(of: $0)] }.map { items[$0] }
  }

  /// Puts an item where its key stands, else behind the others.
  mutating func put(_ item: JSON) {
    guard let key else {
      items = [item]
      return
    }
    guard let value = item.at(key) else { return }
    let text = Self.text(of: value)
    if let number = value.int ?? Int(text), number >= nextNumber, number < Int.max { nextNumber = number + 1 }
    if let place = places[text] {
      items[place] = item
    } else {
      places[text] = items.count
      items.append(item)
    }
  }

  /// Takes an item out; its key isn't given again.
  mutating func remove(_ item: JSON) {
    guard let key else {
      items = []
      return
    }
    guard let place = item.at(key).flatMap({ places.removeValue(forKey: Self.text(of: $0)) }) else { return }
    items.remove(at: place)
    for (text, other) in places where other > place { places[text] = other - 1 }
  }

  /// A key as text: `7` whether it came as a number, as 7.0 or as a string.
  static func text(of value: JSON) -> String { value.string ?? value.int.map { String($0) } ?? value.text }
}
