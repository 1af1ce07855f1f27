import PlumblineJSONTree

/// The second pass, which visits the rules for a value that the first pass has rejected, and collects the violations.
///
/// Violations are found in schema order and finally sorted in document order. Collection stops at the limit, which
/// bounds its cost for hopeless documents.
struct ViolationCollector {
  /// The maximum nesting depth of branches to explain. All explanations together may take up to `explainedCalls` calls.
  private static let explainedLevels = 4
  private static let explainedCalls = 20_000

  var validator: Validator
  let limit: Int
  private(set) var found: [Violation] = []
  /// A Boolean value that indicates whether any value was too deep to judge.
  private(set) var isTooDeep = false
  private var level = 0
  private var calls = 0

  private init(_ validator: Validator, limit: Int) {
    self.validator = validator
    self.limit = limit
  }

  /// Calls a closure with a collector, which must not escape the closure, and returns its result.
  static func collecting<T>(
    _ document: JSONDocument, by schema: CompiledSchema, limit: Int, depth: Int = Validator.nearLimit,
    _ body: (inout ViolationCollector) -> T
  ) -> T {
    Validator.judging(document, by: schema, limit: depth) { validator in
      var collector = ViolationCollector(validator, limit: limit)
      return body(&collector)
    }
  }

  var schema: CompiledSchema { validator.schema }
  var document: JSONDocument { validator.document }
  var isFull: Bool { found.count >= limit }

  /// Returns the violations of one branch, at the same depth as this collector. The array is empty if a limit has been
  /// reached.
  ///
  /// The number of nested branches grows exponentially, so a complete explanation could take forever.
  mutating func violations(ofBranch node: Int, _ value: Int) -> [Violation] {
    if level >= Self.explainedLevels || calls >= Self.explainedCalls { return [] }
    var branch = self
    branch.found = []
    branch.level += 1
    branch.collect(node, value)
    calls = branch.calls
    isTooDeep = isTooDeep || branch.isTooDeep
    return branch.sorted
  }

  var sorted: [Violation] {
    found.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }.map(\.element)
  }

  /// Returns the violations of a rejected value. If the steps weren't enough to find any, returns a single violation
  /// that says so.
  func explanation(of node: Int, _ value: Int) -> [Violation] {
    if !found.isEmpty { return sorted }
    let place = schema.source(of: node)
    let cursor = JSON(document, value)
    return [
      Violation(
        keyword: "steps", instance: cursor.pointer, instanceLocation: cursor.location, value: cursor,
        schemaPointer: place.pointer, schemaLocation: place.location, expected: "a value that satisfies the schema",
        actual: describe(cursor),
        message: "The value doesn't match its schema; finding the location takes too many steps.",
        property: nil, allowed: [], types: [], branches: [], order: value)
    ]
  }

  mutating func add(_ violation: Violation) {
    if !isFull { found.append(violation) }
  }

  @inline(never)
  mutating func collect(_ node: Int, _ value: Int) {
    guard validator.enter() else { return tooDeep(node, value) }
    calls += 1
    let outer = validator.enterScope(of: node)
    defer {
      validator.leaveScope(to: outer)
      validator.leave()
    }
    for index in schema.nodes[node].range where !isFull {
      let rule = schema.rules[index]
      if validator.refuses(rule, of: node, value) { collect(rule, of: node, value) }
    }
  }

  private mutating func tooDeep(_ node: Int, _ value: Int) {
    // Report this only once.
    if isTooDeep { return }
    isTooDeep = true
    let place = schema.source(of: node)
    add(
      Violation(
        keyword: "depth", instance: JSON(document, value).pointer, instanceLocation: JSON(document, value).location,
        value: JSON(document, value), schemaPointer: place.pointer, schemaLocation: place.location,
        expected: "a less deeply nested value", actual: "a value that is nested too deeply",
        message: "The value and its schema are nested too deeply to be validated.", property: nil, allowed: [],
        types: [],
        branches: [],
        order: value))
  }

  /// Continues into the schemas that a rule applies. This function is on the stack at each level, so keep its frame
  /// small.
  @inline(never)
  private mutating func collect(_ rule: Rule, of node: Int, _ value: Int) {
    switch rule.kind {
    case .reference: collect(rule.index, value)
    case .dynamicReference: collect(validator.target(rule), value)
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

  private mutating func missing(_ name: MemberName, _ rule: Rule, _ value: Int, _ reason: MemberName?) {
    let because = reason.map { ", which '\($0.text)' requires" } ?? ""
    add(
      violation(
        rule, value, expected: "a property '\(name.text)'", actual: "no such property",
        message: "The property '\(name.text)'\(because) is missing.", property: name.text))
  }
}
