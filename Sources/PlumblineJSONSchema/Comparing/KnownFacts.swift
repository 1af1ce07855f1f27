import PlumblineJSONTree

/// The facts that hold for every value of a set: the merged facts of all nodes that hold, and the remaining choices.
///
/// Facts that aren't understood are omitted. Less is known then, and less can be proven.
final class KnownFacts {
  /// The kinds that a value may have, with one bit for each `JSONKind`.
  private(set) var kinds: UInt8
  private(set) var isInteger = false
  private(set) var isNever = false
  /// The only possible values, if they are listed.
  private(set) var values: [JSON]?

  private(set) var lower: SchemaFact.Bound?
  private(set) var upper: SchemaFact.Bound?
  private(set) var multiples: [JSONNumber] = []

  private(set) var minLength = 0
  private(set) var maxLength = Int.max
  private(set) var patterns: [Pattern] = []
  private(set) var formats: [Format] = []

  private(set) var required: Set<String>
  private(set) var missing: Set<String>
  private(set) var objects: [SchemaFact.Object] = []
  private(set) var propertyNames: [Int] = []
  private(set) var dependentRequired: [(name: String, needed: [String])] = []
  private(set) var minProperties = 0
  private(set) var maxProperties = Int.max
  /// The schemas for unevaluated members.
  private(set) var unevaluatedProperties: [Int] = []

  private(set) var items: [(prefix: [Int], rest: Int?)] = []
  private(set) var contains: [(node: Int, minimum: Int, maximum: Int?)] = []
  private(set) var minItems = 0
  private(set) var maxItems = Int.max
  private(set) var isUnique = false

  /// All nodes that hold.
  private(set) var nodes: [Int] = []
  private(set) var excluded: [Int]
  private(set) var choices: [Choice] = []
  /// The members named by any schema that may apply, in order of occurrence.
  private(set) var named: [String] = []
  /// A Boolean value that indicates whether any schema that may apply describes a member.
  private var isDescribed = false
  /// The first rule of each kind.
  private var rules: [Rule] = []

  private var known: Set<Int> = []
  /// The positions of names in ``named``.
  private var places: [String: Int] = [:]
  private let fixed: [ValueSet.Member]
  /// The cached results for members, in the order of ``named``. The array is empty until the first lookup.
  private var members: [ValueSet??] = []
  /// The listed values of members, or `nil` until they are first requested.
  var tags: [String: Set<JSON>]?

  init(_ set: ValueSet, _ schema: CompiledSchema) {
    kinds = set.kinds
    values = set.values
    required = Set(set.present)
    missing = Set(set.missing)
    excluded = set.excluded
    fixed = set.fixed
    var pending = Array(set.nodes.reversed())
    while let node = pending.popLast() {
      if !known.insert(node).inserted { continue }
      nodes.append(node)
      for (place, rule) in schema.rules(of: node).enumerated() {
        if self.rule(of: rule.kind) == nil { rules.append(rule) }
        // The target depends on the path to this place.
        if rule.kind == .dynamicReference { continue }
        guard let fact = schema.fact(rule) else { continue }
        add(fact, &pending, Choice.Key(node: node, rule: place), set, schema)
      }
    }
    name(set.present)
    for choice in choices { note(choice, schema) }
    if isInteger || kinds & ~JSONKind.number.bit == 0, !multiples.isEmpty {
      isInteger = isInteger || multiples.contains(where: \.isInteger)
    }
    if minLength > maxLength { kinds &= ~JSONKind.string.bit }
    if minItems > maxItems { kinds &= ~JSONKind.array.bit }
    if max(minProperties, required.count) > maxProperties || !required.isDisjoint(with: missing) {
      kinds &= ~JSONKind.object.bit
    }
    if let lower, let upper, Self.excludes(lower, upper) { kinds &= ~JSONKind.number.bit }
    if let values { kinds &= values.reduce(0) { $0 | $1.kind.bit } }
    if isNever { kinds = 0 }
    known = []
  }

  /// Returns the first rule of a kind, for reports.
  func rule(of kind: Rule.Kind) -> Rule? { rules.first { $0.kind == kind } }

  private static func excludes(_ lower: SchemaFact.Bound, _ upper: SchemaFact.Bound) -> Bool {
    lower.isExclusive || upper.isExclusive ? !(lower.number < upper.number) : upper.number < lower.number
  }

  private func add(
    _ fact: SchemaFact, _ pending: inout [Int], _ key: Choice.Key, _ set: ValueSet, _ schema: CompiledSchema
  ) {
    switch fact {
    case .never: isNever = true
    case .types(let types):
      kinds &= types.kinds
      if types.needsInteger { isInteger = true }
    case .values(let list): note(list)
    case .required(let names):
      required.formUnion(names)
      name(names)
    case .minProperties(let count): minProperties = max(minProperties, count)
    case .maxProperties(let count): maxProperties = min(maxProperties, count)
    case .minItems(let count): minItems = max(minItems, count)
    case .maxItems(let count): maxItems = min(maxItems, count)
    case .minLength(let count): minLength = max(minLength, count)
    case .maxLength(let count): maxLength = min(maxLength, count)
    case .lower(let bound): lower = lower.map { $0.isAbove(bound) ? $0 : bound } ?? bound
    case .upper(let bound): upper = upper.map { $0.isBelow(bound) ? $0 : bound } ?? bound
    case .multipleOf(let number): multiples.append(number)
    case .format(let format): formats.append(format)
    case .pattern(let pattern): patterns.append(pattern)
    case .dependentRequired(let list):
      dependentRequired += list
      name(list.flatMap { [$0.name] + $0.needed })
    case .reference(let node): pending.append(node)
    case .object(let object):
      objects.append(object)
      describe(object)
    case .propertyNames(let node): propertyNames.append(node)
    case .items(let prefix, let rest): items.append((prefix, rest))
    case .contains(let node, let minimum, let maximum): contains.append((node, minimum, maximum))
    case .allOf(let branches): pending += branches.reversed()
    case .anyOf(let branches): choose(.any(branches), key, set, schema)
    case .oneOf(let branches): choose(.one(branches), key, set, schema)
    case .not(let node): excluded.append(node)
    case .conditional(let test, let then, let otherwise):
      choose(.condition(test: test, then: then, otherwise: otherwise), key, set, schema)
    case .dependentSchemas(let list): for entry in list { choose(.member(entry.name, entry.node), key, set, schema) }
    case .uniqueItems: isUnique = true
    case .unevaluatedProperties(let node): unevaluatedProperties.append(node)
    case .unevaluatedItems: break
    }
  }

  private func note(_ list: [JSON]) { values = values.map { $0.filter(list.contains) } ?? list }

  /// Returns all values that the branches list, including null, or `nil` if one of the branches doesn't list its
  /// values. The result may contain values that a branch rejects for a different reason.
  static func listed(_ branches: [Int], _ schema: CompiledSchema) -> [JSON]? {
    var all: [JSON] = []
    for branch in branches {
      let lists = schema.facts(of: schema.resolved(branch)).compactMap { fact -> [JSON]? in
        switch fact {
        case .values(let list): list
        case .types(let types) where types == .null: [.null]
        default: nil
        }
      }
      guard let list = lists.first else { return nil }
      all += list
    }
    return all
  }

  private func choose(
    _ kind: Choice.Kind, _ key: Choice.Key, _ set: ValueSet, _ schema: CompiledSchema
  ) {
    switch kind {
    // If all branches list their values, there is no choice to make: each value is checked against all branches.
    case .any(let branches), .one(let branches):
      if let list = Self.listed(branches, schema) { return note(list) }
      if !set.settled.contains(key) { choices.append(Choice(key: key, kind: kind)) }
    // Each member of a rule is a separate choice.
    case .member(let name, let node):
      if set.missing.contains(name) || set.nodes.contains(node) { break }
      choices.append(Choice(key: Choice.Key(node: node, rule: -1 - key.rule), kind: kind))
    default: if !set.settled.contains(key) { choices.append(Choice(key: key, kind: kind)) }
    }
  }

  private func describe(_ object: SchemaFact.Object) {
    isDescribed = isDescribed || !object.properties.isEmpty || !object.patterns.isEmpty
    name(object.properties.map(\.name))
  }

  private func name(_ names: [String]) {
    for name in names where places[name] == nil {
      places[name] = named.count
      named.append(name)
    }
  }

  /// Records the members that the ways of a choice name.
  private func note(_ choice: Choice, _ schema: CompiledSchema) {
    var pending: [Int]
    switch choice.kind {
    case .any(let branches), .one(let branches): pending = branches
    case .condition(let test, let then, let otherwise): pending = [test, then, otherwise].compactMap { $0 }
    case .member(_, let node): pending = [node]
    }
    var seen = known
    while let node = pending.popLast() {
      if !seen.insert(node).inserted { continue }
      for fact in schema.facts(of: node) {
        switch fact {
        case .required(let names): name(names)
        case .object(let object): describe(object)
        case .dependentRequired(let list): name(list.flatMap { [$0.name] + $0.needed })
        case .reference(let node): pending.append(node)
        case .allOf(let branches), .anyOf(let branches), .oneOf(let branches): pending += branches
        case .conditional(let test, let then, let otherwise): pending += [test, then, otherwise].compactMap { $0 }
        case .dependentSchemas(let list): pending += list.map(\.node)
        default: break
        }
      }
    }
  }
}

extension SchemaFact.Bound {
  /// Returns a Boolean value that indicates whether this lower bound is at least as strict as the other one.
  func isAbove(_ other: SchemaFact.Bound) -> Bool {
    number == other.number ? isExclusive || !other.isExclusive : other.number < number
  }

  /// Returns a Boolean value that indicates whether this upper bound is at least as strict as the other one.
  func isBelow(_ other: SchemaFact.Bound) -> Bool {
    number == other.number ? isExclusive || !other.isExclusive : number < other.number
  }
}

extension KnownFacts {
  /// Returns the facts known about a member of an object if it is present, or `nil` if it can't be.
  ///
  /// A member that no schema names never occurs.
  func member(_ name: String, of schema: CompiledSchema) -> ValueSet? {
    guard let place = places[name] else { return find(name, schema) }
    if members.isEmpty { members = Array(repeating: .none, count: named.count) }
    if let known = members[place] { return known }
    let made = find(name, schema)
    members[place] = .some(made)
    return made
  }

  /// Returns a Boolean value that indicates whether any schema that may apply names a member.
  func names(_ name: String) -> Bool { places[name] != nil }

  /// Returns the members whose values may be listed, in order of occurrence.
  ///
  /// - Parameter mayList: A closure that returns `false` for a node that certainly doesn't list any values.
  func membersThatMayList(_ mayList: (Int) -> Bool) -> [String] {
    var isAny = false
    var found = Set(fixed.map(\.name))
    for object in objects {
      for property in object.properties where mayList(property.node) { found.insert(property.name) }
      isAny = isAny || object.patterns.contains { mayList($0.node) } || object.additional.map(mayList) ?? false
    }
    return isAny ? named : named.filter(found.contains)
  }

  private func find(_ name: String, _ schema: CompiledSchema) -> ValueSet? {
    var goals = ValueSet()
    let text = Array(name.utf8)
    for object in objects {
      if object.withheld.contains(name) { return nil }
      var isNamed = false
      for property in object.properties where property.name == name {
        goals.insert(schema.resolved(property.node))
        isNamed = true
      }
      for (pattern, node) in object.patterns {
        // An undecided pattern may or may not name the member.
        guard let pattern else {
          isNamed = true
          continue
        }
        if pattern.matches(text) {
          goals.insert(schema.resolved(node))
          isNamed = true
        }
      }
      if !isNamed, let additional = object.additional, !schema.takesAnything(additional) {
        goals.insert(schema.resolved(additional))
      }
    }
    if missing.contains(name) { return nil }
    let values = fixed.filter { $0.name == name }.map(\.value)
    if !values.isEmpty { goals.values = values.dropFirst().reduce([values[0]]) { $0.filter([$1].contains) } }
    return goals
  }

  /// Returns the facts known about unnamed members, as one set for each way that a schema permits them. The array is
  /// empty if no schema permits any. An object that no schema describes may have any members.
  ///
  /// - Parameter isFree: A Boolean value that indicates whether the schema only permits the members and says nothing
  ///   else. In that case, they must satisfy the other schema's rules for unnamed members, but not those for named
  ///   ones.
  func others(of schema: CompiledSchema) -> [(pattern: Pattern?, goals: ValueSet, isFree: Bool)] {
    func goals(_ node: Int) -> ValueSet { ValueSet([schema.resolved(node)]) }
    var found: [(pattern: Pattern?, goals: ValueSet, isFree: Bool)] = []
    for object in objects {
      for (pattern, node) in object.patterns { found.append((pattern, goals(node), false)) }
      if let additional = object.additional {
        found.append((nil, goals(additional), !object.properties.isEmpty && schema.takesAnything(additional)))
      }
    }
    if !found.isEmpty { return found }
    for node in unevaluatedProperties { found.append((nil, goals(node), schema.takesAnything(node))) }
    // If no member is described at all, any member may occur.
    return found.isEmpty && !isDescribed ? [(nil, .everything, false)] : found
  }

  /// Returns the facts known about the element at an index.
  func element(_ index: Int, of schema: CompiledSchema) -> ValueSet {
    var goals = ValueSet()
    for (prefix, rest) in items {
      if let node = index < prefix.count ? prefix[index] : rest { goals.insert(schema.resolved(node)) }
    }
    return goals
  }

  /// The number of elements that have an individual schema.
  var prefixCount: Int { items.map(\.prefix.count).max() ?? 0 }
}
