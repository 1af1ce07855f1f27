import JSONTree

/// Finds what references name: files of the library, schemas with an `$id`, anchors.
struct SchemaResources {
  enum Outcome {
    case found(JSON, base: String)
    case missing(String)
  }

  private let library: SchemaLibrary
  /// A schema and the base URI around it, which its own `$id` is yet to be resolved against.
  private typealias Root = (schema: JSON, outer: String)

  /// Files and schemas with an `$id`, by URI without fragment.
  private var roots: [String: Root] = [:]
  /// Anchors by URI with fragment.
  private var anchors: [String: Root] = [:]
  private var visited: Set<SchemaCompiler.Place> = []
  private var searched: Set<String> = []
  private var isIndexed = false

  init(library: SchemaLibrary, schema: JSON, base: String) {
    self.library = library
    roots[base] = (schema.document.root, base)
    register(schema, base: base)
  }

  /// The base URI inside a schema: its `$id` resolved against the base around it.
  func base(of schema: JSON, in base: String) -> String {
    guard let id = schema["$id"]?.string else { return base }
    return URIReference.resolve(id, against: base).resource
  }

  /// Resolves a reference that stands in a schema with that base.
  mutating func resolve(_ reference: String, base: String) -> Outcome {
    let uri = URIReference.resolve(reference, against: base)
    let name = uri.resource
    guard let root = root(name) else {
      return .missing(
        name.isEmpty ? "the schema's own file" : "the document '\(name)', which is not among the files at hand")
    }
    let fragment = uri.fragment ?? ""
    if fragment.isEmpty || fragment.hasPrefix("/") {
      guard let pointer = JSONPointer(fragment: fragment) else { return .missing("a well-formed JSON Pointer") }
      return follow(pointer, from: root.schema, base: root.outer)
    }
    if anchors[name + "#" + fragment] == nil, searched.insert(name).inserted { searchAnchors(root.schema, name) }
    guard let found = anchors[name + "#" + fragment] else { return .missing("an $anchor '\(fragment)'") }
    register(found.schema, base: found.outer)
    return .found(found.schema, base: found.outer)
  }

  private mutating func follow(_ pointer: JSONPointer, from root: JSON, base: String) -> Outcome {
    var value = root
    var base = base
    for (place, token) in pointer.tokens.enumerated() {
      if value.kind == .object {
        base = self.base(of: value, in: base)
      }
      guard let child = value.at(JSONPointer(tokens: [token])) else {
        let reached = JSONPointer(tokens: Array(pointer.tokens[..<place]))
        return .missing("'\(token)', which is not in \(place == 0 ? "the document" : "'\(reached)'")")
      }
      value = child
    }
    register(value, base: base)
    return .found(value, base: base)
  }

  private mutating func root(_ name: String) -> Root? {
    if let root = roots[name] { return root }
    if let document = library.documents[name] {
      let root = (document.root, name)
      roots[name] = root
      register(document.root, base: name)
      return root
    }
    if !isIndexed {
      isIndexed = true
      for (uri, document) in library.documents.sorted(by: { $0.key < $1.key }) where document.root["$id"]?.string != nil
      {
        register(document.root, base: uri)
      }
    }
    return roots[name]
  }

  /// Notes the `$id`s and anchors of a schema and its subschemas.
  private mutating func register(_ schema: JSON, base: String) {
    var pending = [(schema, base)]
    while let (schema, outer) = pending.popLast() {
      guard schema.kind == .object, visited.insert(SchemaCompiler.Place(schema)).inserted else { continue }
      var base = outer
      if let id = schema["$id"]?.string, !id.hasPrefix("#") {
        base = self.base(of: schema, in: outer)
        if roots[base] == nil || outer != base { roots[base] = (schema, outer) }
      }
      for keyword in ["$anchor", "$dynamicAnchor"] {
        if let anchor = schema[keyword]?.string { anchors[base + "#" + anchor] = (schema, outer) }
      }
      for (keyword, value) in schema.members {
        switch SchemaKeyword.shape(of: keyword) {
        case .schema: pending.append((value, base))
        case .list: for element in value.elements { pending.append((element, base)) }
        case .map: for member in value.members { pending.append((member.value, base)) }
        case .other: break
        }
      }
    }
  }

  /// Looks for anchors in a file that is no schema itself, such as a contract: anywhere but inside data.
  private mutating func searchAnchors(_ root: JSON, _ name: String) {
    var pending = [root]
    while let value = pending.popLast() {
      if let anchor = value["$anchor"]?.string, anchors[name + "#" + anchor] == nil {
        anchors[name + "#" + anchor] = (value, name)
      }
      for element in value.elements { pending.append(element) }
      for (key, member) in value.members where !["const", "enum", "default", "examples", "example"].contains(key) {
        pending.append(member)
      }
    }
  }
}
