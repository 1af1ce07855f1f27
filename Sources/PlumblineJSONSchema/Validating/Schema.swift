import PlumblineJSONTree

/// A compiled JSON Schema: immutable, and safe to use from many tasks at once.
///
///     let schema = try SchemaLibrary().compile(JSON.parse(#"{"type": "object", "required": ["id"]}"#))
///     schema.isValid(["id": 7])                               // true
///     schema.violations(of: [:]).map(\.message)               // ["The property 'id' is missing."]
///
/// `SchemaLibrary` makes schemas. Of repeated keys in an instance each member must satisfy its schema.
public struct Schema: Sendable {
  let compiled: CompiledSchema
  let root: Int
  /// The schema's own text, with its place.
  public let source: JSON

  /// Keywords that are not checked because their pattern has no linear-time form: each place with its reason.
  public var undecided: [SchemaProblem] { compiled.notes(.undecided, from: root) }

  /// Keywords that the schema's draft does not know and that do not start with `x-`: they have no effect.
  public var unknownKeywords: [SchemaProblem] { compiled.notes(.unknown, from: root) }

  /// Whether a value satisfies the schema.
  public func isValid(_ instance: JSON) -> Bool {
    var validator = Validator(compiled, instance.document)
    let holds = validator.holds(root, instance.node)
    return validator.isTooDeep ? isValidDeepDown(instance) : holds
  }

  /// Whether the schema holds for every value of a kind, so that a value needn't be looked at.
  package func takesAny(_ kind: JSONKind) -> Bool {
    guard !compiled.isDynamic else { return false }
    var entry = compiled.nodes[root]
    // Aliases lead through each node once at most: a cycle of references is refused when it is compiled.
    while entry.alias >= 0 { entry = compiled.nodes[Int(entry.alias)] }
    return entry.accepts & kind.bit != 0
      && (Int(entry.first)..<Int(entry.end)).allSatisfy { compiled.rules[$0].kinds & kind.bit == 0 }
  }

  private func isValidDeepDown(_ instance: JSON) -> Bool {
    let verdict = DeepStack.run {
      var validator = Validator(compiled, instance.document, limit: Validator.farLimit)
      return validator.holds(root, instance.node) && !validator.isTooDeep
    }
    return verdict ?? false
  }

  /// What is wrong with a value, in document order, at most `limit` entries; empty just when it is valid.
  public func violations(of instance: JSON, limit: Int = 200) -> [Violation] {
    if limit <= 0 || isValid(instance) { return [] }
    var collector = ViolationCollector(compiled, instance.document, limit: limit)
    collector.collect(root, instance.node)
    if !collector.isTooDeep { return collector.sorted }
    let found = DeepStack.run {
      var collector = ViolationCollector(compiled, instance.document, limit: limit, depth: Validator.farLimit)
      collector.collect(root, instance.node)
      return collector.sorted
    }
    return found ?? collector.sorted
  }
}
