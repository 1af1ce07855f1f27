import PlumblineContractModel
import PlumblineJSONTree

/// Leaves the smallest parts out of a description that keep a contract from being made, so that the rest works.
///
/// What is wrong has a place, and what stands there is left out: a keyword of a schema, a parameter, an answer, an operation.
/// Where that leaves something incomplete, that has a place as well and is left out next. Nothing else of the document is
/// another, and each of its values keeps its place.
package struct DocumentTrim {
  /// The description as far as it is understood.
  package private(set) var documents: DocumentSet
  /// What was wrong, and what of it is left out. A mock can be served in spite of it.
  package private(set) var omissions: [Problem] = []

  package init(_ documents: DocumentSet) { self.documents = documents }

  /// Leaves out what problems are about.
  ///
  /// - Returns: false where one of them is about no part, or about a document as a whole; then nothing is left out.
  package mutating func leaveOut(_ problems: [Problem]) -> Bool {
    var finder = PartFinder(problems)
    let read = documents.documents
    for (path, document) in read { finder.search(document, path) }
    guard let parts = finder.parts, !parts.isEmpty else { return false }
    var trimmed: [String: JSONDocument] = [:]
    for (path, document) in read {
      let nodes = Set(parts.lazy.filter { $0.path == path }.map(\.value.node))
      if nodes.isEmpty { continue }
      guard let rest = Self.copy(document, without: nodes) else { return false }
      trimmed[path] = rest
    }
    omissions += parts.map(\.omission)
    documents = documents.replacing(trimmed)
    return true
  }

  /// A document without some of its values, each with its place in the file that somebody wrote.
  private static func copy(_ document: JSONDocument, without nodes: Set<Int>) -> JSONDocument? {
    var json = JSONBuilder.tracing
    write(document.root, without: nodes, to: &json)
    let (bytes, provenance) = json.traced()
    let file = document.root.location.file
    guard let provenance else { return nil }
    return try? JSONDocument.parse(bytes, file: file, provenance: provenance)
  }

  private static func write(_ value: JSON, without nodes: Set<Int>, to json: inout JSONBuilder) {
    json.comes(from: value)
    switch value.kind {
    case .object:
      json.object { json in
        for (key, member) in value.members where !nodes.contains(member.node) {
          json.comes(from: JSON(member.document, member.node - 1))
          json.member(key) { write(member, without: nodes, to: &$0) }
        }
      }
    case .array:
      json.array { json in
        for element in value.elements where !nodes.contains(element.node) { write(element, without: nodes, to: &json) }
      }
    default: json.value(value)
    }
  }
}

/// Finds the parts of documents that problems are about.
private struct PartFinder {
  /// A part that can be left out.
  struct Part {
    /// The path of its document.
    let path: String
    let value: JSON
    /// Its key; `nil` for an element of an array.
    let key: String?
    /// The key of the array.
    let list: String?
    let problem: Problem

    /// The problem with what is left out.
    var omission: Problem {
      let words = key.map { "\"\($0)\" is left out" } ?? "This element of \"\(list ?? "the list")\" is left out"
      var omission = Problem(problem.location, "\(problem.message) \(words).", isServable: true)
      omission.subject = value.hashValue
      omission.isOmission = true
      return omission
    }
  }

  private struct Candidate {
    let path: String
    let value: JSON
    let key: String?
    let list: String?
    let isAtKey: Bool
    let location: SourceLocation
  }

  /// An array and its key.
  private struct List {
    let key: String
    let value: JSON
  }

  private static let alternatives: Set<String> = ["anyOf", "oneOf", "enum"]

  private let problems: [SourceLocation: [Problem]]
  /// The lines of problems, by their files.
  private let lines: [String: Set<Int>]
  private var candidates: [SourceLocation: [Candidate]] = [:]
  /// Where documents begin: what is wrong there is wrong with all of one.
  private var roots: Set<SourceLocation> = []
  /// Keys and texts of those lines, as a problem may be with one letter.
  private var texts: [String: [Candidate]] = [:]

  init(_ problems: [Problem]) {
    self.problems = Dictionary(grouping: problems, by: \.location)
    lines = Dictionary(grouping: problems, by: \.location.file).mapValues { Set($0.map(\.location.line)) }
  }

  mutating func search(_ document: JSONDocument, _ path: String) {
    guard let lines = lines[document.root.location.file] else { return }
    roots.insert(document.root.location)
    var pending: [(value: JSON, key: String?, list: List?)] = [(document.root, nil, nil)]
    while let (value, key, list) = pending.popLast() {
      for isAtKey in [true, false] where isAtKey ? key != nil : value.node != document.root.node {
        let location = (isAtKey ? JSON(document, value.node - 1) : value).location
        guard lines.contains(location.line) else { continue }
        // Fewer alternatives would let less be right: without one of them nothing is known of the others.
        let whole = list.flatMap { Self.alternatives.contains($0.key) ? $0 : nil }
        let candidate = Candidate(
          path: path, value: whole?.value ?? value, key: whole?.key ?? key, list: list?.key, isAtKey: isAtKey,
          location: location)
        if problems[location] != nil { candidates[location, default: []].append(candidate) }
        if isAtKey || value.kind == .string { texts[location.file, default: []].append(candidate) }
      }
      for (key, member) in value.members { pending.append((member, key, nil)) }
      for element in value.elements { pending.append((element, nil, List(key: key ?? "", value: value))) }
    }
  }

  /// What stands at a place: what begins there, else the text that the place is in.
  private func candidates(at location: SourceLocation) -> [Candidate] {
    if let found = candidates[location] { return found }
    let before = texts[location.file]?.filter { $0.location.line == location.line && $0.location < location }
    return before?.max { $0.location < $1.location }.map { [$0] } ?? []
  }

  /// A part for each problem; `nil` where one has none.
  var parts: [Part]? {
    var parts: [Part] = []
    for (location, problems) in problems.sorted(by: { $0.key < $1.key }) {
      if roots.contains(location) { return nil }
      let candidates = candidates(at: location)
      for problem in problems {
        // In YAML a mapping begins where its first key does: what lacks something is the mapping.
        let named = candidates.first { one in
          one.isAtKey && problem.message.contains("\"\(one.key ?? "")\"") && !problem.message.contains(" lacks ")
        }
        guard let one = named ?? candidates.first(where: { !$0.isAtKey }) ?? candidates.first else { return nil }
        parts.append(Part(path: one.path, value: one.value, key: one.key, list: one.list, problem: problem))
      }
    }
    return parts
  }
}
