/// The line that contains a fault, truncated around it, with a caret below the location.
package struct SourceExcerpt {
  /// The maximum number of bytes shown before and after the location.
  private static let reach = 40

  /// The truncated line, followed by the line with the caret.
  package let text: String

  /// Extracts the line that contains an offset.
  package init(bytes: [UInt8], offset: Int) {
    let place = min(max(offset, 0), bytes.count)
    var start = place
    while start > 0, place - start < Self.reach, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    var end = place
    while end < bytes.count, end - place < Self.reach, bytes[end] != UInt8(ascii: "\n") { end += 1 }
    let isCutBefore = start > 0 && bytes[start - 1] != UInt8(ascii: "\n")
    let isCutAfter = end < bytes.count && bytes[end] != UInt8(ascii: "\n")
    if !isCutAfter, end > place, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    // Cutting inside a UTF-8 sequence, which has at most four bytes, would show a replacement character.
    if isCutBefore { while start > 0, place - start < Self.reach + 3, bytes[start] & 0xC0 == 0x80 { start -= 1 } }
    if isCutAfter { while end < bytes.count, end - place < Self.reach + 3, bytes[end] & 0xC0 == 0x80 { end += 1 } }
    let before = (isCutBefore ? "…" : "") + Self.visible(bytes[start..<place])
    let after = Self.visible(bytes[place..<end]) + (isCutAfter ? "…" : "")
    let indent = String(repeating: " ", count: before.unicodeScalars.count)
    text = before + after + "\n" + indent + "^"
  }

  /// Returns the visible form of bytes, in which control characters become spaces, because they would move the caret.
  private static func visible(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }, as: UTF8.self)
  }
}
