import Foundation

/// A text in Markdown about Plumbline, for people: README.md, the articles of the catalogues, the maintainers'
/// documents. Tests compare its contents with the actual tool.
package struct Paper: Sendable, CustomStringConvertible {
  /// A block of code, and its place.
  package struct Block: Sendable {
    /// The path of the paper: `README.md`.
    package let path: String
    /// The heading above it, without its marks.
    package let heading: String
    /// The name of its language: `json`.
    package let language: String
    /// The lines before it in the file.
    package let before: [String]
    /// The number of its first line in the file.
    package let firstLine: Int
    package let lines: [String]
  }

  /// From the repository's folder: `README.md`.
  package let path: String
  package let lines: [String]

  package init(_ path: String) throws {
    self.path = path
    let text = try String(contentsOf: repositoryRoot.appendingPathComponent(path), encoding: .utf8)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The article of this name in one of the catalogues: `Services`.
  package static func article(_ name: String) throws -> Paper {
    guard let path = try paths.get().first(where: { $0.hasSuffix(".docc/\(name).md") }) else {
      throw Missing(description: "No catalogue has an article \(name).")
    }
    return try Paper(path)
  }

  /// The error that an article doesn't exist.
  private struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  /// Every paper.
  package static let all = Result { try paths.get().map { try Paper($0) } }

  /// The paths of all papers: the one list that tests use.
  private static let paths = Result {
    try ["README.md", "Contracts/README.md", "Recordings/README.md"]
      + papers(in: ".github")
      + folders(in: "Sources").flatMap { module in
        try folders(in: module).filter { $0.hasSuffix(".docc") }.flatMap(papers)
      }
  }

  private static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: repositoryRoot.appendingPathComponent(folder).path).sorted()
      .map { "\(folder)/\($0)" }
  }

  private static func folders(in folder: String) throws -> [String] {
    try names(in: folder).filter { path in
      var isFolder: ObjCBool = false
      let url = repositoryRoot.appendingPathComponent(path)
      return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
    }
  }

  /// Those of a folder and of the folders in it.
  private static func papers(in folder: String) throws -> [String] {
    try names(in: folder).filter { $0.hasSuffix(".md") } + folders(in: folder).flatMap(papers)
  }

  package var description: String { path }

  package var text: String { lines.joined(separator: "\n") }

  /// The targets of the named links, by name in lowercase: `[rules]: Sources/…/Rules.md`.
  package var definitions: [String: String] {
    let found = lines.compactMap { $0.wholeMatch(of: /\[([^\[\]]+)\]: (\S+)/)?.output }
    return Dictionary(found.map { ($0.1.lowercased(), String($0.2)) }) { first, _ in first }
  }

  /// All blocks of code, in order.
  package var blocks: [Block] {
    var blocks: [Block] = []
    var heading = ""
    var opening: Int?
    for (index, line) in lines.enumerated() {
      let indented = line.drop { $0 == " " }
      if indented.hasPrefix("```") {
        if let start = opening {
          let language = lines[start].drop { $0 == " " }.dropFirst(3)
          blocks.append(
            Block(
              path: path, heading: heading, language: String(language), before: Array(lines[..<start]),
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

  /// Returns a Boolean value that indicates whether a line is what a paper shows, in which `…` matches any text.
  package static func fits(_ line: String, _ shown: String) -> Bool {
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
}

extension Paper.Block {
  /// Returns where lines are not what the block, or a part of the block, shows: the place there, what it shows, and what came.
  package func differences(_ got: [String], _ shown: [String], firstLine: Int) -> [String] {
    (0..<max(got.count, shown.count)).compactMap { index in
      let expected = index < shown.count ? shown[index] : nil
      let line = index < got.count ? got[index] : nil
      if let expected, let line, Paper.fits(line, expected) { return nil }
      return """
        \(path):\(firstLine + index)
        expected \(expected ?? "(no further line)")
        got      \(line ?? "(no further line)")
        """
    }
  }
}
