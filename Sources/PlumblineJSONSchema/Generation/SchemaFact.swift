import PlumblineJSONTree

/// A requirement of a subschema in the generator's representation, with names and nodes instead of tables and shapes.
enum SchemaFact {
  struct Object {
    var properties: [(name: String, node: Int)]
    /// The patterns and the nodes for the members that match them. A pattern is `nil` if it can't be decided.
    var patterns: [(pattern: Pattern?, node: Int)]
    var additional: Int?
    /// The properties that the schema's view withholds.
    var withheld: Set<String> = []
  }

  struct Bound {
    var number: JSONNumber
    var isExclusive: Bool
  }

  case never
  case types(TypeSet)
  case values([JSON])
  case required([String])
  case minProperties(Int)
  case maxProperties(Int)
  case minItems(Int)
  case maxItems(Int)
  case minLength(Int)
  case maxLength(Int)
  case lower(Bound)
  case upper(Bound)
  case multipleOf(JSONNumber)
  case format(Format)
  case pattern(Pattern)
  case dependentRequired([(name: String, needed: [String])])
  case reference(Int)
  case object(Object)
  case propertyNames(Int)
  case items(prefix: [Int], rest: Int?)
  case contains(node: Int, minimum: Int, maximum: Int?)
  case allOf([Int])
  case anyOf([Int])
  case oneOf([Int])
  case not(Int)
  case conditional(test: Int, then: Int?, otherwise: Int?)
  case dependentSchemas([(name: String, node: Int)])
  case uniqueItems
  case unevaluatedProperties(Int)
  case unevaluatedItems(Int)
}

/// The generator's interface to compiled schemas and to the validator.
extension CompiledSchema {
  func facts(of node: Int) -> [SchemaFact] { rules(of: node).compactMap(fact) }

  /// Returns the first result of a closure for the given nodes and the nodes that they include through `$ref` and
  /// `allOf`, nearest first.
  ///
  /// - Parameter most: The number of nodes after which to stop adding more.
  @discardableResult func first<Result>(
    through starts: [Int], most: Int = .max, where found: (_ node: Int) -> Result?
  ) -> Result? {
    var nodes = starts
    var index = 0
    while index < nodes.count {
      if let result = found(nodes[index]) { return result }
      for fact in nodes.count < most ? facts(of: nodes[index]) : [] {
        switch fact {
        case .reference(let node): if !nodes.contains(node) { nodes.append(node) }
        case .allOf(let parts): nodes += parts.filter { !nodes.contains($0) }
        default: break
        }
      }
      index += 1
    }
    return nil
  }

  /// Returns a Boolean value that indicates whether a value satisfies a node, or `nil` if the value is nested too
  /// deeply to validate.
  func judge(_ value: JSON, by node: Int, depth: Int = Validator.nearLimit) -> Bool? {
    Validator.judging(value.document, by: self, limit: depth) { validator in
      let holds = validator.holds(node, value.node)
      return validator.isTooDeep ? nil : holds
    }
  }

  /// Returns the fact of a rule, or `nil` for a pattern that can't be decided.
  func fact(_ rule: Rule) -> SchemaFact? {
    let index = rule.index
    switch rule.kind {
    case .never: return .never
    case .types: return .types(TypeSet(rawValue: UInt8(truncatingIfNeeded: rule.operand)))
    case .constant, .enumeration: return .values(tables.values[index])
    case .required: return .required(tables.names[index].map(\.text))
    case .minProperties: return .minProperties(index)
    case .maxProperties: return .maxProperties(index)
    case .minItems: return .minItems(index)
    case .maxItems: return .maxItems(index)
    case .minLength: return .minLength(index)
    case .maxLength: return .maxLength(index)
    case .minimum: return .lower(.init(number: tables.numbers[index], isExclusive: false))
    case .exclusiveMinimum: return .lower(.init(number: tables.numbers[index], isExclusive: true))
    case .maximum: return .upper(.init(number: tables.numbers[index], isExclusive: false))
    case .exclusiveMaximum: return .upper(.init(number: tables.numbers[index], isExclusive: true))
    case .multipleOf: return .multipleOf(tables.numbers[index])
    case .format: return .format(tables.formats[index])
    case .pattern: return tables.patterns[index].map { .pattern($0) }
    case .dependentRequired:
      return .dependentRequired(tables.dependentNames[index].map { ($0.name.text, $0.needed.map(\.text)) })
    case .reference: return .reference(index)
    case .dynamicReference: return .reference(tables.dynamics[index].node)
    case .object:
      let table = tables.objects[index]
      return .object(
        .init(
          properties: table.properties.map { ($0.name.text, $0.node) },
          patterns: table.patterns.map { (tables.patterns[$0.pattern], $0.node) }, additional: table.additional,
          withheld: withholdsMembers ? Set(table.properties.filter(\.isWithheld).map(\.name.text)) : []))
    case .propertyNames: return .propertyNames(index)
    case .items: return .items(prefix: tables.items[index].prefix, rest: tables.items[index].rest)
    case .contains:
      let table = tables.contains[index]
      return .contains(node: table.node, minimum: table.minimum, maximum: table.maximum)
    case .allOf: return .allOf(tables.branches[index])
    case .anyOf: return .anyOf(tables.branches[index])
    case .oneOf: return .oneOf(tables.branches[index])
    case .not: return .not(index)
    case .conditional:
      let table = tables.conditionals[index]
      return .conditional(test: table.test, then: table.then, otherwise: table.otherwise)
    case .dependentSchemas: return .dependentSchemas(tables.dependentSchemas[index].map { ($0.name.text, $0.node) })
    case .uniqueItems: return .uniqueItems
    case .unevaluatedProperties: return .unevaluatedProperties(index)
    case .unevaluatedItems: return .unevaluatedItems(index)
    }
  }
}
