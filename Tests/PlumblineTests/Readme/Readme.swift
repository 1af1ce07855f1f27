import Foundation
import TestSupport
import Testing

/// README.md, whose examples are held to what the tool does.
enum Readme {
  /// A block of code, and where it stands.
  struct Block: Sendable {
    /// The heading it stands under, without its marks.
    let heading: String
    /// What its language is called: `json`.
    let language: String
    /// What stands before it in the file.
    let before: [String]
    /// The number of its first line in the file.
    let firstLine: Int
    let lines: [String]
  }

  /// The whole text.
  static let text = Result {
    try String(contentsOf: repositoryRoot.appendingPathComponent("README.md"), encoding: .utf8)
  }

  static var lines: [String] {
    get throws { try text.get().split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
  }

  /// All blocks of code, in order.
  static var blocks: [Block] {
    get throws { blocks(in: try lines) }
  }

  /// The blocks of code in a text in Markdown, in order.
  static func blocks(in lines: [String]) -> [Block] {
    var blocks: [Block] = []
    var heading = ""
    var opening: Int?
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("```") {
        if let start = opening {
          blocks.append(
            Block(
              heading: heading, language: String(lines[start].dropFirst(3)), before: Array(lines[..<start]),
              firstLine: start + 2, lines: Array(lines[(start + 1)..<index])))
          opening = nil
        } else {
          opening = index
        }
      } else if opening == nil, line.hasPrefix("#") {
        heading = line.drop { $0 == "#" || $0 == " " }.description
      }
    }
    return blocks
  }

  /// Whether a line is what README.md shows, where `…` stands for any text.
  static func fits(_ line: String, _ shown: String) -> Bool {
    var parts = shown.components(separatedBy: "…")
    let last = parts.removeLast()
    guard let first = parts.first else { return line == last }
    guard line.hasPrefix(first) else { return false }
    var rest = line.dropFirst(first.count)
    for part in parts.dropFirst() where !part.isEmpty {
      guard let range = rest.range(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(last)
  }

  /// Where lines are not what README.md shows: the place there, what it shows, and what came.
  static func differences(_ got: [String], _ shown: [String], firstLine: Int) -> [String] {
    (0..<max(got.count, shown.count)).compactMap { index in
      let expected = index < shown.count ? shown[index] : nil
      let line = index < got.count ? got[index] : nil
      if let expected, let line, fits(line, expected) { return nil }
      return """
        README.md:\(firstLine + index)
        expected \(expected ?? "(no further line)")
        got      \(line ?? "(no further line)")
        """
    }
  }
}
