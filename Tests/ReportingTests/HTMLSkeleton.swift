import Testing

/// A page that a strict XML parser has parsed, without its own style and script.
struct HTMLSkeleton {
  let root: XMLElementTree
  /// The number of scripts in the page.
  let scripts: Int
  let style: String
  let script: String

  init(_ page: String) throws {
    var rest = page
    style = try Self.cut("style", from: &rest)
    script = try Self.cut("script", from: &rest)
    let parsed = XMLElementTree.parse(rest)
    root = try #require(parsed, "The page is no well-formed XML.")
    scripts = 1 + root.all.count { $0.name == "script" }
  }

  var elements: Set<String> { Set(root.all.map(\.name)) }
  var attributes: Set<String> { Set(root.all.flatMap(\.attributes.keys)) }
  var links: [String] { root.all.compactMap { $0.attributes["href"] } }

  /// Removes the text between an element's tags. For a style, it's the first element, and for a script, the last one.
  private static func cut(_ tag: String, from page: inout String) throws -> String {
    let opening = "<\(tag)>"
    let closing = "</\(tag)>"
    let starts = page.ranges(of: opening)
    let ends = page.ranges(of: closing)
    try #require(starts.count == 1, "There is one \(tag).")
    try #require(ends.count == 1, "There is one \(tag).")
    let content = String(page[starts[0].upperBound..<ends[0].lowerBound])
    page.removeSubrange(starts[0].lowerBound..<ends[0].upperBound)
    return content
  }
}
