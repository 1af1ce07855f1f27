/// Markdown under construction that never grows past a limit.
///
/// Sizes count UTF-8 bytes, of which there are never fewer than characters.
struct MarkdownText {
  private(set) var text = ""
  let limit: Int

  /// The number of bytes that are left.
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

extension String {
  /// The text as a code span: nothing in it is markup, a mention, a link or the border of a table's cell.
  ///
  /// The fence is longer than any run of backticks inside (CommonMark 6.1). Pipes are escaped, as tables want it even
  /// inside code; a backslash before one stays apart, because readers don't agree on what the two mean together.
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

  /// A sentence as Markdown: its marks escaped, or as code if GitHub would make links, mentions or HTML of its parts.
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

  /// The text with a backslash before every mark that Markdown or HTML knows: for words of our own.
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
