import PlumblineJSONTree

extension Demand {
  /// Adds a fact's requirements for the value itself. The gatherer handles choices and references.
  mutating func add(_ fact: SchemaFact) {
    if let hint = fact.hint, !hints.contains(hint) { hints.append(hint) }
    switch fact {
    case .never: conflict = "the schema there allows no value"
    case .types(let set):
      limit(to: set.contains(.integer) ? set.union(.number).intersection(Self.allTypes) : set)
      if set.contains(.integer), !set.contains(.number) { isInteger = true }
    case .values(let list):
      guard let known = values else {
        values = list
        return
      }
      let common = Set(list)
      values = known.filter { common.contains($0) }
    case .required(let list): require(list)
    case .minProperties(let count): minProperties = max(minProperties, count)
    case .maxProperties(let count): maxProperties = min(maxProperties, count)
    case .minItems(let count): minItems = max(minItems, count)
    case .maxItems(let count): maxItems = min(maxItems, count)
    case .minLength(let count): minLength = max(minLength, count)
    case .maxLength(let count): maxLength = min(maxLength, count)
    case .lower(let bound):
      if let lower, bound.number < lower.number || bound.number == lower.number && !bound.isExclusive { return }
      lower = bound
    case .upper(let bound):
      if let upper, upper.number < bound.number || bound.number == upper.number && !bound.isExclusive { return }
      upper = bound
    case .multipleOf(let number): multiples.append(number)
    case .format(let format): if !formats.contains(format) { formats.append(format) }
    case .pattern(let pattern): patterns.append(pattern)
    case .dependentRequired(let list): dependentRequired += list
    case .object(let object): objects.append(object)
    case .propertyNames(let node): names.append(Goal(node: node))
    case .items(let prefix, let rest): items.append((prefix, rest))
    case .contains(let node, let minimum, let maximum): contains.append((node, minimum, maximum))
    case .uniqueItems: isUnique = true
    case .unevaluatedProperties(let node): unevaluatedProperties.append(node)
    case .unevaluatedItems(let node): unevaluatedItems.append(node)
    case .reference, .allOf, .anyOf, .oneOf, .not, .conditional, .dependentSchemas: break
    }
  }
}

extension SchemaFact {
  /// The type that the fact concerns, or `nil` if it concerns values of any type.
  var hint: TypeSet? {
    switch self {
    case .object, .required, .minProperties, .maxProperties, .propertyNames, .dependentRequired, .dependentSchemas,
      .unevaluatedProperties:
      .object
    case .items, .contains, .minItems, .maxItems, .uniqueItems, .unevaluatedItems: .array
    case .minLength, .maxLength, .pattern, .format: .string
    case .lower, .upper, .multipleOf: .number
    default: nil
    }
  }
}
