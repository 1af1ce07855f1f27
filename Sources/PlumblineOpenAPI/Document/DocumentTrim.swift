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
    var weaker = WeakerSchemas(parts, in: read)
    if parts.contains(where: { $0.key == nil && !$0.keepsPlace }) {
      let references = ListReferences(documents: documents, edits: weaker.edits)
      for (path, document) in read {
        let texts = references.texts(in: document, path)
        if !texts.isEmpty { weaker.edits[path, default: WeakerSchemas.Edits()].texts = texts }
      }
    }
    var trimmed: [String: JSONDocument] = [:]
    for (path, document) in read {
      guard let edits = weaker.edits[path], !edits.isEmpty else { continue }
      guard let rest = Self.copy(document, edits) else { return false }
      trimmed[path] = rest
    }
    omissions += weaker.omissions
    var hashes = PartHashes()
    for part in parts { omissions.append(part.omission(&hashes)) }
    documents = documents.replacing(trimmed)
    return true
  }

  /// A document without some of its values, each with its place in the file that somebody wrote.
  private static func copy(_ document: JSONDocument, _ edits: WeakerSchemas.Edits) -> JSONDocument? {
    var json = JSONBuilder.tracing
    write(document.root, edits, to: &json)
    let (bytes, provenance) = json.traced()
    let file = document.root.location.file
    guard let provenance else { return nil }
    return try? JSONDocument.parse(bytes, file: file, provenance: provenance)
  }

  private static func write(_ value: JSON, _ edits: WeakerSchemas.Edits, to json: inout JSONBuilder) {
    json.comes(from: value)
    if edits.holes.contains(value.node) { return json.object { _ in } }
    switch value.kind {
    case .object:
      json.object { json in
        for (key, member) in value.members where !edits.removed.contains(member.node) {
          json.comes(from: JSON(member.document, member.node - 1))
          json.member(key) { write(member, edits, to: &$0) }
          if edits.loosened.contains(member.node) { json.member(WeakerSchemas.mark, true) }
        }
      }
    case .array:
      json.array { json in
        for element in value.elements where !edits.removed.contains(element.node) { write(element, edits, to: &json) }
      }
    default:
      if let text = edits.texts[value.node] { json.string(text) } else { json.value(value) }
    }
  }
}
