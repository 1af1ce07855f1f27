import Foundation
import PlumblineJSONTree
import TestSupport
import Testing

/// A reference for the authors of contracts or recordings, which consists of articles whose examples are files.
///
/// A block of JSON is a `contract.json`, unless the preceding line names a different file. For example, `links.json`:
/// or `books.get/emma.json`: precedes a link file or a recording, which belongs to the contract right before it. A
/// block of text that follows and starts with the name of a file is the output of `lint`. Members that the examples
/// omit are taken from the contract in the first block of the article ContractReference.
struct Reference {
  /// Files that are checked together.
  struct Example: Sendable, CustomTestStringConvertible {
    /// The place in the article, such as `AnswerReference.md:12 Envelope`.
    let place: String
    /// The names and texts of the example's files.
    fileprivate(set) var files: [(name: String, text: String)]
    /// The expected output of `lint`, such as `contract.json:4:12: …`.
    fileprivate(set) var problems: [String] = []

    var testDescription: String { place }
  }

  /// The subject of a reference.
  enum Subject: CaseIterable {
    case contracts, recordings
  }

  let papers: [Paper]

  init(_ subject: Subject) throws {
    let names =
      switch subject {
      case .contracts:
        [
          "ContractReference", "EndpointReference", "AnswerReference", "SchemaReference", "StateReference",
          "FolderReference",
        ]
      case .recordings: ["RecordingReference"]
      }
    papers = try names.map { try Paper.article($0) }
  }

  var lines: [String] { papers.flatMap(\.lines) }

  /// The text of the contract that completes the examples.
  static var base: String {
    get throws {
      let first = try Paper.article("ContractReference").blocks.first { $0.language == "json" }
      return try #require(first).lines.joined(separator: "\n")
    }
  }

  /// All examples in order.
  var examples: [Example] { papers.flatMap(Self.examples) }

  private static func examples(of paper: Paper) -> [Example] {
    var examples: [Example] = []
    var end = 0
    for block in paper.blocks {
      let between = paper.lines[end..<(block.firstLine - 2)].filter { !$0.isEmpty }
      end = block.firstLine + block.lines.count
      let text = block.lines.joined(separator: "\n")
      if block.language == "text", block.lines.first?.contains(".json:") == true, !examples.isEmpty {
        examples[examples.count - 1].problems = joined(block.lines)
      }
      guard block.language == "json" else { continue }
      let mark = block.before.last { !$0.isEmpty }?.wholeMatch(of: /`([^ ]+\.json)`:/)
      let name = mark.map { String($0.output.1) } ?? "contract.json"
      let isNew = examples.last?.files.contains { $0.name == name } == false
      let belongs = mark != nil && between.count == 1 && isNew
      if belongs {
        examples[examples.count - 1].files.append((name, text))
      } else {
        examples.append(
          Example(place: "\(paper.path):\(block.firstLine) \(block.heading)", files: [(name, text)]))
      }
    }
    return examples
  }

  /// Returns lines without their line breaks. An indented line continues the preceding one.
  private static func joined(_ lines: [String]) -> [String] {
    lines.reduce(into: []) { joined, line in
      if line.hasPrefix("  "), let last = joined.popLast() {
        joined.append(last + " " + line.drop { $0 == " " })
      } else {
        joined.append(line)
      }
    }
  }

  /// The text of sections that describe keys, with the names of the definitions that contain the keys. An example of
  /// the marker is `<!-- keys: failure, occasion -->`.
  var sections: [(definitions: [String], lines: [String])] {
    var sections: [(definitions: [String], lines: [String])] = []
    var isOpen = false
    for line in lines {
      if line.hasPrefix("#") { isOpen = false }
      if let mark = line.wholeMatch(of: /<!-- keys: (.+) -->/) {
        sections.append((mark.output.1.split(separator: ", ").map(String.init), []))
        isOpen = true
      } else if isOpen {
        sections[sections.count - 1].lines.append(line)
      }
    }
    return sections
  }
}

extension Reference.Example {
  /// Writes the example's files to where `lint` looks for them, completed with the members that they omit.
  func write(to folder: TemporaryFolder) throws {
    let base = try Reference.base
    if !files.contains(where: { $0.name == "contract.json" }) {
      try folder.write(base, to: "Contracts/library/contract.json")
    }
    for (name, text) in files {
      let text = name == "contract.json" ? try Self.completed(text, with: JSON.parse(base)) : text
      try folder.write(text, to: "\(name.contains("/") ? "Recordings" : "Contracts")/library/\(name)")
    }
  }

  /// The members of a contract that contain several named values.
  private static let named = ["servers", "credentials", "personas", "errors", "schemas", "resources"]

  /// Returns a contract with the members that only the base has. They are appended to its own members, so that the
  /// positions of those don't change.
  static func completed(_ text: String, with base: JSON) throws -> String {
    let root = try JSON.parse(text)
    let ends = ends(ofObjectsIn: Array(text.utf8))
    var additions: [(end: Int, text: String)] = []
    func add(_ missing: [(key: String, value: JSON)], to object: JSON, before end: Int?) {
      guard let end, !missing.isEmpty else { return }
      let members = missing.map { "\(JSON($0.key).text): \($0.value.text)" }.joined(separator: ", ")
      additions.append((end, (object.count == 0 ? "" : ", ") + members))
    }
    add(base.members.filter { root[$0.key] == nil }, to: root, before: ends[""])
    for name in named {
      guard let own = root[name], let other = base[name] else { continue }
      add(other.members.filter { own[$0.key] == nil }, to: own, before: ends[name])
    }
    var bytes = Array(text.utf8)
    for addition in additions.sorted(by: { $0.end > $1.end }) {
      bytes.insert(contentsOf: Array(addition.text.utf8), at: addition.end)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the ends of the text's own object, whose name is empty, and of the objects that are its members.
  private static func ends(ofObjectsIn bytes: [UInt8]) -> [String: Int] {
    var ends: [String: Int] = [:]
    var depth = 0
    var string: Int?
    var word = ""
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if let start = string {
        if byte == UInt8(ascii: "\\") { index += 1 }
        if byte == UInt8(ascii: "\"") {
          if depth == 1 { word = String(decoding: bytes[(start + 1)..<index], as: UTF8.self) }
          string = nil
        }
      } else {
        switch byte {
        case UInt8(ascii: "\""): string = index
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          depth -= 1
          if depth < 2 { ends[depth == 0 ? "" : word] = index }
        default: break
        }
      }
      index += 1
    }
    return ends
  }
}
