/// The line that holds a fault, cut around it, with a caret under the place.
struct SourceExcerpt {
  /// Bytes shown before and after the place at most.
  private static let reach = 40

  let text: String

  init(bytes: [UInt8], offset: Int, lines: LineTable) {
    let line = lines.line(around: offset, in: bytes)
    let place = min(max(offset, line.lowerBound), line.upperBound)
    var start = max(line.lowerBound, place - Self.reach)
    var end = min(line.upperBound, place + Self.reach)
    // Cutting inside a UTF-8 sequence would show a replacement character.
    while start > line.lowerBound, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    while end < line.upperBound, bytes[end] & 0xC0 == 0x80 { end += 1 }
    let before = (start > line.lowerBound ? "…" : "") + Self.visible(bytes[start..<place])
    let after = Self.visible(bytes[place..<end]) + (end < line.upperBound ? "…" : "")
    let indent = String(repeating: " ", count: before.unicodeScalars.count)
    text = before + after + "\n" + indent + "^"
  }

  /// Control characters would move the caret or the terminal: each shows as one space.
  private static func visible(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }, as: UTF8.self)
  }
}
