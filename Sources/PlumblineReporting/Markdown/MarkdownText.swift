/// Markdown under construction, limited in size.
///
/// Sizes count UTF-8 bytes, whose number is never less than that of the characters.
struct MarkdownText {
  private(set) var text = ""
  let limit: Int

  /// The number of remaining bytes.
  var room: Int { limit - text.utf8.count }

  /// Adds a paragraph, a table or a list, with an empty line before it, regardless of its size.
  mutating func add(_ block: String) {
    if !text.isEmpty { text += "\n" }
    text += block + "\n"
  }

  /// Adds a block between two lines, with as many rows as fit while keeping `reserve` bytes free. Returns the number of
  /// omitted rows. If not even one row fits, the whole block is omitted.
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
  /// The text as a code span, in which nothing is markup, a mention, a link or the border of a table's cell.
  ///
  /// The fence is longer than any run of backticks inside (CommonMark 6.1). Pipes are escaped because tables require it
  /// even inside code. A backslash before one is kept separate, because parsers disagree about the combination.
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

  /// The sentence as Markdown, with its markup characters escaped, or as code if GitHub would turn parts of it into
  /// links, mentions or HTML.
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

  /// The text with a backslash before every Markdown or HTML markup character, for literal text.
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
