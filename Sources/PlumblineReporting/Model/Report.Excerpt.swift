import PlumblineJSONTree

extension Report {
  /// The lines of a file around a location.
  package struct Excerpt: Sendable, Hashable {
    /// The number of lines to show, starting with the line before the location.
    private static let height = 7
    /// The maximum length of a line. Longer lines are truncated around the location.
    private static let width = 120

    /// The number of the first line, starting at 1.
    package let first: Int
    package let lines: [String]
    /// The index in ``lines`` of the line that contains the location.
    package let marked: Int

    /// - Parameter text: The lines of the file. If they don't include the location, the result is `nil`.
    package init?(_ place: SourceLocation, in text: [Substring]) {
      guard place.line >= 1, place.line <= text.count else { return nil }
      let start = max(0, place.line - 2)
      let end = min(text.count, start + Self.height)
      first = start + 1
      marked = place.line - 1 - start
      lines = text[start..<end].enumerated().map { index, line in
        Self.cut(line, around: index == place.line - 1 - start ? place.column : 1)
      }
    }

    private static func cut(_ line: Substring, around column: Int) -> String {
      let line = line.hasSuffix("\r") ? line.dropLast() : line
      guard line.utf8.count > width else { return String(line) }
      let skipped = max(0, column - 1 - width / 3)
      let rest = line.unicodeScalars.dropFirst(skipped)
      let shown = String(String.UnicodeScalarView(rest.prefix(width)))
      return (skipped > 0 ? "…" : "") + shown + (rest.count > width ? "…" : "")
    }
  }
}
