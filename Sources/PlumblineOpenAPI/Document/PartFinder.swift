import PlumblineContractModel
import PlumblineJSONTree

/// A search for the parts of documents that problems refer to.
struct PartFinder {
  /// A part that can be left out.
  struct Part {
    /// The path of the document that contains the part.
    let path: String
    let value: JSON
    /// The part's key, or `nil` for an element of an array.
    let key: String?
    /// The key of the array that contains the part, or `nil` if the part isn't an element.
    let list: String?
    /// The enclosing schemas, which assert less without the part.
    let surroundings: SchemaSurroundings
    /// A Boolean value that indicates whether the part must be replaced by a schema that accepts any value, rather than
    /// removed.
    let keepsPlace: Bool
    let problem: Problem

    /// A Boolean value that indicates whether a schema accepts more without the part.
    var isOfSchema: Bool { surroundings.isOfSchema }

    /// The beginning of a sentence about the effect of leaving out the part.
    private var outcome: String {
      if keepsPlace { return "Any value is accepted for \(key.map { "\"\($0)\"" } ?? "this element")" }
      if let key, DocumentTrim.remainder(of: value) != nil { return "Any body is accepted for \"\(key)\"" }
      return key.map { "\"\($0)\" is left out" } ?? "This element of \"\(list ?? "the list")\" is left out"
    }

    /// Returns the problem that reports the omission of the part.
    func omission(_ hashes: inout PartHashes) -> Problem {
      let loosened = surroundings.choices.isEmpty ? "" : ", and the \"oneOf\" around it is read as \"anyOf\""
      var omission = Problem(problem.location, "\(problem.message) \(outcome)\(loosened).", isServable: true)
      omission.subject = hashes.hash(of: [value])
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
    let surroundings: SchemaSurroundings
    let keepsPlace: Bool
  }

  /// An array and its key.
  private struct List {
    let key: String
    let value: JSON
  }

  private static let alternatives: Set<String> = ["anyOf", "oneOf", "enum"]

  private let problems: [SourceLocation: [Problem]]
  /// The line numbers of problems, by file.
  private let lines: [String: Set<Int>]
  private var candidates: [SourceLocation: [Candidate]] = [:]
  /// The locations at which documents begin. A problem there refers to the whole document.
  private var roots: Set<SourceLocation> = []
  /// The keys and strings in those lines. A problem may refer to a single character.
  private var texts: [String: [Candidate]] = [:]

  init(_ problems: [Problem]) {
    self.problems = Dictionary(grouping: problems, by: \.location)
    lines = Dictionary(grouping: problems, by: \.location.file).mapValues { Set($0.map(\.location.line)) }
  }

  mutating func search(_ document: JSONDocument, _ path: String) {
    guard let lines = lines[document.root.location.file] else { return }
    roots.insert(document.root.location)
    var pending: [(value: JSON, key: String?, list: List?, surroundings: SchemaSurroundings)] = [
      (document.root, nil, nil, SchemaSurroundings())
    ]
    while let (value, key, list, surroundings) = pending.popLast() {
      for isAtKey in [true, false] where isAtKey ? key != nil : value.node != document.root.node {
        let location = (isAtKey ? JSON(document, value.node - 1) : value).location
        guard lines.contains(location.line) else { continue }
        // Fewer alternatives would accept less, so if one of them isn't understood, none can be used.
        let whole = list.flatMap { Self.alternatives.contains($0.key) ? $0 : nil }
        let surroundings = surroundings.leaving(key)
        let test = surroundings.test
        let candidate = Candidate(
          path: path, value: test?.value ?? whole?.value ?? value, key: test?.key ?? whole?.key ?? key, list: list?.key,
          isAtKey: isAtKey, location: location,
          surroundings: test == nil ? surroundings.without(whole?.value) : surroundings.outside,
          keepsPlace: test == nil && whole == nil && surroundings.keepsPlace)
        if problems[location] != nil { candidates[location, default: []].append(candidate) }
        if isAtKey || value.kind == .string { texts[location.file, default: []].append(candidate) }
      }
      for (key, member) in value.members {
        pending.append((member, key, nil, surroundings.entering(key, member, in: value)))
      }
      for element in value.elements {
        pending.append((element, nil, List(key: key ?? "", value: value), surroundings.enteringElement()))
      }
    }
  }

  /// Returns the values that begin at a location or, if there are none, the string that contains it.
  private func candidates(at location: SourceLocation) -> [Candidate] {
    if let found = candidates[location] { return found }
    let before = texts[location.file]?.filter { $0.location.line == location.line && $0.location < location }
    return before?.max { $0.location < $1.location }.map { [$0] } ?? []
  }

  /// The parts, one for each problem, or `nil` if a problem refers to no part.
  var parts: [Part]? {
    var parts: [Part] = []
    for (location, problems) in problems.sorted(by: { $0.key < $1.key }) {
      if roots.contains(location) { return nil }
      let candidates = candidates(at: location)
      for problem in problems {
        // In YAML, a mapping begins at its first key, so an incomplete value there is the mapping.
        let named = candidates.first { $0.isAtKey && problem.key == $0.key }
        guard let one = named ?? candidates.first(where: { !$0.isAtKey }) ?? candidates.first else { return nil }
        parts.append(
          Part(
            path: one.path, value: one.value, key: one.key, list: one.list, surroundings: one.surroundings,
            keepsPlace: one.keepsPlace,
            problem: problem))
      }
    }
    return parts
  }
}
