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
    let needsSpace = text.hasPrefix("`") || text.hasSuffix("`") || text.hasPrefix(" ") || text.hasSuffix(" ")
    let space = needsSpace ? " " : ""
    let body = text.replacing("\\|", with: "\\ |").replacing("|", with: "\\|")
    return fence + space + body + space + fence
  }

  /// A sentence as Markdown: its marks escaped; as code where it holds what GitHub makes links, mentions or HTML of.
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
