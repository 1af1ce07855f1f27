import PlumblineJSONTree

/// A requirement that a choice adds to a demand.
enum Requirement {
  case goal(Goal)
  case fact(SchemaFact)
  case types(TypeSet)
  case fraction
  case excluding([JSON])
  case forbidden(String)
  case member(String, Goal)
  case extra(Demand.Extra)
  case item(Int, Goal)
  case everyItem(Goal)
  case repeats
  case notPattern(Pattern)
}

extension SchemaFact {
  /// The ways to violate this fact, as lists of requirements. The array is empty if the fact can't be violated
  /// deliberately.
  var negations: [[Requirement]] {
    switch self {
    case .never: return [[]]
    case .types(let set):
      let known = set.contains(.integer) ? set.union(.number) : set
      let others = Demand.allTypes.subtracting(known)
      var ways: [[Requirement]] = others.isEmpty ? [] : [[.types(others)]]
      if set.contains(.integer), !set.contains(.number) { ways.append([.types(.number), .fraction]) }
      return ways
    case .values(let list): return [[.excluding(list)]]
    case .required(let names): return names.map { [.types(.object), .forbidden($0)] }
    case .minProperties(let count): return count > 0 ? [[.types(.object), .fact(.maxProperties(count - 1))]] : []
    case .maxProperties(let count): return count < .max ? [[.types(.object), .fact(.minProperties(count + 1))]] : []
    case .minItems(let count): return count > 0 ? [[.types(.array), .fact(.maxItems(count - 1))]] : []
    case .maxItems(let count): return count < .max ? [[.types(.array), .fact(.minItems(count + 1))]] : []
    case .minLength(let count): return count > 0 ? [[.types(.string), .fact(.maxLength(count - 1))]] : []
    case .maxLength(let count): return count < .max ? [[.types(.string), .fact(.minLength(count + 1))]] : []
    case .lower(let bound):
      return [[.types(.number), .fact(.upper(.init(number: bound.number, isExclusive: !bound.isExclusive)))]]
    case .upper(let bound):
      return [[.types(.number), .fact(.lower(.init(number: bound.number, isExclusive: !bound.isExclusive)))]]
    case .multipleOf: return [[.types(.number)], [.types(.number), .fraction]]
    case .format: return [[.types(.string)]]
    case .pattern(let pattern): return [[.types(.string), .notPattern(pattern)]]
    case .dependentRequired(let list):
      return list.flatMap { entry in
        entry.needed.map { [.types(.object), .fact(.required([entry.name])), .forbidden($0)] }
      }
    case .uniqueItems: return [[.types(.array), .fact(.minItems(2)), .repeats]]
    default: return applicatorNegations
    }
  }

  private var applicatorNegations: [[Requirement]] {
    func not(_ node: Int) -> Requirement { .goal(Goal(node: node, isNegated: true)) }
    func broken(_ node: Int) -> Goal { Goal(node: node, isNegated: true) }
    switch self {
    case .reference(let node): return [[not(node)]]
    case .allOf(let branches): return branches.map { [not($0)] }
    case .anyOf(let branches): return [branches.map(not)]
    case .oneOf(let branches):
      let pairs = branches.indices.dropLast().prefix(3).map { place -> [Requirement] in
        [.goal(Goal(node: branches[place])), .goal(Goal(node: branches[place + 1]))]
      }
      return [branches.map(not)] + pairs
    case .not(let node): return [[.goal(Goal(node: node))]]
    case .conditional(let test, let then, let otherwise):
      var ways: [[Requirement]] = []
      if let then { ways.append([.goal(Goal(node: test)), not(then)]) }
      if let otherwise { ways.append([not(test), not(otherwise)]) }
      return ways
    case .dependentSchemas(let list):
      return list.map { [.types(.object), .fact(.required([$0.name])), not($0.node)] }
    case .object(let object):
      var ways: [[Requirement]] = object.properties.map {
        [.types(.object), .fact(.required([$0.name])), .member($0.name, broken($0.node))]
      }
      for (pattern, node) in object.patterns {
        if let pattern { ways.append([.types(.object), .extra(.init(pattern: pattern, goals: [broken(node)]))]) }
      }
      if let additional = object.additional {
        ways.append([.types(.object), .extra(.init(goals: [broken(additional)]))])
      }
      return ways
    case .propertyNames(let node): return [[.types(.object), .extra(.init(names: [broken(node)], goals: []))]]
    case .items(let prefix, let rest):
      var ways: [[Requirement]] = prefix.enumerated().map {
        [.types(.array), .fact(.minItems($0.offset + 1)), .item($0.offset, broken($0.element))]
      }
      if let rest {
        ways.append([.types(.array), .fact(.minItems(prefix.count + 1)), .item(prefix.count, broken(rest))])
      }
      return ways
    case .contains(let node, let minimum, let maximum):
      var ways: [[Requirement]] = minimum > 0 ? [[.types(.array), .everyItem(broken(node))]] : []
      if let maximum, maximum < .max {
        ways.append([.types(.array), .fact(.contains(node: node, minimum: maximum + 1, maximum: nil))])
      }
      return ways
    case .unevaluatedProperties(let node): return [[.types(.object), .extra(.init(goals: [broken(node)]))]]
    case .unevaluatedItems(let node):
      return (0..<3).map { [.types(.array), .fact(.minItems($0 + 1)), .item($0, broken(node))] }
    default: return []
    }
  }
}
