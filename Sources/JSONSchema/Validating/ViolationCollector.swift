import JSONTree

/// The second pass: goes through the rules of a value that the first pass has refused, and collects what is broken.
///
/// Violations are found in schema order and sorted by their place in the instance at the end, so that they come in
/// document order. Collection stops at the limit, which bounds its cost on hopeless documents.
struct ViolationCollector {
  var validator: Validator
  let limit: Int
  private(set) var found: [Violation] = []
  private var depth = 0

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

  var sorted: [Violation] {
    found.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }.map(\.element)
  }

  mutating func add(_ violation: Violation) {
    if !isFull { found.append(violation) }
  }

  mutating func collect(_ node: Int, _ value: Int) {
    guard depth < Validator.depthLimit else { return tooDeep(node, value) }
    depth += 1
    defer { depth -= 1 }
    for rule in schema.rules(of: node) {
      if isFull { return }
      if validator.holds(rule, of: node, value) { continue }
      if validator.isTooDeep, document.kind(value) != .array, document.kind(value) != .object {
        tooDeep(node, value)
        return
      }
      collect(rule, of: node, value)
    }
  }

  private mutating func tooDeep(_ node: Int, _ value: Int) {
    let place = schema.source(of: node)
    add(
      Violation(
        keyword: "depth", instance: JSON(document, value).pointer, instanceLocation: JSON(document, value).location,
        value: JSON(document, value), schemaPointer: place.pointer, schemaLocation: place.location,
        expected: "a value that nests less deeply", actual: "a value too deep to judge",
        message: "The value and its schema nest too deeply to be judged.", property: nil, allowed: [], branches: [],
        order: value))
  }

  private mutating func collect(_ rule: Rule, of node: Int, _ value: Int) {
    switch rule.kind {
    case .reference: collect(rule.index, value)
    case .allOf: for branch in schema.tables.branches[rule.index] { collect(branch, value) }
    case .anyOf, .oneOf: collectBranches(rule, value)
    case .object: collectMembers(schema.tables.objects[rule.index], rule, value)
    case .items: collectItems(schema.tables.items[rule.index], value)
    case .conditional:
      let table = schema.tables.conditionals[rule.index]
      if let branch = validator.holds(table.test, value) ? table.then : table.otherwise { collect(branch, value) }
    case .dependentSchemas:
      for entry in schema.tables.dependentSchemas[rule.index] where validator.has(value, entry.name) {
        collect(entry.node, value)
      }
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
