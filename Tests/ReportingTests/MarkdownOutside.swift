/// The parts of a Markdown text outside of code, where a payload could have an effect.
struct MarkdownOutside {
  /// The text without code spans, code blocks and escaped characters.
  private(set) var text = ""
  private(set) var tags: Set<String> = []
  private(set) var opened = 0
  private(set) var closed = 0
  /// Table rows whose number of cells differs from that of their heading.
  private(set) var unevenTables: [String] = []

  init(_ markdown: String) {
    var fence: String?
    var cells: Int?
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if let open = fence {
        if line == open { fence = nil }
        continue
      }
      if line.hasPrefix("```") {
        fence = line
        continue
      }
      let own = Self.withoutCode(line)
      text += own + "\n"
      if line.hasPrefix("|") {
        let count = Self.cells(line)
        if let cells, cells != count { unevenTables.append(line) }
        cells = cells ?? count
      } else {
        cells = nil
      }
    }
    for match in text.matches(of: /<[^ ]*?>|<[a-z!\/]+/) { tags.insert(String(match.output)) }
    opened = text.ranges(of: "<details>").count
    closed = text.ranges(of: "</details>").count
  }

  /// Returns a line without its code spans (CommonMark, section 6.1) and its escapes.
  private static func withoutCode(_ line: String) -> String {
    let characters = Array(line.unicodeScalars)
    var kept = String.UnicodeScalarView()
    var index = 0
    while index < characters.count {
      if characters[index] == "\\" {
        index += 2
        continue
      }
      guard characters[index] == "`" else {
        kept.append(characters[index])
        index += 1
        continue
      }
      let length = characters[index...].prefix { $0 == "`" }.count
      var end = index + length
      var isClosed = false
      while end < characters.count {
        let run = characters[end...].prefix { $0 == "`" }.count
        if run == length {
          isClosed = true
          break
        }
        end += max(1, run)
      }
      if isClosed {
        index = end + length
      } else {
        kept.append(contentsOf: characters[index..<(index + length)])
        index += length
      }
    }
    return String(kept)
  }

  /// Returns the number of cells in a table row. A pipe counts unless it's escaped with a backslash, even inside code.
  private static func cells(_ line: String) -> Int {
    var count = 0
    var backslashes = 0
    for scalar in line.unicodeScalars {
      if scalar == "|", backslashes.isMultiple(of: 2) { count += 1 }
      backslashes = scalar == "\\" ? backslashes + 1 : 0
    }
    return count
  }
}
