/// The changed parts of a collection: the part shared by all callers, and the callers' own parts.
struct ItemChanges: Sendable {
  private var whole: ItemTable?
  private var parts: [String: ItemTable] = [:]
  /// The number of items in all parts.
  private(set) var count = 0
  /// The memory use of all parts in bytes.
  private(set) var bytes = 0

  var isEmpty: Bool { whole == nil && parts.isEmpty }

  /// All changed parts. The name of the shared part is empty.
  var tables: [(part: String, table: ItemTable)] {
    (whole.map { [("", $0)] } ?? []) + parts.map { ($0.key, $0.value) }
  }

  /// Returns a Boolean value that indicates whether a part has changed.
  func has(_ part: String) -> Bool { part.isEmpty ? whole != nil : parts[part] != nil }

  /// Returns a part that has changed, or `nil` if it hasn't.
  func table(_ part: String) -> ItemTable? { part.isEmpty ? whole : parts[part] }

  /// Returns the next number to use for a key in a changed part. Reading it here avoids copying the table.
  func nextNumber(_ part: String) -> Int? { part.isEmpty ? whole?.nextNumber : parts[part]?.nextNumber }

  /// Adds a part as it is.
  mutating func keep(_ table: ItemTable, _ part: String) {
    if part.isEmpty { whole = table } else { parts[part] = table }
    count += table.count
    bytes += table.weight
  }

  /// Changes a part in place. The first change starts from the collection's initial table.
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
  /// Changes the table, and returns by how much it has grown.
  fileprivate mutating func change(_ body: (inout ItemTable) -> Void, _ growth: inout (count: Int, bytes: Int)) {
    let before = (count, weight)
    body(&self)
    growth = (count - before.0, weight - before.1)
  }
}
