import JSONTree

/// The second pass: goes through the rules of a value that the first pass has refused, and collects what is broken.
///
/// Violations are found in schema order and sorted by their place in the instance at the end, so that they come in
/// document order. Collection stops at the limit, which bounds its cost on hopeless documents.
struct ViolationCollector {
  var validator: Validator
  let limit: Int
  private(set) var found: [Violation] = []
  private var foundTooDeep = false

  init(_ schema: CompiledSchema, _ document: JSONDocument, limit: Int) {
    validator = Validator(schema, document)
    self.limit = limit
  }

  var schema: CompiledSchema { validator.schema }
  var document: JSONDocument { validator.document }
  var isFull: Bool { found.count >= limit }

  /// All violations in document order.
  static func violations(
    _ schema: CompiledSchema, _ node: Int, _ document: JSONDocument, _ value: Int, limit: Int
  ) -> [Violation] {
    guard limit > 0 else { return [] }
    var collector = ViolationCollector(schema, document, limit: limit)
    collector.collect(node, value)
    return collector.sorted
  }

  /// The violations of one branch, as far below the root as this collector is.
  func violations(ofBranch node: Int, _ value: Int) -> [Violation] {
    var collector = ViolationCollector(schema, document, limit: limit)
    collector.validator.enter(below: validator)
    collector.collect(node, value)
    return collector.sorted
  }

  var sorted: [Violation] {
    found.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }.map(\.element)
  }

  mutating func add(_ violation: Violation) {
    if !isFull { found.append(violation) }
  }

  @inline(never)
  mutating func collect(_ node: Int, _ value: Int) {
    guard validator.enter() else { return tooDeep(node, value) }
    defer { validator.leave() }
    for index in schema.nodes[node].range where !isFull {
      let rule = schema.rules[index]
      if validator.refuses(rule, of: node, value) { collect(rule, of: node, value) }
    }
  }

  private mutating func tooDeep(_ node: Int, _ value: Int) {
    // One such report says it all.
    if foundTooDeep { return }
    foundTooDeep = true
    let place = schema.source(of: node)
    add(
      Violation(
        keyword: "depth", instance: JSON(document, value).pointer, instanceLocation: JSON(document, value).location,
        value: JSON(document, value), schemaPointer: place.pointer, schemaLocation: place.location,
        expected: "a value that nests less deeply", actual: "a value too deep to judge",
        message: "The value and its schema nest too deeply to be judged.", property: nil, allowed: [], branches: [],
        order: value))
  }

  /// Goes on into the schemas that a rule applies. It stands on the stack at each level, so its frame is kept small.
  @inline(never)
  private mutating func collect(_ rule: Rule, of node: Int, _ value: Int) {
    switch rule.kind {
    case .reference: collect(rule.index, value)
    case .object: collectMembers(rule, value)
    case .items: collectItems(rule, value)
    case .allOf: collectAll(schema.tables.branches[rule.index], value)
    case .conditional: collectConditional(rule, value)
    case .dependentSchemas: collectDependent(rule, value)
    default:
      if validator.isTooDeep { tooDeep(node, value) } else { collectOther(rule, of: node, value) }
    }
  }

  private mutating func collectAll(_ branches: [Int], _ value: Int) {
    for branch in branches { collect(branch, value) }
  }

  private mutating func collectConditional(_ rule: Rule, _ value: Int) {
    let table = schema.tables.conditionals[rule.index]
    if let branch = validator.holds(table.test, value) ? table.then : table.otherwise { collect(branch, value) }
  }

  private mutating func collectDependent(_ rule: Rule, _ value: Int) {
    for entry in schema.tables.dependentSchemas[rule.index] where validator.has(value, entry.name) {
      collect(entry.node, value)
    }
  }

  private mutating func collectOther(_ rule: Rule, of node: Int, _ value: Int) {
    switch rule.kind {
    case .anyOf, .oneOf: collectBranches(rule, value)
    case .unevaluatedProperties: collectUnevaluatedMembers(rule, of: node, value)
    case .unevaluatedItems: collectUnevaluatedItems(rule, of: node, value)
    case .propertyNames: collectNames(rule, value)
    case .required:
      for name in schema.tables.names[rule.index] where !validator.has(value, name) { missing(name, rule, value, nil) }
    case .dependentRequired:
      for entry in schema.tables.dependentNames[rule.index] where validator.has(value, entry.name) {
        for name in entry.needed where !validator.has(value, name) { missing(name, rule, value, entry.name) }
      }
    default: add(assertion(rule, value))
    }
  }

  private mutating func missing(_ name: PropertyName, _ rule: Rule, _ value: Int, _ reason: PropertyName?) {
    let because = reason.map { ", which '\($0.text)' asks for" } ?? ""
    add(
      violation(
        rule, value, expected: "a property '\(name.text)'", actual: "no such property",
        message: "The property '\(name.text)'\(because) is missing.", property: name.text))
  }
}
