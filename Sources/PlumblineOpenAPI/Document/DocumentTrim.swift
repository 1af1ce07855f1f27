import PlumblineContractModel
import PlumblineJSONTree

/// An editor that removes the smallest parts of a description that prevent its translation into a contract.
///
/// Each problem has a location, and the part at that location is left out, such as a keyword of a schema, a parameter,
/// a response, or an operation. If this makes another part incomplete, that part is left out next. The rest of the
/// document is unchanged, and each of its values keeps its source location.
package struct DocumentTrim {
  /// The member that marks a response whose body is unknown because its description was left out. Any body is valid,
  /// and so is no body.
  static let unread = "x-plumbline-unread"

  /// The description without the parts that couldn't be used.
  package private(set) var documents: DocumentSet
  /// The problems, with the parts that were left out because of them. A mock can be served despite them.
  package private(set) var omissions: [Problem] = []

  package init(_ documents: DocumentSet) { self.documents = documents }

  /// Leaves out the parts that problems refer to.
  ///
  /// - Returns: `false` if a problem refers to no part or to a whole document, in which case nothing is left out.
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

  /// Returns a document without some of its values. The others keep their locations in the original file.
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

  /// The part of a description that can be kept when a value isn't the object that it should be.
  enum Remainder {
    /// The status of a response, with any body.
    case status
    /// A media type, with any content.
    case mediaType
    /// A request's body, of any media type.
    case requestBody
  }

  /// Returns the part of a value's description that can be kept, or `nil` if there is none.
  static func remainder(of value: JSON) -> Remainder? {
    let tokens = value.pointer.tokens
    guard value.kind != .object, tokens.count > 3, tokens[0] == "paths" || tokens[0] == "components",
      !tokens.contains(where: ["schema", "schemas", "example", "examples"].contains), let key = tokens.last
    else { return nil }
    switch tokens[tokens.count - 2] {
    case "responses": return tokens[0] == "paths" && isStatus(key) ? .status : nil
    case "content": return key.contains("/") ? .mediaType : nil
    default: return key == "requestBody" && tokens[0] == "paths" ? .requestBody : nil
    }
  }

  private static func isStatus(_ key: String) -> Bool {
    guard key != "default" else { return true }
    let rest = key.dropFirst().uppercased()
    return key.utf8.count == 3 && key.first.map("2345".contains) ?? false
      && (rest == "XX" || rest.allSatisfy { "0123456789".contains($0) })
  }

  /// Returns a Boolean value that indicates whether a member, or everything that it contains, is left out.
  private static func isRemoved(_ key: String, _ member: JSON, of holder: JSON, _ edits: WeakerSchemas.Edits) -> Bool {
    if edits.removed.contains(member.node) { return true }
    guard key == "content", isBody(key, of: holder), member.count > 0 else { return false }
    return member.members.allSatisfy { edits.removed.contains($0.value.node) && remainder(of: $0.value) == nil }
  }

  /// Returns a Boolean value that indicates whether a member contains or leads to the content of a request's body.
  private static func isRequestBody(_ key: String, of holder: JSON) -> Bool {
    guard key == "content" || key == "$ref" else { return false }
    let tokens = holder.pointer.tokens
    return tokens.count > 3 && tokens[0] == "paths" && tokens.last == "requestBody"
      || tokens.count == 3 && tokens[0] == "components" && tokens[1] == "requestBodies"
  }

  private static func write(_ remainder: Remainder, to json: inout JSONBuilder) {
    switch remainder {
    case .status:
      json.member("description", "")
      json.member(unread, true)
    case .mediaType: break
    case .requestBody:
      json.member("content") { json in json.object { json in json.member("*/*") { $0.object { _ in } } } }
    }
  }

  private static func write(_ value: JSON, _ edits: WeakerSchemas.Edits, to json: inout JSONBuilder) {
    json.comes(from: value)
    if edits.holes.contains(value.node) { return json.object { _ in } }
    switch value.kind {
    case .object:
      json.object { json in
        for (key, member) in value.members {
          guard !isRemoved(key, member, of: value, edits) else {
            if let remainder = remainder(of: member) {
              json.comes(from: JSON(member.document, member.node - 1))
              json.member(key) { json in json.object { write(remainder, to: &$0) } }
            }
            if isRequestBody(key, of: value) { write(.requestBody, to: &json) }
            if isBody(key, of: value) {
              json.member(unread, true)
              // Don't add a description that the reference's target already has.
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
