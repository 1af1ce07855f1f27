import PlumblineJSONTree

/// A compiled JSON Schema: immutable, and safe to use from many tasks at once.
///
///     let schema = try SchemaLibrary().compile(JSON.parse(#"{"type": "object", "required": ["id"]}"#))
///     schema.isValid(["id": 7])                               // true
///     schema.violations(of: [:]).map(\.message)               // ["The property 'id' is missing."]
///
/// `SchemaLibrary` creates schemas. Of repeated keys in an instance each member must satisfy its schema.
public struct Schema: Sendable {
  let compiled: CompiledSchema
  let root: Int
  /// The schema's own text, with its place.
  public let source: JSON
  /// A Boolean value that indicates whether it leads to texts that a `contentSchema` describes as JSON.
  let hasContents: Bool

  /// Keywords that aren't checked because their pattern has no linear-time form: each place with its reason.
  public var undecided: [SchemaProblem] { compiled.notes(.undecided, from: root) }

  /// Keywords that the schema's draft doesn't know and that don't start with `x-`: they have no effect.
  public var unknownKeywords: [SchemaProblem] { compiled.notes(.unknown, from: root) }

  /// Returns a Boolean value that indicates whether a value satisfies the schema; `true` if that stays undecided.
  public func isValid(_ instance: JSON) -> Bool { verdict(on: instance).isValid }

  /// Returns the violations of a value, in document order, at most `limit` entries; empty only if it is valid.
  public func violations(of instance: JSON, limit: Int = 200) -> [Violation] {
    judgement(of: instance, limit: limit).violations
  }

  /// Returns the violations of a value, and whether it was validated completely.
  public func judgement(of instance: JSON, limit: Int = 200) -> Judgement {
    if limit <= 0 { return Judgement(violations: [], undecided: nil) }
    let (isValid, spentAt) = verdict(on: instance)
    if isValid {
      return Judgement(violations: [], undecided: spentAt.map { Undecided(at: JSON(instance.document, $0)) })
    }
    return Judgement(violations: explained(instance, limit), undecided: nil)
  }

  private func verdict(on instance: JSON) -> (isValid: Bool, spentAt: Int?) {
    if let verdict = verdict(on: instance, limit: Validator.nearLimit) { return verdict }
    return DeepStack.run { verdict(on: instance, limit: Validator.farLimit) ?? (false, nil) } ?? (false, nil)
  }

  /// Returns the verdict, or `nil` if that exceeds this number of nested calls.
  private func verdict(on instance: JSON, limit: Int) -> (isValid: Bool, spentAt: Int?)? {
    Validator.judging(instance.document, by: compiled, limit: limit) { validator in
      let holds = validator.holds(root, instance.node)
      return validator.isTooDeep ? nil : (holds, validator.spentAt)
    }
  }

  private func explained(_ instance: JSON, _ limit: Int) -> [Violation] {
    let (found, isTooDeep) = ViolationCollector.collecting(instance.document, by: compiled, limit: limit) { collector in
      collector.collect(root, instance.node)
      return collector.isTooDeep
        ? (collector.sorted, true) : (collector.explanation(of: root, instance.node), false)
    }
    guard isTooDeep else { return found }
    return DeepStack.run {
      ViolationCollector.collecting(instance.document, by: compiled, limit: limit, depth: Validator.farLimit) {
        $0.collect(root, instance.node)
        return $0.explanation(of: root, instance.node)
      }
    } ?? found
  }
}

/// The result of validating a value against a schema.
public struct Judgement: Sendable {
  /// The certain violations, in document order.
  public let violations: [Violation]
  /// The location where validation ended early, or `nil` if it was completed, or found the value invalid.
  public let undecided: Undecided?
}

/// A value that takes more steps to validate than its size allows: it neither satisfies its schema nor breaks it.
public struct Undecided: Sendable {
  /// The place where the steps were used up.
  public let instance: JSONPointer
  /// The same in the value's file.
  public let instanceLocation: SourceLocation
  /// A sentence without the location.
  public let message: String

  init(at value: JSON) {
    instance = value.pointer
    instanceLocation = value.location
    message = "Validating the value took more steps than allowed for its size; the rest wasn't checked."
  }
}
