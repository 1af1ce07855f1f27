import PlumblineContractModel
import PlumblineJSONTree

/// Removes the smallest parts of a description that prevent its translation into a contract, so that the rest works.
///
/// Each problem has a place, and the part at that place is left out, such as a keyword of a schema, a parameter, a
/// response or an operation. If this makes another part incomplete, it is left out next. The rest of the document is
/// unchanged, and each of its values keeps its place.
package struct DocumentTrim {
  /// The member that marks a response whose body isn't known, because its description is left out. Any body is valid,
  /// and so is none.
  static let unread = "x-plumbline-unread"

  /// The description, without the parts that couldn't be used.
  package private(set) var documents: DocumentSet
  /// The problems, and the parts that were left out because of them. A mock can be served despite them.
  package private(set) var omissions: [Problem] = []

  package init(_ documents: DocumentSet) { self.documents = documents }

  /// Leaves out the parts that problems refer to.
  ///
  /// - Returns: `false` if one of the problems refers to no part, or to a whole document, in which case nothing is left
  ///   out.
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

  /// Returns a document without some of its values, each with its place in the original file.
  private static func copy(_ document: JSONDocument, _ edits: WeakerSchemas.Edits) -> JSONDocument? {
    var json = JSONBuilder.tracing
    write(document.root, edits, to: &json)
    let (bytes, provenance) = json.traced()
    let file = document.root.location.file
    guard let provenance else { return nil }
    return try? JSONDocument.parse(bytes, file: file, provenance: provenance)
  }

  /// Returns a Boolean value that indicates whether a member describes the body of a response, or leads to a member
  /// that does.
  private static func isBody(_ key: String, of holder: JSON) -> Bool {
    guard key == "content" || key == "$ref" else { return false }
    let tokens = holder.pointer.tokens
    let isOfDocument = tokens.first == "paths" || tokens.first == "components"
    return isOfDocument && tokens.count > 1 && tokens[tokens.count - 2] == "responses" && !tokens.contains("schema")
      && !tokens.contains("schemas")
  }

  private static func write(_ value: JSON, _ edits: WeakerSchemas.Edits, to json: inout JSONBuilder) {
    json.comes(from: value)
    if edits.holes.contains(value.node) { return json.object { _ in } }
    switch value.kind {
    case .object:
      json.object { json in
        for (key, member) in value.members {
          guard !edits.removed.contains(member.node) else {
            if isBody(key, of: value) {
              json.member(unread, true)
              // The target of the reference has a description.
              if key == "$ref", value["description"] == nil { json.member("description", "") }
            }
            continue
          }
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
