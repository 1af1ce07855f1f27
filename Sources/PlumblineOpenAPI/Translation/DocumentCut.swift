import PlumblineContractModel
import PlumblineJSONTree

/// A description reduced to selected operations and the components that they need.
///
/// Other operations, paths without operations, webhooks, unreferenced components, and links to missing operations are
/// left out. The rest of the document is unchanged, and each of its values keeps its location.
package struct DocumentCut {
  /// The description with the selected parts, or the whole description if there are errors.
  package let documents: DocumentSet
  /// The reasons that nothing can be selected.
  package let errors: [Problem]
  /// Notes on parts that are kept although no pattern selects them.
  package let notes: [Problem]

  /// Reduces a description.
  ///
  /// - Parameter patterns: The patterns that select the operations to keep.
  package init(_ written: DocumentSet, keeping patterns: OperationPatterns) {
    let log = NoteLog()
    let written = MapReferences.expanded(written, log: log)
    let root = written.main.root
    // A document in another format is rejected later for that reason.
    guard OpenAPIVersion.isDocument(root) else {
      self.init(documents: written, errors: [], notes: [])
      return
    }
    guard !ExportedDocument.isOne(root) else {
      self.init(
        refused: written,
        "The document was exported from a contract, whose parts refer to one another; import it whole.")
      return
    }
    let version = (try? OpenAPIVersion(of: root)) ?? .v30
    let operations = OperationFinder(version: version, following: Following(documents: written, log: NoteLog()))
      .operations(of: root)
    let misses = patterns.misses(among: operations)
    guard misses.isEmpty else {
      self.init(refused: written, misses.joined(separator: " "))
      return
    }
    let chosen = operations.filter(patterns.choose)
    let others = operations.filter { !patterns.choose($0) }
    let kept = Set(chosen.flatMap(Self.places).map(\.identity))
    var parts = NeededParts(written, dropped: others.flatMap(Self.places).filter { !kept.contains($0.identity) })
    for operation in chosen { Self.need(operation, &parts) }
    // A kept operation that contains a reference's target may contain references as well.
    var count = -1
    while count != parts.rescued.count {
      count = parts.rescued.count
      for operation in others where !Self.isDropped(operation, parts) { Self.need(operation, &parts) }
    }
    let staying = others.filter { !Self.isDropped($0, parts) }
    let leaving = others.filter { Self.isDropped($0, parts) }
    let removed = Self.removed(from: written, chosen + staying, leaving, parts)
    var cut: [String: JSONDocument] = [:]
    for (path, document) in written.documents {
      if let rest = Self.copy(document, without: removed) { cut[path] = rest }
    }
    self.init(documents: written.replacing(cut), errors: [], notes: log.problems + Self.notes(on: staying, parts))
  }

  private init(refused documents: DocumentSet, _ message: String) {
    self.init(documents: documents, errors: [Problem(documents.main.root.location, message)], notes: [])
  }

  private init(documents: DocumentSet, errors: [Problem], notes: [Problem]) {
    self.documents = documents
    self.errors = errors
    self.notes = notes
  }

  // MARK: - Kept parts

  /// Returns the values under an operation's method, in its path item and in the path items that it references.
  private static func places(of operation: Operation) -> [JSON] {
    [JSON(operation.key.document, operation.key.node + 1)]
      + operation.items.compactMap { $0[operation.method.lowercased()] }
      + operation.items.compactMap { $0["additionalOperations"]?[operation.method] }
  }

  private static func isDropped(_ operation: Operation, _ parts: NeededParts) -> Bool {
    parts.isDropped(JSON(operation.key.document, operation.key.node + 1))
  }

  /// Adds the parts that an operation needs: the operation itself, and the members of its path item that apply to all
  /// operations.
  private static func need(_ operation: Operation, _ parts: inout NeededParts) {
    parts.need(JSON(operation.key.document, operation.key.node + 1))
    for item in operation.items {
      for name in ["parameters", "servers"] {
        if let shared = item[name] { parts.need(shared) }
      }
    }
  }

  private static func notes(on staying: [Operation], _ parts: NeededParts) -> [Problem] {
    staying.compactMap { operation in
      let written = JSON(operation.key.document, operation.key.node + 1)
      guard let rescue = parts.rescued.first(where: { $0.operation.identity == written.identity }) else { return nil }
      return Problem(
        operation.key.location,
        "\(operation.method) \(operation.path) stays, as a \"$ref\" of what was chosen leads into it "
          + "(\(rescue.reference.location)).", level: .warning)
    }
  }

  // MARK: - Removed parts

  private static func removed(
    from documents: DocumentSet, _ staying: [Operation], _ leaving: [Operation], _ parts: NeededParts
  ) -> Set<JSON.Identity> {
    let root = documents.main.root
    let paths = Set(staying.map(\.path))
    let items = root["paths"]?.identity
    var removed = Set(leaving.flatMap(places).filter(parts.isDropped).map(\.identity))
    for holder in NeededParts.holders(of: root) {
      for (name, value) in holder.members where !parts.areNeeded(value) {
        if holder.identity == items, paths.contains(name) || name.hasPrefix("x-") { continue }
        removed.insert(value.identity)
      }
    }
    let ids = Set(staying.compactMap { $0.value["operationId"]?.string })
    let gone = Set(leaving.compactMap { $0.value["operationId"]?.string }).subtracting(ids)
    for link in parts.links where leads(link, to: gone, removed, documents) { removed.insert(link.identity) }
    return removed
  }

  /// Returns a Boolean value that indicates whether a link targets an omitted operation.
  private static func leads(
    _ link: JSON, to gone: Set<String>, _ removed: Set<JSON.Identity>, _ documents: DocumentSet
  ) -> Bool {
    if let id = link["operationId"]?.string { return gone.contains(id) }
    guard let reference = link["operationRef"], let text = reference.string,
      case .found(let target) = documents.resolve(text, from: reference)
    else { return false }
    return removed.contains(target.identity)
  }

  /// Returns a copy of the document without the removed values, or `nil` if the document contains none of them. The
  /// remaining values keep their locations in the original file.
  private static func copy(_ document: JSONDocument, without removed: Set<JSON.Identity>) -> JSONDocument? {
    let id = ObjectIdentifier(document)
    let nodes = Set(removed.filter { $0.document == id }.map(\.node))
    return nodes.isEmpty ? nil : document.rewritten(leavingOut: { _, member, _ in nodes.contains(member.node) })
  }
}

extension Translation {
  /// Returns the translation with additional notes.
  package func noting(_ notes: [Problem]) -> Translation {
    guard !notes.isEmpty else { return self }
    return Translation(
      files: files, examples: examples, recordings: recordings, isExported: isExported, errors: errors,
      notes: (self.notes + notes).sorted())
  }
}
