import PlumblineJSONTree

/// A compiled JSON Schema. It is immutable and safe to use from several tasks at once.
///
///     let schema = try SchemaLibrary().compile(JSON.parse(#"{"type": "object", "required": ["id"]}"#))
///     schema.isValid(["id": 7])                               // true
///     schema.violations(of: [:]).map(\.message)               // ["The property 'id' is missing."]
///
/// `SchemaLibrary` creates schemas. If an instance has duplicate keys, each of the members must satisfy its schema.
public struct Schema: Sendable {
  let compiled: CompiledSchema
  let root: Int
  /// The schema as written, with its location.
  public let source: JSON
  /// A Boolean value that indicates whether the schema leads to strings that a `contentSchema` describes as JSON.
  let hasContents: Bool

  /// The keywords that aren't checked because their pattern can't be matched in linear time, each with its location and
  /// the reason.
  public var undecided: [SchemaProblem] { compiled.notes(.undecided, from: root) }

  /// The keywords without effect: those that the schema's draft doesn't define and that don't start with `x-`.
  public var unknownKeywords: [SchemaProblem] { compiled.notes(.unknown, from: root) }

  /// Returns a Boolean value that indicates whether a value satisfies the schema. Returns `true` if that can't be
  /// decided.
  public func isValid(_ instance: JSON) -> Bool { verdict(on: instance).isValid }

  /// Returns at most `limit` violations of a value, in document order. The array is empty only if the value is valid.
  public func violations(of instance: JSON, limit: Int = 200) -> [Violation] {
    judgement(of: instance, limit: limit).violations
  }

  /// Returns the violations of a value, along with the place where validation ended early, if it did.
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

  /// Returns the verdict, or `nil` if it takes more than the given number of nested calls.
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
  /// The confirmed violations, in document order.
  public let violations: [Violation]
  /// The place where validation ended early, or `nil` if it was completed or found the value invalid.
  public let undecided: Undecided?
}

/// The result for a value that takes more steps to validate than its size allows, so that it is unknown whether it
/// satisfies its schema.
public struct Undecided: Sendable {
  /// The location in the value where the steps were used up.
  public let instance: JSONPointer
  /// The source location in the value's file.
  public let instanceLocation: SourceLocation
  /// A sentence without the location.
  public let message: String

  init(at value: JSON) {
    instance = value.pointer
    instanceLocation = value.location
    message = "Validating the value took more steps than allowed for its size; the rest wasn't checked."
  }
}
