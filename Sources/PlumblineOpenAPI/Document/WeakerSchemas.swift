import PlumblineContractModel
import PlumblineJSONTree

/// The schemas that let more in than their document says, as parts of them are left out, and what that changes elsewhere.
struct WeakerSchemas {
  /// The changes to one document, by the nodes of its values.
  struct Edits {
    /// The lists of "oneOf" that are read as "anyOf".
    var loosened: Set<Int> = []
    var removed: Set<Int> = []
    /// The schemas in whose place any value is right.
    var holes: Set<Int> = []

    var isEmpty: Bool { loosened.isEmpty && removed.isEmpty && holes.isEmpty }
  }

  /// The member beside a "oneOf" that is read as "anyOf".
  static let mark = "x-plumbline-any"

  private(set) var edits: [String: Edits] = [:]
  /// What changes because of other schemas.
  private(set) var omissions: [Problem] = []
  /// Components by their names, and files by theirs after a slash. That several have one name does no harm.
  private var names: Set<String> = []

  init(_ parts: [PartFinder.Part], in documents: [(path: String, document: JSONDocument)]) {
    for part in parts {
      var own = edits[part.path] ?? Edits()
      own.loosened.formUnion(part.surroundings.choices)
      own.removed.formUnion(part.surroundings.closings)
      if part.keepsPlace { own.holes.insert(part.value.node) } else { own.removed.insert(part.value.node) }
      edits[part.path] = own
      if part.isOfSchema { names.insert(part.surroundings.component ?? Self.name(ofFile: part.path)) }
    }
    if names.isEmpty { return }
    close(over: documents)
    for (path, document) in documents { search(document, path) }
  }

  /// Adds the schemas that lead to others that let more in.
  private mutating func close(over documents: [(path: String, document: JSONDocument)]) {
    var sources: [String: [String]] = [:]
    for (path, document) in documents {
      Self.visit(document) { key, value, _, surroundings in
        guard key == "$ref", let reference = value.string else { return }
        sources[Self.name(of: reference), default: []].append(surroundings.component ?? Self.name(ofFile: path))
      }
    }
    var pending = Array(names)
    while let name = pending.popLast() {
      for source in sources[name] ?? [] where names.insert(source).inserted { pending.append(source) }
    }
  }

  private mutating func search(_ document: JSONDocument, _ path: String) {
    var own = edits[path] ?? Edits()
    var found: [Problem] = []
    Self.visit(document) { key, value, parent, _ in
      switch key {
      case "oneOf" where value.kind == .array && parent[Self.mark] == nil:
        guard !own.loosened.contains(value.node), leads(value) else { return }
        own.loosened.insert(value.node)
        found.append(Self.omission(value, "\"oneOf\" is read as \"anyOf\""))
      case "not", "if", "contains":
        guard !own.removed.contains(value.node), leads(value) else { return }
        own.removed.insert(value.node)
        found.append(Self.omission(value, "\"\(key)\" is left out"))
      default: break
      }
    }
    omissions += found
    if !own.isEmpty { edits[path] = own }
  }

  private static func omission(_ value: JSON, _ words: String) -> Problem {
    var omission = Problem(
      JSON(value.document, value.node - 1).location,
      "Of a schema that this leads to not all is understood, so \(words).", isServable: true)
    omission.subject = value.hashValue
    omission.isOmission = true
    return omission
  }

  /// Whether a reference in a value leads to a schema that lets more in.
  private func leads(_ value: JSON) -> Bool {
    var pending = [value]
    while let value = pending.popLast() {
      if let reference = value["$ref"]?.string, names.contains(Self.name(of: reference)) { return true }
      pending += value.members.map(\.value)
      pending += value.elements
    }
    return false
  }

  private static func name(of reference: String) -> String {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let pointer = parts.count > 1 ? parts[1] : ""
    let name = pointer.split(separator: "/").last.map(String.init)
    return name ?? Self.name(ofFile: String(parts.first ?? ""))
  }

  private static func name(ofFile path: String) -> String {
    "/" + (path.split(separator: "/").last.map(String.init) ?? "")
  }

  /// Calls for each keyword of a document's schemas, with the object that it is in.
  private static func visit(
    _ document: JSONDocument, _ look: (_ key: String, _ value: JSON, _ parent: JSON, SchemaSurroundings) -> Void
  ) {
    var pending: [(value: JSON, surroundings: SchemaSurroundings)] = [(document.root, SchemaSurroundings())]
    while let (value, surroundings) = pending.popLast() {
      for (key, member) in value.members {
        if surroundings.hasKeywords { look(key, member, value, surroundings) }
        pending.append((member, surroundings.entering(key, member, in: value)))
      }
      for element in value.elements { pending.append((element, surroundings.enteringElement())) }
    }
  }
}
