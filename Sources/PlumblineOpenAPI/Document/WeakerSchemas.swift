import PlumblineContractModel
import PlumblineJSONTree

/// The schemas that accept more than the document says because parts of them were left out, and the consequences for
/// other schemas.
struct WeakerSchemas {
  /// The changes to one document, by node.
  struct Edits {
    /// The "oneOf" lists that are read as "anyOf".
    var loosened: Set<Int> = []
    var removed: Set<Int> = []
    /// The schemas that are replaced by ones that accept any value.
    var holes: Set<Int> = []
    /// The rewritten references, by node.
    var texts: [Int: String] = [:]

    var isEmpty: Bool { loosened.isEmpty && removed.isEmpty && holes.isEmpty && texts.isEmpty }
  }

  /// The member that marks a "oneOf" in the same schema to be read as "anyOf".
  static let mark = "x-plumbline-any"

  /// The changes to each document, by path.
  var edits: [String: Edits] = [:]
  /// The changes that other schemas cause.
  private(set) var omissions: [Problem] = []
  /// The components by name, and the files by name with a slash as a prefix. It does no harm if several share a name.
  private var names: Set<String> = []
  /// The names whose schemas describe fewer members or elements than their document says. A name with a trailing slash
  /// means the parts of a component, at any depth.
  private var unknowing: Set<String> = []

  /// A reference to a schema.
  private struct Link {
    let target: SchemaTarget
    let path: String
    let surroundings: SchemaSurroundings
  }

  init(_ parts: [PartFinder.Part], in documents: [(path: String, document: JSONDocument)]) {
    for part in parts {
      var own = edits[part.path] ?? Edits()
      own.loosened.formUnion(part.surroundings.choices)
      if part.keepsPlace { own.holes.insert(part.value.node) } else { own.removed.insert(part.value.node) }
      edits[part.path] = own
      guard part.isOfSchema else { continue }
      names.insert(part.surroundings.component ?? SchemaTarget.name(ofFile: part.path))
      noteLoss(part.surroundings, part.path)
    }
    for part in parts { leaveOutClosings(part.surroundings, part.path) }
    if names.isEmpty { return }
    let links = Self.links(in: documents)
    close(over: links)
    for (path, document) in documents { search(document, path) }
    if !unknowing.isEmpty { leaveOutClosings(over: links) }
  }

  private static func links(in documents: [(path: String, document: JSONDocument)]) -> [Link] {
    var links: [Link] = []
    for (path, document) in documents {
      visit(document) { key, value, _, surroundings in
        guard key == "$ref", let reference = value.string else { return }
        links.append(Link(target: SchemaTarget(reference, in: path), path: path, surroundings: surroundings))
      }
    }
    return links
  }

  /// Adds the schemas that refer to schemas that accept more.
  private mutating func close(over links: [Link]) {
    var sources: [String: [String]] = [:]
    for link in links {
      let source = link.surroundings.component ?? SchemaTarget.name(ofFile: link.path)
      sources[link.target.name, default: []].append(source)
    }
    var pending = Array(names)
    while let name = pending.popLast() {
      for source in sources[name] ?? [] where names.insert(source).inserted { pending.append(source) }
    }
  }

  private mutating func search(_ document: JSONDocument, _ path: String) {
    var own = edits[path] ?? Edits()
    var found: [Problem] = []
    var lost: [SchemaSurroundings] = []
    Self.visit(document) { key, value, parent, surroundings in
      switch key {
      case "oneOf" where value.kind == .array && parent[Self.mark] == nil:
        guard !own.loosened.contains(value.node), leads(value, path) else { return }
        own.loosened.insert(value.node)
        found.append(
          Self.omission(
            value, "This leads to a schema that is only partly understood, so \"oneOf\" is read as \"anyOf\"."))
      case "not", "if", "contains":
        guard !own.removed.contains(value.node), leads(value, path) else { return }
        own.removed.insert(value.node)
        found.append(
          Self.omission(value, "This leads to a schema that is only partly understood, so \"\(key)\" is left out."))
        lost.append(surroundings)
      default: break
      }
    }
    omissions += found
    if !own.isEmpty { edits[path] = own }
    for surroundings in lost {
      noteLoss(surroundings, path)
      leaveOutClosings(surroundings, path)
    }
  }

  /// Records that a schema describes fewer members or elements without a part that has these surroundings.
  ///
  /// - Returns: `true` if this wasn't known before.
  @discardableResult
  private mutating func noteLoss(_ surroundings: SchemaSurroundings, _ path: String) -> Bool {
    guard surroundings.isEvaluator else { return false }
    guard let component = surroundings.component else {
      return unknowing.insert(SchemaTarget.name(ofFile: path)).inserted
    }
    let isNew = unknowing.insert(component + "/").inserted
    return surroundings.isOfWhole && unknowing.insert(component).inserted || isNew
  }

  /// Leaves out the keywords that would reject values that are no longer described, and reports each by name.
  private mutating func leaveOutClosings(_ surroundings: SchemaSurroundings, _ path: String) {
    for closing in surroundings.closings where !closing.isOpen {
      var own = edits[path] ?? Edits()
      guard own.removed.insert(closing.value.node).inserted else { continue }
      edits[path] = own
      omissions.append(
        Self.omission(
          closing.value,
          "Not all is understood of what else the schema knows of a value, so \"\(closing.key)\" is left out."))
    }
  }

  /// Leaves out the keywords around each reference to a schema that describes less, if they would reject values that
  /// are no longer described.
  private mutating func leaveOutClosings(over links: [Link]) {
    var isComplete = false
    while !isComplete {
      isComplete = true
      for link in links where unknowing.contains(link.target.key) {
        if noteLoss(link.surroundings, link.path) { isComplete = false }
      }
    }
    for link in links where unknowing.contains(link.target.key) {
      leaveOutClosings(link.surroundings, link.path)
    }
  }

  private static func omission(_ value: JSON, _ sentence: String) -> Problem {
    var omission = Problem(JSON(value.document, value.node - 1).location, sentence, isServable: true)
    var hashes = PartHashes()
    omission.subject = hashes.hash(of: [value])
    omission.isOmission = true
    return omission
  }

  /// Returns a Boolean value that indicates whether a value contains a reference to a schema that accepts more.
  private func leads(_ value: JSON, _ path: String) -> Bool {
    var pending = [value]
    while let value = pending.popLast() {
      if let reference = value["$ref"]?.string, names.contains(SchemaTarget(reference, in: path).name) { return true }
      pending += value.members.map(\.value)
      pending += value.elements
    }
    return false
  }

  /// Calls a closure for each keyword of a document's schemas, with the object that contains it and its surroundings.
  private static func visit(
    _ document: JSONDocument, _ look: (_ key: String, _ value: JSON, _ parent: JSON, SchemaSurroundings) -> Void
  ) {
    var pending: [(value: JSON, surroundings: SchemaSurroundings)] = [(document.root, SchemaSurroundings())]
    while let (value, surroundings) = pending.popLast() {
      for (key, member) in value.members {
        let inner = surroundings.entering(key, member, in: value)
        if surroundings.hasKeywords { look(key, member, value, inner) }
        pending.append((member, inner))
      }
      for element in value.elements { pending.append((element, surroundings.enteringElement())) }
    }
  }
}
