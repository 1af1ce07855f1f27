import JSONTree

/// Turns a schema and all that it refers to into tables.
///
/// A worklist gives each place of a schema one node and compiles it once, so neither nesting nor cycles cost stack.
struct SchemaCompiler {
  struct Place: Hashable {
    let document: ObjectIdentifier
    let node: Int

    init(_ value: JSON) {
      document = ObjectIdentifier(value.document)
      node = value.node
    }
  }

  let library: SchemaLibrary
  let schema: JSON
  let base: String

  var nodes: [SchemaNode] = []
  var rules: [Rule] = []
  var tables = SchemaTables()
  var documents: [JSONDocument] = []
  var problems: [SchemaProblem] = []
  var undecided: [SchemaProblem] = []
  var unknownKeywords: [SchemaProblem] = []
  var resources: SchemaResources
  private var indices: [Place: Int] = [:]
  private var worklist: [(node: Int, schema: JSON, base: String)] = []
  private var documentIndices: [ObjectIdentifier: Int32] = [:]

  init(library: SchemaLibrary, schema: JSON, base: String) {
    self.library = library
    self.schema = schema
    self.base = base
    resources = SchemaResources(library: library, schema: schema, base: base)
  }

  mutating func compile() throws(SchemaCompilationError) -> Schema {
    let root = node(for: schema, base: base)
    var done = 0
    while done < worklist.count {
      let (node, schema, base) = worklist[done]
      done += 1
      compile(schema, into: node, base: base)
    }
    refuseCycles()
    guard problems.isEmpty else {
      throw SchemaCompilationError(problems: problems.sorted { $0.location < $1.location })
    }
    let compiled = CompiledSchema(nodes: nodes, rules: rules, documents: documents, tables: tables)
    return Schema(
      compiled: compiled, root: root, source: schema, undecided: undecided.sorted { $0.location < $1.location },
      unknownKeywords: unknownKeywords.sorted { $0.location < $1.location })
  }

  /// The node of a subschema, which the worklist will compile if it is new.
  mutating func node(for schema: JSON, base: String) -> Int {
    let place = Place(schema)
    if let node = indices[place] { return node }
    let node = nodes.count
    indices[place] = node
    nodes.append(
      SchemaNode(start: 0, end: 0, place: Int32(schema.node), document: documentIndex(schema.document)))
    worklist.append((node, schema, base))
    return node
  }

  /// The node of a subschema below a keyword; nil, with a problem, for what is no schema.
  mutating func subschema(_ value: JSON, _ keyword: String, base: String) -> Int {
    if value.kind != .object, value.kind != .bool {
      report(value, keyword, "A schema under '\(keyword)' must be an object or a boolean, not \(value.kind.phrase).")
    }
    return node(for: value, base: base)
  }

  private mutating func documentIndex(_ document: JSONDocument) -> Int32 {
    let identifier = ObjectIdentifier(document)
    if let index = documentIndices[identifier] { return index }
    let index = Int32(documents.count)
    documents.append(document)
    documentIndices[identifier] = index
    return index
  }

  mutating func report(_ place: JSON, _ keyword: String, _ message: String) {
    problems.append(Self.problem(place, keyword, message))
  }

  static func problem(_ place: JSON, _ keyword: String, _ message: String) -> SchemaProblem {
    SchemaProblem(location: place.location, pointer: place.pointer, keyword: keyword, message: message)
  }

  func rule(_ kind: Rule.Kind, _ operand: Int, _ place: JSON) -> Rule {
    Rule(
      kind: kind, operand: Int32(clamping: operand), place: Int32(place.node),
      document: documentIndices[ObjectIdentifier(place.document)] ?? 0)
  }

  private mutating func compile(_ schema: JSON, into node: Int, base: String) {
    var made: [Rule] = []
    switch schema.kind {
    case .bool:
      if schema.bool == false { made = [rule(.never, 0, schema)] }
    case .object:
      let own = resources.base(of: schema, in: base)
      made = keywords(of: schema, base: own)
      made.sort { $0.kind.rawValue < $1.kind.rawValue }
    default:
      if node == 0 {
        report(schema, "", "A schema must be an object or a boolean, not \(schema.kind.phrase).")
      }
    }
    nodes[node].start = Int32(rules.count)
    rules += made
    nodes[node].end = Int32(rules.count)
  }
}

extension JSONKind {
  /// The kind with its article.
  var phrase: String {
    switch self {
    case .null: "null"
    case .array: "an array"
    case .object: "an object"
    default: "a \(name)"
    }
  }
}
