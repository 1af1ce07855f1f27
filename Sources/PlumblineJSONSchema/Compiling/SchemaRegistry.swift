import PlumblineJSONTree

/// The schema resources that references can target: documents, schemas with an `$id`, and anchors, each with its
/// dialect.
///
/// A document is added when it is first referenced. It comes from the library's documents, the published meta-schemas
/// or the library's loader, in this order. Its contents are visited once to find embedded resources and anchors.
struct SchemaRegistry {
  /// A schema with its own base URI.
  struct Resource {
    let uri: String
    let root: JSON
    let dialect: Dialect
    /// The `$dynamicAnchor`s by name. `$recursiveAnchor` has the empty name.
    var dynamicAnchors: [String: JSON] = [:]
    /// The cached outcomes of references in the resource. Schemas tend to repeat the same few references.
    var resolved: [String: Outcome] = [:]
  }

  enum Outcome {
    case found(JSON, resource: Int)
    /// The target is missing. The associated values are a sentence that explains why, and the name of the document if
    /// it isn't available.
    case missing(String, document: String? = nil)
  }

  typealias Place = SchemaCompiler.Place

  let sources: SchemaSources
  private(set) var resources: [Resource] = []
  private var named: [String: Int] = [:]
  /// The anchors by URI with fragment.
  private var anchors: [String: (schema: JSON, resource: Int)] = [:]
  /// The resource of each schema object that has been visited.
  private var owners: [Place: Int] = [:]
  private var searched: Set<String> = []
  private var isIndexed = false
  private var absent: Set<String> = []

  init(sources: SchemaSources) {
    self.sources = sources
  }

  /// Returns the resource that a schema belongs to, if it has been visited.
  func resource(of schema: JSON) -> Int? { owners[Place(schema)] }

  /// Adds a document under a URI and returns its resource.
  @discardableResult
  mutating func add(_ document: JSONDocument, uri: String) -> Int {
    if let known = named[uri] { return known }
    return start(document.root, uri: uri, fallback: Dialect(draft: sources.draft))
  }

  /// Returns the resource of a schema to compile in the document with a base URI.
  mutating func entry(_ schema: JSON, base: String) -> Int {
    let outer = add(schema.document, uri: base)
    if let known = owners[Place(schema)] { return known }
    if schema["$schema"]?.string != nil, dialect(declaredBy: schema) != nil {
      return start(schema, uri: base, fallback: resources[outer].dialect, isNested: true)
    }
    walk(schema, outer)
    return owners[Place(schema)] ?? outer
  }

  private mutating func start(_ root: JSON, uri: String, fallback: Dialect, isNested: Bool = false) -> Int {
    let dialect = dialect(declaredBy: root) ?? fallback
    var own = uri
    if let id = identifier(root, dialect), !id.hasPrefix("#") { own = URIReference.resolve(id, against: uri).resource }
    let index = resources.count
    resources.append(Resource(uri: own, root: root, dialect: dialect))
    if !isNested || named[uri] == nil { named[uri] = index }
    if named[own] == nil { named[own] = index }
    if root.kind == .object { owners[Place(root)] = index }
    walk(root, index, isRoot: true)
    return index
  }

  /// Returns the `$id` of a schema, or `nil` if there is none or the dialect ignores it.
  private func identifier(_ schema: JSON, _ dialect: Dialect) -> String? {
    guard schema.kind == .object else { return nil }
    if dialect.draft == .draft4 { return schema["$ref"] == nil ? schema["id"]?.string : nil }
    guard let id = schema["$id"]?.string else { return nil }
    // Before 2019-09, a reference hides all sibling keywords.
    return dialect.draft < .draft2019 && schema["$ref"]?.string != nil ? nil : id
  }

  /// Records the resources and anchors inside a schema.
  private mutating func walk(_ schema: JSON, _ resource: Int, isRoot: Bool = false) {
    var pending = [(schema, resource, isRoot)]
    while let (schema, outer, isRoot) = pending.popLast() {
      guard schema.kind == .object else { continue }
      var resource = outer
      if !isRoot {
        guard owners[Place(schema)] == nil else { continue }
        let dialect = resources[outer].dialect
        let own = schema["$id"]?.string == nil ? dialect : self.dialect(declaredBy: schema) ?? dialect
        if let id = identifier(schema, own), !id.hasPrefix("#") {
          let uri = URIReference.resolve(id, against: resources[outer].uri).resource
          resource = resources.count
          resources.append(Resource(uri: uri, root: schema, dialect: own))
          if named[uri] == nil { named[uri] = resource }
        }
        owners[Place(schema)] = resource
      }
      note(schema, resource)
      let dialect = resources[resource].dialect
      for (name, value) in schema.members {
        guard let keyword = SchemaKeyword(name, in: dialect) else { continue }
        switch keyword.shape {
        case .schema: pending.append((value, resource, false))
        case .list: for element in value.elements { pending.append((element, resource, false)) }
        case .map: for member in value.members { pending.append((member.value, resource, false)) }
        case .schemaOrList:
          pending.append((value, resource, false))
          for element in value.elements { pending.append((element, resource, false)) }
        case .other: break
        }
      }
    }
  }

  /// Records a schema's own anchors.
  private mutating func note(_ schema: JSON, _ resource: Int) {
    let (uri, draft) = (resources[resource].uri, resources[resource].dialect.draft)
    switch draft {
    case .draft4, .draft6, .draft7:
      guard let id = schema[draft == .draft4 ? "id" : "$id"]?.string, let hash = id.firstIndex(of: "#"),
        schema["$ref"]?.string == nil
      else { return }
      let name = id[id.index(after: hash)...]
      if !name.isEmpty { anchors[uri + "#" + name] = (schema, resource) }
    case .draft2019, .draft2020:
      if let name = schema["$anchor"]?.string { anchors[uri + "#" + name] = (schema, resource) }
      if draft == .draft2020, let name = schema["$dynamicAnchor"]?.string {
        anchors[uri + "#" + name] = (schema, resource)
        if resources[resource].dynamicAnchors[name] == nil { resources[resource].dynamicAnchors[name] = schema }
      }
      if draft == .draft2019, schema["$recursiveAnchor"]?.bool == true,
        Place(schema) == Place(resources[resource].root)
      {
        resources[resource].dynamicAnchors[""] = schema
      }
    }
  }
}

extension SchemaRegistry {
  /// Resolves a reference in a schema of the given resource.
  mutating func resolve(_ reference: String, from resource: Int) -> Outcome {
    if let known = resources[resource].resolved[reference] { return known }
    let outcome = follow(reference, from: resource)
    // A missing target may be in a document that is referenced later.
    if case .found = outcome { resources[resource].resolved[reference] = outcome }
    return outcome
  }

  private mutating func follow(_ reference: String, from resource: Int) -> Outcome {
    let uri = URIReference.resolve(reference, against: resources[resource].uri)
    let name = uri.resource
    guard let target = find(name) else {
      return .missing(
        name.isEmpty
          ? "the schema's own file is not at hand" : "the document '\(name)' is not among the files at hand",
        document: name)
    }
    let fragment = uri.fragment ?? ""
    if fragment.isEmpty || fragment.hasPrefix("/") {
      guard let pointer = JSONPointer(fragment: fragment) else { return .missing("'\(fragment)' isn't a JSON Pointer") }
      return follow(pointer, from: target)
    }
    let key = resources[target].uri + "#" + fragment
    if anchors[key] == nil, searched.insert(name).inserted { searchAnchors(target) }
    guard let found = anchors[key] else { return .missing("no schema there has the $anchor '\(fragment)'") }
    walk(found.schema, found.resource)
    return .found(found.schema, resource: owners[Place(found.schema)] ?? found.resource)
  }

  private mutating func follow(_ pointer: JSONPointer, from start: Int) -> Outcome {
    var value = resources[start].root
    var resource = start
    for (place, token) in pointer.tokens.enumerated() {
      guard let child = value.at(JSONPointer(tokens: [token])) else {
        let reached = JSONPointer(tokens: Array(pointer.tokens[..<place]))
        return .missing("\(place == 0 ? "the document" : "'\(reached)'") \(Self.lack(of: token, in: value))")
      }
      value = child
      if value.kind == .object {
        if let known = owners[Place(value)] {
          resource = known
        } else if let id = identifier(value, resources[resource].dialect), !id.hasPrefix("#") {
          walk(value, resource)
          resource = owners[Place(value)] ?? resource
        }
      }
    }
    walk(value, resource)
    return .found(value, resource: owners[Place(value)] ?? resource)
  }

  /// Returns a phrase that says which item a value lacks and which items it has.
  private static func lack(of token: String, in value: JSON) -> String {
    guard value.kind == .object, value.count > 0 else { return "has no '\(token.cut(60))'" }
    let names = value.members.prefix(6).map { "'\($0.key.cut(40))'" }
    let list = names.count > 5 ? names.prefix(5).joined(separator: ", ") + ", …" : names.joined(separator: ", ")
    return "has no '\(token.cut(60))', only \(list)"
  }

  private mutating func find(_ name: String) -> Int? {
    if let known = named[name] { return known }
    if let document = sources.documents[name] ?? MetaSchemas.document(name) { return add(document, uri: name) }
    if !isIndexed {
      isIndexed = true
      for (uri, document) in sources.documents.sorted(by: { $0.key < $1.key })
      where document.root["$id"]?.string != nil || document.root["id"]?.string != nil {
        add(document, uri: uri)
      }
      if let known = named[name] { return known }
    }
    if absent.contains(name) { return nil }
    if let document = sources.loader?(name) { return add(document, uri: name) }
    absent.insert(name)
    return nil
  }

  /// Searches for anchors in a file that isn't itself a schema, such as a contract. Anchors may be anywhere except in
  /// data.
  private mutating func searchAnchors(_ resource: Int) {
    let uri = resources[resource].uri
    var pending = [resources[resource].root]
    while let value = pending.popLast() {
      if let name = value["$anchor"]?.string, anchors[uri + "#" + name] == nil {
        anchors[uri + "#" + name] = (value, resource)
      }
      for element in value.elements { pending.append(element) }
      for (key, member) in value.members where !["const", "enum", "default", "examples", "example"].contains(key) {
        pending.append(member)
      }
    }
  }

  /// Returns the dialect of a schema's `$schema`, or `nil` if there is none or it is unknown.
  mutating func dialect(declaredBy schema: JSON) -> Dialect? {
    guard schema.kind == .object, let text = schema["$schema"]?.string else { return nil }
    if case .dialect(let dialect) = dialect(of: text) { return dialect }
    return nil
  }

  /// Returns the dialect of a meta-schema's URI. A custom meta-schema is read for its `$vocabulary` or its own
  /// `$schema`.
  mutating func dialect(of text: String) -> Dialect.Reading {
    var uri = text
    // Limit the number of steps, because a chain of meta-schemas may be circular.
    for _ in 0..<16 {
      if let draft = SchemaDraft(uri: uri) { return .dialect(Dialect(draft: draft)) }
      let name = URIReference(uri).resource
      guard URIReference(uri).scheme != nil, let index = find(name) else { return .unknown(uri) }
      let root = resources[index].root
      guard let vocabulary = root["$vocabulary"], vocabulary.kind == .object else {
        guard let next = root["$schema"]?.string, next != uri else { return .unknown(uri) }
        uri = next
        continue
      }
      let entries = vocabulary.members.map { (uri: $0.key, isRequired: $0.value.bool == true) }
      return Dialect.reading(entries, draft: sources.draft)
    }
    return .unknown(uri)
  }
}
