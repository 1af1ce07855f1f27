import PlumblineJSONTree

/// A rewriter that expands each `$ref` in place of a whole map or list. OpenAPI doesn't allow such references, but
/// multi-file documents contain them.
///
/// `headers: { $ref: headers.yaml }` is rewritten as a reference for each member of that map:
/// `X-Left: { $ref: headers.yaml#/X-Left }`, so that the other file can be read unchanged. A reference whose target
/// isn't such a map stays, and is left out and reported with the document's other mistakes.
struct MapReferences {
  /// The replacement for a reference.
  private struct Map {
    let reference: JSON
    let members: [Member]
    let isList: Bool
  }

  /// A reference to one of a map's members.
  private struct Member {
    /// The key, or an empty string for an element.
    var key = ""
    let text: String
    /// The members of a map of components that replace the reference.
    var inner: [Member]?
  }

  /// A document with its replacements, by the nodes of the objects that contain the references.
  private struct Found {
    let document: JSONDocument
    var maps: [Int: Map] = [:]
  }

  private struct Target: Hashable {
    let document: ObjectIdentifier
    let text: String
  }

  private let documents: DocumentSet
  private let log: NoteLog
  /// The documents with replacements, by path.
  private var found: [String: Found] = [:]

  private init(_ documents: DocumentSet, _ log: NoteLog) {
    self.documents = documents
    self.log = log
  }

  /// Returns the description with references to the members of maps. Every value keeps its source location. The
  /// description is unchanged if there is nothing to expand, or if it is a Swagger 2.0 document, whose objects are
  /// converted anyway.
  static func expanded(_ documents: DocumentSet, log: NoteLog) -> DocumentSet {
    guard (try? OpenAPIVersion(of: documents.main.root)) != nil else { return documents }
    var references = MapReferences(documents, log)
    references.find()
    let others = references.found.compactMapValues { Self.copy(of: $0.document, with: $0.maps) }
    return others.isEmpty ? documents : documents.replacing(others)
  }

  // MARK: - Finding

  private mutating func find() {
    var walk = ObjectWalk()
    walk.visit(document: documents.main.root)
    var known: Set<Target> = []
    while true {
      let wholes = walk.takeWholes()
      let references = walk.takeReferences()
      if wholes.isEmpty, references.isEmpty { return }
      for whole in wholes { add(whole, &walk) }
      for reference in references {
        guard let text = reference.value.string,
          known.insert(Target(document: ObjectIdentifier(reference.value.document), text: text)).inserted,
          case .found(let target) = documents.resolve(text, from: reference.value), walk.kind(of: target) == nil
        else { continue }
        walk.visit(target, as: reference.kind)
      }
    }
  }

  private mutating func add(_ whole: ObjectWalk.Whole, _ walk: inout ObjectWalk) {
    guard let reference = whole.value["$ref"], let text = reference.string,
      case .found(let target) = documents.resolve(text, from: reference),
      let members = members(of: target, whole, at: text)
    else { return }
    log.remark(
      reference,
      "\"\(whole.key)\" is a \"$ref\" as a whole, which OpenAPI doesn't allow; the reference was followed.")
    let map = Map(reference: reference, members: members, isList: whole.isList)
    found[documents.path(of: whole.value), default: Found(document: whole.value.document)].maps[whole.value.node] = map
    // Components are visited as targets of the reference.
    guard whole.kind != .components else { return }
    for (_, member) in target.members { walk.visit(member, as: whole.kind) }
    for element in target.elements { walk.visit(element, as: whole.kind) }
  }

  /// Returns references to the members of a reference's target, or `nil` if that target isn't allowed there.
  private func members(of target: JSON, _ whole: ObjectWalk.Whole, at text: String) -> [Member]? {
    let fragment = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).dropFirst().first ?? ""
    guard fragment.isEmpty || fragment.hasPrefix("/") else { return nil }
    let base = text.contains("#") ? text : "\(text)#"
    if whole.isList {
      guard target.kind == .array, target.elements.allSatisfy({ $0.kind == .object }) else { return nil }
      return (0..<target.count).map { Member(text: "\(base)/\($0)") }
    }
    guard whole.kind == .components else { return members(of: target, whole.kind, at: base) }
    guard target.kind == .object else { return nil }
    var parts: [Member] = []
    for (key, value) in target.members where !key.hasPrefix("x-") {
      var part = Member(key: key, text: "\(base)/\(Self.token(key))")
      if case .map(let kind)? = ObjectKind.components.content(under: key) {
        part.inner = members(of: value, kind, at: part.text)
      }
      parts.append(part)
    }
    return parts.contains { $0.inner != nil } ? parts : nil
  }

  private func members(of map: JSON, _ kind: ObjectKind, at base: String) -> [Member]? {
    guard map.kind == .object, Self.isReferred(to: kind) else { return nil }
    var names: [String] = []
    for (name, value) in map.members {
      // Extensions (`x-…`) aren't members, but a header or property may have such a name.
      guard value.kind == .object || kind == .schema && value.kind == .bool else {
        if name.hasPrefix("x-") { continue }
        return nil
      }
      names.append(name)
    }
    // If all members of an object are keywords of this kind, the object isn't a map of such objects but one itself.
    let own = Self.keywords[kind] ?? []
    guard !names.allSatisfy({ own.contains($0) || kind.content(under: $0) != nil }) else { return nil }
    return names.map { Member(key: $0, text: "\(base)/\(Self.token($0))") }
  }

  /// Returns a Boolean value that indicates whether a reference may replace an object of a kind.
  private static func isReferred(to kind: ObjectKind) -> Bool {
    switch kind {
    case .schema, .response, .parameter, .example, .requestBody, .header, .securityScheme, .link, .pathItem,
      .mediaType:
      true
    case .callback, .operation, .encoding, .responses, .components, .server: false
    }
  }

  /// Keywords whose object values contain no objects of a description.
  private static let keywords: [ObjectKind: Set<String>] = [
    .example: ["value", "dataValue", "serializedValue"], .link: ["parameters", "requestBody"],
    .securityScheme: ["flows"],
  ]

  /// Returns a name encoded as a token of a reference.
  private static func token(_ name: String) -> String {
    name.replacing("~", with: "~0").replacing("/", with: "~1").replacing("%", with: "%25")
  }

  // MARK: - Writing

  private static func copy(of document: JSONDocument, with maps: [Int: Map]) -> JSONDocument? {
    document.rewritten(writing: { value, json in
      guard let map = maps[value.node] else { return false }
      write(map, into: &json)
      return true
    })
  }

  private static func write(_ map: Map, into json: inout JSONBuilder) {
    if map.isList {
      json.array { json in
        for member in map.members { reference(member, from: map.reference, into: &json) }
      }
    } else {
      json.object { json in members(map.members, from: map.reference, into: &json) }
    }
  }

  private static func members(_ members: [Member], from place: JSON, into json: inout JSONBuilder) {
    for member in members {
      json.comes(from: place)
      json.member(member.key) { json in
        if let inner = member.inner {
          json.object { json in self.members(inner, from: place, into: &json) }
        } else {
          reference(member, from: place, into: &json)
        }
      }
    }
  }

  private static func reference(_ member: Member, from place: JSON, into json: inout JSONBuilder) {
    json.comes(from: place)
    json.object { $0.member("$ref", member.text) }
  }
}
