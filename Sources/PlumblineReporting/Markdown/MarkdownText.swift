/// Markdown under construction that never grows past a limit.
///
/// Sizes count UTF-8 bytes, of which there are never fewer than characters.
struct MarkdownText {
  private(set) var text = ""
  let limit: Int

  init(limit: Int) { self.limit = limit }

  /// How many bytes are left.
  var room: Int { limit - text.utf8.count }

  /// Adds a paragraph, a table or a list, with an empty line before it, whatever its size.
  mutating func add(_ block: String) {
    if !text.isEmpty { text += "\n" }
    text += block + "\n"
  }

  /// Adds a block between two lines; of its rows only as many as fit, keeping `reserve` bytes free. Returns how many
  /// were left out; without room for a row there is no block at all.
  mutating func add(_ head: String, _ rows: [String], _ foot: String = "", reserve: Int) -> Int {
    var left = room - reserve - head.utf8.count - foot.utf8.count - 4
    var count = 0
    for row in rows {
      left -= row.utf8.count + 1
      if left < 0 { break }
      count += 1
    }
    if count > 0 {
      add(([head] + rows.prefix(count)).joined(separator: "\n") + (foot.isEmpty ? "" : "\n" + foot))
    }
    return rows.count - count
  }
}
