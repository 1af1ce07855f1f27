/// Which types are worth trying, the likeliest first.
enum ExampleTypes {
  static func candidates(_ nodes: [Int], _ schema: CompiledSchema) -> [TypeSet] {
    let rules = nodes.flatMap { schema.rules(of: $0) }
    let hinted = rules.compactMap { hint($0.kind) }
    var ordered: [TypeSet] = hinted + [.object, .array, .string, .integer, .number, .boolean, .null]
    let stated = rules.filter { $0.kind == .types }.map { TypeSet(rawValue: UInt8(truncatingIfNeeded: $0.operand)) }
    // With nothing to go by, a string is the plainest value.
    if stated.isEmpty { ordered = hinted + [.string, .integer, .boolean, .object, .array, .number, .null] }
    var seen: Set<TypeSet> = []
    return ordered.filter { type in
      stated.allSatisfy { $0.contains(type) || type == .integer && $0.contains(.number) } && seen.insert(type).inserted
    }
  }

  private static func hint(_ kind: Rule.Kind) -> TypeSet? {
    switch kind {
    case .object, .required, .minProperties, .maxProperties, .propertyNames, .dependentRequired, .dependentSchemas,
      .unevaluatedProperties:
      .object
    case .items, .contains, .minItems, .maxItems, .uniqueItems, .unevaluatedItems: .array
    case .minLength, .maxLength, .pattern, .format: .string
    case .minimum, .exclusiveMinimum, .maximum, .exclusiveMaximum, .multipleOf: .integer
    default: nil
    }
  }
}
