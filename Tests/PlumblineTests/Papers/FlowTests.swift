import Foundation
import TestSupport
import Testing

/// The flows that ARCHITECTURE.md lists file by file, which must be actual paths through the code.
struct FlowTests {
  /// A step of a flow, which is a file and its caller.
  struct Hop: CustomStringConvertible {
    let flow: String
    let caller: String
    let file: String

    var description: String { "\(flow): \(caller) → \(file)" }
  }

  /// The steps of all flows. The caller of a file is the one under which it's indented, or else the preceding one.
  private static func hops(in lines: [String]) -> [Hop] {
    var hops: [Hop] = []
    var flow: String?
    var above: [(depth: Int, file: String)] = []
    for line in lines {
      if line.hasPrefix("## ") { flow = nil }
      if line.hasPrefix("### ") { (flow, above) = (String(line.dropFirst(4)), []) }
      // A paragraph ends the list.
      if let first = line.first, !" -#".contains(first) { above = [] }
      guard let flow, let item = line.prefixMatch(of: /( *)- `(Sources\/[^`]+\.swift)`/)?.output else { continue }
      let (depth, file) = (item.1.count, String(item.2))
      above.removeAll { $0.depth > depth }
      let before = above.last?.depth == depth ? above.popLast() : nil
      if let caller = depth == 0 ? before : above.last {
        hops.append(Hop(flow: flow, caller: caller.file, file: file))
      }
      above.append((depth, file))
    }
    return hops
  }

  /// The declarations in a file, and the names that it uses.
  private struct Source {
    let words: Set<String>
    let calls: Set<String>
    let types: Set<String>
    let functions: Set<String>

    init(_ path: String) throws {
      let text = try String(contentsOf: repositoryRoot.appendingPathComponent(path), encoding: .utf8)
        .replacing(/\/\/[^\n]*/, with: "")
      let used = text.replacing(/func \w+/, with: "")
      words = Set(used.matches(of: /\w+/).map { String($0.output) })
      calls = Set(used.matches(of: /(\w+)\(/).map { String($0.output.1) })
      types = Set(
        text.matches(of: /(?:struct|class|enum|actor|protocol|typealias) ([A-Z]\w*)/).map { String($0.output.1) })
      // Short names such as "run" occur everywhere.
      functions = Set(
        text.split(separator: "\n").filter { !$0.contains("private") }
          .compactMap { $0.firstMatch(of: /func (\w+)/).map { String($0.output.1) } }.filter { $0.count > 4 })
    }

    /// Returns a Boolean value that indicates whether the file uses a type of a different file, either by name or through a
    /// property of that type, or calls one of its functions.
    func names(_ other: Source) -> Bool {
      other.types.contains { words.contains($0) || words.contains($0.prefix(1).lowercased() + $0.dropFirst()) }
        || !other.functions.isDisjoint(with: calls)
    }
  }

  private static func isJoined(_ one: String, _ other: String) throws -> Bool {
    let (one, other) = (try Source(one), try Source(other))
    return one.names(other) || other.names(one)
  }

  @Test func `each file of a flow calls the next, or is called by it`() throws {
    let hops = Self.hops(in: try Paper(".github/ARCHITECTURE.md").lines)
    #expect(Set(hops.map(\.flow)).count == 4)
    #expect(hops.count > 60)
    for hop in hops {
      let isJoined = try Self.isJoined(hop.caller, hop.file)
      #expect(isJoined, "\(hop): neither names the other")
    }
  }

  @Test func `files that have nothing to do with each other are not joined`() throws {
    let report = "Sources/PlumblineReporting/Model/Report.swift"
    let isJoined = try Self.isJoined("Sources/PlumblineTime/CivilDate.swift", report)
    #expect(!isJoined)
  }

  @Test func `a list is read by its indents`() {
    let lines = [
      "### A", "- `Sources/a.swift`: x", "  - `Sources/b.swift`", "    - `Sources/c.swift`", "  - `Sources/d.swift`",
      "  goes on", "- `Sources/e.swift`", "", "Another list.", "", "- `Sources/f.swift`", "## B", "- `Sources/g.swift`",
      "- `Sources/h.swift`",
    ]
    #expect(
      Self.hops(in: lines).map { "\($0.caller) \($0.file)".replacing("Sources/", with: "") } == [
        "a.swift b.swift", "b.swift c.swift", "a.swift d.swift", "a.swift e.swift",
      ])
  }

  @Test func `a new state action finds each file that asks for an update`() throws {
    let text = try Paper(".github/ARCHITECTURE.md").text
    let section = try #require(text.components(separatedBy: "**A state action.**").last)
    let sources = repositoryRoot.appendingPathComponent("Sources")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    let swift = files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" && !$0.path.contains("/Clients/") }
    let asking = try swift.filter {
      try String(contentsOf: $0, encoding: .utf8).contains(/(?:[=!]= |case |[\[,] ?)\.update\b/)
    }
    #expect(asking.count > 20)
    for file in asking where !section.contains(file.lastPathComponent) {
      Issue.record("ARCHITECTURE.md doesn't say what \(file.lastPathComponent) means for a new state action")
    }
  }

  @Test func `what people want to add has its place`() throws {
    let text = try Paper(".github/ARCHITECTURE.md").text
    for wish in [
      "A lint of contracts", "A lint of recordings", "A lint of OpenAPI documents", "An import format",
      "A keyword of OpenAPI", "A judge", "A check on real servers", "A state action",
    ] {
      #expect(text.contains("**\(wish).**"), "\(wish)")
    }
  }
}
