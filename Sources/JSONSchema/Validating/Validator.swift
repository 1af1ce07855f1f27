import JSONTree

/// The boolean pass: whether a value satisfies a node. `CompiledSchema` explains the design.
///
/// What depth costs: `holds` of a node, `holds` of its rule and the rule's own function take about 0.5 KiB of stack
/// together in a release build where the rule is about members, 0.3 KiB for a `$ref`, and some 2 KiB in a debug build. An
/// instance 512 levels deep under a schema with a `$ref` at each level makes 1,024 such calls: 0.4 MiB in release.
struct Validator {
  /// Calls of `holds` that may be open at once.
  static let depthLimit = 1_200

  let schema: CompiledSchema
  let document: JSONDocument
  private(set) var depth = 0
  /// Whether some verdict was given up on because of the depth.
  private(set) var isTooDeep = false

  init(_ schema: CompiledSchema, _ document: JSONDocument) {
    self.schema = schema
    self.document = document
  }

  /// Counts a call that is about to go deeper; false where it must not.
  mutating func enter() -> Bool {
    if depth >= Self.depthLimit {
      isTooDeep = true
      return false
    }
    depth += 1
    return true
  }

  mutating func leave() { depth -= 1 }

  /// Starts as deep as another validator is.
  mutating func enter(below other: Validator) { depth = other.depth }

  /// Whether a rule refuses a value, or can not be judged; `isTooDeep` tells which.
  mutating func refuses(_ rule: Rule, of node: Int, _ value: Int) -> Bool {
    isTooDeep = false
    return !holds(rule, of: node, value)
  }

  @inline(never)
  mutating func holds(_ node: Int, _ value: Int) -> Bool {
    let range = schema.nodes[node].range
    if range.isEmpty { return true }
    guard enter() else { return false }
    defer { leave() }
    for index in range where !holds(schema.rules[index], of: node, value) { return false }
    return true
  }

  // Inlined into each of its callers it would make every frame on the way down a kilobyte.
  @inline(never)
  mutating func holds(_ rule: Rule, of node: Int, _ value: Int) -> Bool {
    switch rule.kind {
    case .reference: return holds(rule.index, value)
    case .object: return objectHolds(schema.tables.objects[rule.index], value)
    case .items: return itemsHold(schema.tables.items[rule.index], value)
    case .allOf: return allHold(schema.tables.branches[rule.index], value)
    case .anyOf: return anyHolds(schema.tables.branches[rule.index], value)
    case .oneOf: return oneHolds(schema.tables.branches[rule.index], value)
    case .not: return !holds(rule.index, value) && !isTooDeep
    case .conditional: return conditionalHolds(schema.tables.conditionals[rule.index], value)
    case .contains: return containsHolds(schema.tables.contains[rule.index], value)
    case .propertyNames: return namesHold(rule.index, value)
    case .dependentSchemas: return dependentSchemasHold(rule.index, value)
    case .unevaluatedProperties: return unevaluatedPropertiesHold(rule.index, of: node, value)
    case .unevaluatedItems: return unevaluatedItemsHold(rule.index, of: node, value)
    default: return assertionHolds(rule, value)
    }
  }
}
