import Foundation

/// A Markdown text about Plumbline, such as README.md, an article of a documentation catalog, or a document for
/// maintainers. Tests compare its contents with the actual tool.
package struct Paper: Sendable, CustomStringConvertible {
  /// A code block and its place.
  package struct Block: Sendable {
    /// The path of the paper, such as `README.md`.
    package let path: String
    /// The heading above the block, without its marks.
    package let heading: String
    /// The name of the block's language, such as `json`.
    package let language: String
    /// The lines before the block in the file.
    package let before: [String]
    /// The number of the block's first line in the file.
    package let firstLine: Int
    package let lines: [String]
  }

  /// The path in the repository, such as `README.md`.
  package let path: String
  package let lines: [String]

  package init(_ path: String) throws {
    self.path = path
    let text = try String(contentsOf: repositoryRoot.appendingPathComponent(path), encoding: .utf8)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Returns the article with a name such as `Services` from one of the catalogs.
  package static func article(_ name: String) throws -> Paper {
    guard let path = try paths.get().first(where: { $0.hasSuffix(".docc/\(name).md") }) else {
      throw Missing(description: "No catalogue has an article \(name).")
    }
    return try Paper(path)
  }

  /// An error that reports a missing article.
  private struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  /// Every paper.
  package static let all = Result { try paths.get().map { try Paper($0) } }

  /// The paths of all papers, in the only list that tests use.
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

  /// Returns the papers in a folder and its subfolders.
  private static func papers(in folder: String) throws -> [String] {
    try names(in: folder).filter { $0.hasSuffix(".md") } + folders(in: folder).flatMap(papers)
  }

  package var description: String { path }

  package var text: String { lines.joined(separator: "\n") }

  /// The targets of link reference definitions such as `[rules]: Sources/…/Rules.md`, by their lowercase names.
  package var definitions: [String: String] {
    let found = lines.compactMap { $0.wholeMatch(of: /\[([^\[\]]+)\]: (\S+)/)?.output }
    return Dictionary(found.map { ($0.1.lowercased(), String($0.2)) }) { first, _ in first }
  }

  /// All code blocks in order.
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

  /// Returns a Boolean value that indicates whether a line equals one that a paper shows, in which `…` matches any
  /// text.
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
  /// Returns the lines that differ from those that the block or a part of it shows. Each result contains the place, the
  /// shown line, and the actual line.
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
