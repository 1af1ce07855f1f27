import PlumblineJSONTree

/// A compiler that turns schemas and everything that they reference into tables.
///
/// A worklist assigns one node to each place in a schema and compiles it once, so neither nesting nor cycles use stack
/// space. A compiler can be reused for more schemas of the same library, which then share existing nodes. Problems are
/// stored by node, so that every schema that reaches a faulty node reports them.
struct SchemaCompiler {
  struct Place: Hashable {
    let document: ObjectIdentifier
    let node: Int

    init(_ value: JSON) {
      document = ObjectIdentifier(value.document)
      node = value.node
    }
  }

  let sources: SchemaSources
  /// The view that schemas are seen from.
  let view: SchemaView

  var nodes: GrowingTable<SchemaNode> = []
  var rules: GrowingTable<Rule> = []
  var tables = SchemaTables()
  var documents: GrowingTable<JSONDocument> = []
  var registry: SchemaRegistry
  private(set) var problems: [Int: [SchemaProblem]] = [:]
  var notes: GrowingTable<SchemaNote> = []
  /// The root node of the current schema.
  private var root = 0
  /// The node that is being compiled.
  private(set) var current = 0
  /// The names, described by enclosing schemas, to remove from `required` in nodes that haven't been compiled yet.
  var inherited: [Int: Set<String>] = [:]
  /// The nodes of `contentSchema`, keyed by the nodes of the schemas whose strings they describe as JSON.
  var contents: [Int: Int] = [:]
  /// A Boolean value that indicates whether any schema describes members that the view withholds.
  var withholdsMembers = false
  private var indices: [Place: Int] = [:]
  private var worklist: [(node: Int, schema: JSON, resource: Int)] = []
  private var documentIndices: [ObjectIdentifier: Int32] = [:]
  private var anchorNumbers: [String: Int32] = [:]
  /// The indices of decidable patterns, by text, so that the many `^x-` patterns of a schema are compiled once.
  var patternIndices: [String: Int] = [:]
  /// The names of members, by text. Most schemas of an API share some.
  private var names: [String: (name: MemberName, text: TextRange)] = [:]
  private var targets: [DynamicTarget: Int32] = [:]
  /// The number of resources whose dynamic anchors have nodes, for the anchor names used so far.
  private var anchored = 0
  /// The nodes that are known not to lead to any problem.
  private var checked: Set<Int> = []
  /// The nodes that are known not to lead to any `contentSchema`.
  private var contentless: Set<Int> = []

  init(sources: SchemaSources, view: SchemaView = .all) {
    self.sources = sources
    self.view = view
    registry = SchemaRegistry(sources: sources)
    // Reserve enough room that tables rarely grow: each schema is at least one value of a document, and each rule at
    // least one member. Tables that don't grow stay in place.
    let values = sources.documents.values.reduce(0) { $0 + $1.tape.count }
    nodes = GrowingTable(room: values / 2)
    rules = GrowingTable(room: values / 2)
    tables.slots = GrowingTable(room: values)
    tables.bytes = GrowingTable(room: values * 4)
  }

  /// Compiles a schema in the document with a base URI.
  mutating func compile(_ schema: JSON, base: String) throws(SchemaCompilationError) -> Schema {
    let start = nodes.count
    root = node(for: schema, resource: registry.entry(schema, base: base))
    repeat {
      while let (node, schema, resource) = worklist.popLast() {
        current = node
        compile(schema, into: node, resource: resource)
      }
      reachAnchors()
    } while !worklist.isEmpty
    refuseCycles(from: start)
    tellBranchesApart(from: start)
    leaveOutFaultyContents()
    let problems = problems(from: root)
    guard problems.isEmpty else {
      throw SchemaCompilationError(problems: problems.sorted { $0.location < $1.location })
    }
    let compiled = CompiledSchema(
      nodes: nodes, rules: rules, documents: documents, tables: tables, notes: notes, targets: targets,
      contents: contents, view: view, withholdsMembers: withholdsMembers)
    return Schema(compiled: compiled, root: root, source: schema, hasContents: leadsToContents(root))
  }

  /// Compiles a schema of other files into the same tables, so that a value can be generated for schemas of both.
  /// References are resolved with the other files' registry.
  mutating func compile(
    _ schema: JSON, base: String, among others: inout SchemaRegistry
  ) throws(SchemaCompilationError) -> Schema {
    swap(&registry, &others)
    defer { swap(&registry, &others) }
    return try compile(schema, base: base)
  }

  /// Returns the node of a subschema. A new subschema is added to the worklist.
  mutating func node(for schema: JSON, resource: Int) -> Int {
    let place = Place(schema)
    if let node = indices[place] { return node }
    let resource = registry.resource(of: schema) ?? resource
    let node = nodes.append(
      SchemaNode(
        place: Int32(clamping: schema.node), document: documentIndex(schema.document),
        resource: Int32(clamping: resource)))
    indices[place] = node
    worklist.append((node, schema, resource))
    return node
  }

  /// Returns a member's name in the form that tables use. Each name is stored only once.
  mutating func kept(_ name: String) -> (name: MemberName, text: TextRange) {
    if let known = names[name] { return known }
    let member = MemberName(name)
    let made = (name: member, text: tables.text(member.bytes))
    names[name] = made
    return made
  }

  /// Returns the node of a keyword's subschema, and reports a problem if the value isn't a schema.
  mutating func subschema(_ value: JSON, _ keyword: String, resource: Int) -> Int {
    if value.kind != .object, value.kind != .bool {
      report(value, keyword, "A schema under '\(keyword)' must be an object or a boolean, not \(value.kind.phrase).")
    }
    return node(for: value, resource: resource)
  }

  /// Returns the number of a dynamic anchor's name. From now on, all anchors with this name get nodes.
  mutating func anchorNumber(_ name: String) -> Int32 {
    if let number = anchorNumbers[name] { return number }
    let number = Int32(anchorNumbers.count)
    anchorNumbers[name] = number
    anchored = 0
    return number
  }

  /// Assigns nodes to the dynamic anchors that a `$dynamicRef` may target, in all resources known so far.
  private mutating func reachAnchors() {
    if anchorNumbers.isEmpty { return }
    let resources = registry.resources
    while anchored < resources.count {
      for (name, schema) in resources[anchored].dynamicAnchors.sorted(by: { $0.key < $1.key }) {
        guard let anchor = anchorNumbers[name] else { continue }
        let target = DynamicTarget(resource: Int32(clamping: anchored), anchor: anchor)
        if targets[target] == nil { targets[target] = Int32(clamping: node(for: schema, resource: anchored)) }
      }
      anchored += 1
    }
  }

  private mutating func documentIndex(_ document: JSONDocument) -> Int32 {
    let identifier = ObjectIdentifier(document)
    if let index = documentIndices[identifier] { return index }
    let index = Int32(clamping: documents.append(document))
    documentIndices[identifier] = index
    return index
  }

  mutating func report(
    _ place: JSON, _ keyword: String, _ message: String, at node: Int? = nil, absentDocument: String? = nil
  ) {
    let problem = SchemaProblem(place: place, keyword: keyword, message: message, absentDocument: absentDocument)
    problems[node ?? current, default: []].append(problem)
  }

  mutating func note(_ kind: SchemaNote.Kind, _ place: JSON, _ keyword: String, _ message: String) {
    let problem = SchemaProblem(place: place, keyword: keyword, message: message)
    notes.append(SchemaNote(kind: kind, node: Int32(clamping: current), problem: problem))
  }

  func rule(_ kind: Rule.Kind, _ operand: Int, _ place: JSON) -> Rule {
    Rule(
      kind: kind, kinds: kind.kinds, operand: Int32(clamping: operand), place: Int32(clamping: place.node),
      document: documentIndices[ObjectIdentifier(place.document)] ?? 0)
  }

  private mutating func compile(_ schema: JSON, into node: Int, resource: Int) {
    var made: [Rule] = []
    var compiled = nodes[node]
    switch schema.kind {
    case .bool:
      if schema.bool == false {
        made = [rule(.never, 0, schema)]
        compiled.accepts = 0
      }
    case .object:
      made = keywords(of: schema, resource: resource)
      made.sort { $0.kind.rawValue < $1.kind.rawValue }
    default:
      if node == root { report(schema, "", "A schema must be an object or a boolean, not \(schema.kind.phrase).") }
    }
    if let types = made.first, types.kind == .types {
      compiled.accepts = TypeSet(rawValue: UInt8(truncatingIfNeeded: types.operand)).kinds
    }
    if made.count == 1, made[0].kind == .reference { compiled.alias = made[0].operand }
    compiled.isLeaf = !made.contains { $0.kind.appliesSchemas }
    compiled.start = Int32(clamping: rules.count)
    compiled.first = compiled.start + (made.first?.kinds == 0 ? 1 : 0)
    for rule in made { rules.append(rule) }
    compiled.end = Int32(clamping: rules.count)
    nodes.complete(node, with: compiled)
  }

  /// Drops schemas for string contents that can't be compiled, and adds notes. Such schemas don't make any value
  /// invalid.
  private mutating func leaveOutFaultyContents() {
    if problems.isEmpty || contents.isEmpty { return }
    // Start with nested strings, which come last. Dropping the schema of a nested string doesn't affect the enclosing
    // one.
    for (node, content) in contents.sorted(by: { $0.key > $1.key }) {
      guard let problem = problems(from: content).min(by: { $0.location < $1.location }) else { continue }
      contents[node] = nil
      notes.append(
        SchemaNote(
          kind: .undecided, node: Int32(clamping: node),
          problem: problem.saying("The JSON in a text isn't judged by its 'contentSchema': \(problem.message)")))
    }
  }

  /// Returns the problems of all nodes that are reachable from a node.
  private mutating func problems(from root: Int) -> [SchemaProblem] {
    // Usually there are no problems at all, so no traversal is needed.
    if problems.isEmpty { return [] }
    let graph = SchemaGraph(nodes: nodes, rules: rules, tables: tables, targets: targets, contents: contents)
    var found: [SchemaProblem] = []
    var visited: Set<Int> = []
    var pending = [root]
    while let node = pending.popLast() {
      if checked.contains(node) || !visited.insert(node).inserted { continue }
      found += problems[node] ?? []
      pending += graph.successors(of: node)
    }
    if found.isEmpty { checked.formUnion(visited) }
    return found
  }

  /// Returns a Boolean value that indicates whether a node leads to strings whose JSON a `contentSchema` describes.
  private mutating func leadsToContents(_ node: Int) -> Bool {
    if contents.isEmpty { return false }
    let graph = SchemaGraph(nodes: nodes, rules: rules, tables: tables, targets: targets, contents: contents)
    var visited: Set<Int> = []
    var pending = [node]
    while let node = pending.popLast() {
      if contents[node] != nil { return true }
      if contentless.contains(node) || !visited.insert(node).inserted { continue }
      pending += graph.successors(of: node)
    }
    contentless.formUnion(visited)
    return false
  }
}

extension JSONKind {
  /// The kind with its indefinite article, if it takes one.
  var phrase: String {
    switch self {
    case .null: "null"
    case .array: "an array"
    case .object: "an object"
    default: "a \(name)"
    }
  }
}

/// The keywords of one schema object and their values, according to its dialect.
struct SchemaMembers {
  private(set) var known: [(keyword: SchemaKeyword, value: JSON)] = []
  private(set) var unknown: [(name: String, value: JSON)] = []

  init(_ schema: JSON, _ dialect: Dialect) {
    let document = schema.document
    var key = schema.node + 1
    let end = document.next(schema.node)
    while key < end {
      if !document.tape[key].isShadowed {
        let name = document.string(key)
        let value = JSON(document, key + 1)
        if let keyword = SchemaKeyword(name, in: dialect) {
          known.append((keyword, value))
        } else {
          unknown.append((name, value))
        }
      }
      key = document.next(key + 1)
    }
  }

  subscript(keyword: SchemaKeyword) -> JSON? { known.first { $0.keyword == keyword }?.value }
}
