/// What of one collection is no longer as it was at the start: the part that is everybody's, and those that callers have
/// of their own.
struct ItemChanges: Sendable {
  private var whole: ItemTable?
  private var parts: [String: ItemTable] = [:]
  /// How many items all of it has.
  private(set) var count = 0
  /// How many bytes of memory all of it takes.
  private(set) var bytes = 0

  var isEmpty: Bool { whole == nil && parts.isEmpty }

  /// Every part that was changed; everybody's has the empty name.
  var tables: [(part: String, table: ItemTable)] {
    (whole.map { [("", $0)] } ?? []) + parts.map { ($0.key, $0.value) }
  }

  /// Returns a Boolean value that indicates whether a part was changed.
  func has(_ part: String) -> Bool { part.isEmpty ? whole != nil : parts[part] != nil }

  /// A part that was changed.
  func table(_ part: String) -> ItemTable? { part.isEmpty ? whole : parts[part] }

  /// The next number for a key in a part that was changed: a copy of the table would cost more than to ask it.
  func nextNumber(_ part: String) -> Int? { part.isEmpty ? whole?.nextNumber : parts[part]?.nextNumber }

  /// Takes over a part as it is.
  mutating func keep(_ table: ItemTable, _ part: String) {
    if part.isEmpty { whole = table } else { parts[part] = table }
    count += table.count
    bytes += table.weight
  }

  /// Changes a part where it lies; the first time it is what the collection started with.
  mutating func change(_ part: String, from start: @autoclosure () -> ItemTable?, _ body: (inout ItemTable) -> Void) {
    if !has(part) {
      guard let start = start() else { return }
      keep(start, part)
    }
    var growth = (count: 0, bytes: 0)
    if part.isEmpty {
      whole?.change(body, &growth)
    } else {
      parts[part]?.change(body, &growth)
    }
    count += growth.count
    bytes += growth.bytes
  }
}

extension ItemTable {
  /// Changes the table, and tells by how much it grew.
  fileprivate mutating func change(_ body: (inout ItemTable) -> Void, _ growth: inout (count: Int, bytes: Int)) {
    let before = (count, weight)
    body(&self)
    growth = (count - before.0, weight - before.1)
  }
}
