/// Markdown under construction, with a size limit.
///
/// Sizes are in UTF-8 bytes. There are at least as many bytes as characters.
struct MarkdownText {
  private(set) var text = ""
  let limit: Int

  /// The number of remaining bytes.
  var room: Int { limit - text.utf8.count }

  /// Adds a paragraph, a table, or a list, preceded by an empty line, regardless of its size.
  mutating func add(_ block: String) {
    if !text.isEmpty { text += "\n" }
    text += block + "\n"
  }

  /// Adds a block with as many rows as fit while keeping `reserve` bytes free. If not even one row fits, the whole
  /// block is omitted.
  ///
  /// - Returns: The number of omitted rows.
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

extension String {
  /// The text as a code span, so that nothing in it is interpreted as markup, a mention, a link, or the border of a
  /// table cell.
  ///
  /// The fence is longer than any run of backticks in the text (CommonMark 6.1). Pipes are escaped, because tables
  /// require that even in code. A preceding backslash is kept separate, because parsers disagree about the combination.
  var markdownCode: String {
    let text = printable
    if text.isEmpty { return "" }
    var longest = 0
    var run = 0
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    let ends = [text.unicodeScalars.first, text.unicodeScalars.last]
    let needsSpace = ends.contains("`") || ends.contains(" ")
    let space = needsSpace ? " " : ""
    let body = text.replacing(scalars: "\\|", with: "\\ |").replacing(scalars: "|", with: "\\|")
    return fence + space + body + space + fence
  }

  /// The sentence as Markdown with escaped markup characters. If GitHub would turn parts of it into links, mentions, or
  /// HTML, it is a code span instead.
  var markdownProse: String {
    let text = printable
    let lowercase = text.lowercased()
    if text.utf8.contains(where: { Self.linking.contains($0) }) || lowercase.contains("://")
      || lowercase.contains("www.")
    {
      return text.markdownCode
    }
    return text.markdownEscaped
  }

  /// The text with a backslash before every character that has a meaning in Markdown or HTML.
  var markdownEscaped: String {
    var escaped = ""
    for scalar in unicodeScalars {
      if scalar.isASCII, Self.marks.contains(UInt8(truncatingIfNeeded: scalar.value)) { escaped += "\\" }
      escaped.unicodeScalars.append(scalar)
    }
    return escaped
  }

  /// The text as a fenced block, line by line.
  var markdownBlock: String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }
    var fence = "```"
    while lines.contains(where: { $0.contains(fence) }) { fence += "`" }
    return ([fence] + lines + [fence]).joined(separator: "\n")
  }

  private static let linking = Set("@#<>&[]!".utf8)
  private static let marks = Set("\\`*_{}()+-~|=$#<>&[]!".utf8)
}
