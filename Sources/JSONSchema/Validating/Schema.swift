import JSONTree

/// A compiled JSON Schema (2020-12): immutable, and safe to use from many tasks at once.
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
  public let undecided: [SchemaProblem]
  /// Keywords that 2020-12 does not know and that do not start with `x-`: they have no effect.
  public let unknownKeywords: [SchemaProblem]

  /// Whether a value satisfies the schema.
  public func isValid(_ instance: JSON) -> Bool {
    var validator = Validator(compiled, instance.document)
    return validator.holds(root, instance.node) && !validator.isTooDeep
  }

  /// What is wrong with a value, in document order, at most `limit` entries; empty just when it is valid.
  public func violations(of instance: JSON, limit: Int = 200) -> [Violation] {
    if isValid(instance) { return [] }
    return ViolationCollector.violations(compiled, root, instance.document, instance.node, limit: limit)
  }
}
