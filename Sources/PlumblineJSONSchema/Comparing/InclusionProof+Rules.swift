import PlumblineJSONTree

extension InclusionProof {
  /// Returns a Boolean value that indicates whether every value of a set provably satisfies a rule of a node.
  func keeps(_ rule: Rule, of node: Int, _ known: KnownFacts, _ set: ValueSet) -> Bool {
    guard spend(1) else { return false }
    if rule.kind == .dynamicReference { return false }
    // The rule doesn't apply to any kind of value in the set.
    if rule.kind.kinds & known.kinds == 0 { return true }
    guard let fact = schema.fact(rule) else {
      // For an undecided pattern, only the identical pattern is known to hold.
      return known.rule(of: rule.kind).map { schema.place(of: $0) == schema.place(of: rule) } ?? false
    }
    switch hint(fact, of: rule, for: known) {
    case .never: return isEmpty(set)
    case .types(let types): return keeps(types, known)
    case .values(let list):
      return finiteValues(known, set).map { $0.allSatisfy(list.contains) } ?? false
    case .required(let names): return names.allSatisfy(known.required.contains)
    case .minProperties(let count): return max(known.minProperties, known.required.count) >= count
    case .maxProperties(let count):
      return known.maxProperties <= count || known.others(of: schema).isEmpty && known.named.count <= count
    case .minItems(let count): return known.minItems >= count
    case .maxItems(let count): return known.maxItems <= count
    case .minLength(let count): return known.minLength >= count || texts(of: known, satisfy: .atLeast(count))
    case .maxLength(let count): return known.maxLength <= count || texts(of: known, satisfy: .atMost(count))
    case .lower(let bound): return known.lowest.map { $0.isAbove(bound) } ?? false
    case .upper(let bound): return known.highest.map { $0.isBelow(bound) } ?? false
    case .multipleOf(let number):
      return known.multiples.contains { $0.isMultiple(of: number) }
        || known.isInteger && JSONNumber(1).isMultiple(of: number)
    case .format(let format):
      return known.formats.contains(format)
        || format.isItsPattern && format.pattern.map { texts(of: known, satisfy: .pattern($0)) } ?? false
    case .pattern(let pattern): return texts(of: known, satisfy: .pattern(pattern))
    case .dependentRequired(let list):
      return list.allSatisfy { entry in
        !mayHave(entry.name, known, set) || entry.needed.allSatisfy(known.required.contains)
          || known.dependentRequired.contains { $0.name == entry.name && Set(entry.needed).isSubset(of: $0.needed) }
      }
    case .uniqueItems: return known.isUnique || known.maxItems <= 1
    case .unevaluatedProperties(let inner): return keepsUnevaluated(inner, of: node, known, set)
    case .unevaluatedItems(let inner): return keepsUnevaluatedItems(inner, of: node, known)
    case let fact: return keepsApplicator(fact, known, set)
    }
  }

  private func keeps(_ types: TypeSet, _ known: KnownFacts) -> Bool {
    if known.kinds & ~types.kinds != 0 { return false }
    return !types.needsInteger || known.kinds & JSONKind.number.bit == 0 || known.isInteger
  }

  func keepsApplicator(_ fact: SchemaFact, _ known: KnownFacts, _ set: ValueSet) -> Bool {
    switch fact {
    case .reference(let node): return includes(set, in: node)
    case .allOf(let branches): return branches.allSatisfy { includes(set, in: $0) }
    case .anyOf(let branches): return branches.contains { !isApart(set, from: $0) && includes(set, in: $0) }
    case .oneOf(let branches): return keepsOne(of: branches, known, set)
    case .not(let node): return isDisjoint(set, from: node)
    case .conditional(let test, let then, let otherwise):
      return (then.map { includes(set.inserting(test), in: $0) } ?? true)
        && (otherwise.map { includes(set.excluding(test), in: $0) } ?? true)
    case .dependentSchemas(let list):
      return list.allSatisfy { entry in
        !mayHave(entry.name, known, set) || includes(set.requiring(entry.name), in: entry.node)
      }
    case .object(let object): return keeps(object, known, set)
    case .propertyNames(let node): return keepsNames(node, known, set)
    case .items(let prefix, let rest): return keeps(prefix, rest, known)
    case .contains(let node, let minimum, let maximum): return keeps(node, minimum, maximum, known)
    default: return false
    }
  }

  /// Returns a Boolean value that indicates whether exactly one of the given branches holds for each value.
  private func keepsOne(of branches: [Int], _ known: KnownFacts, _ set: ValueSet) -> Bool {
    if branches.count == 1 { return includes(set, in: branches[0]) }
    // Identical branches hold for the same values, however they overlap.
    for rule in known.nodes.flatMap({ schema.rules(of: $0) }) where rule.kind == .oneOf {
      guard case .oneOf(let own)? = schema.fact(rule), own.count == branches.count else { continue }
      if zip(own, branches).allSatisfy({ isSame($0, $1) }) { return true }
      let bare = unmarked(own, of: rule)
      if !bare.isEmpty, zip(own, branches).allSatisfy({ isSame(bare[$0] ?? $0, $1) }) { return true }
    }
    return branches.indices.contains { place in
      !isApart(set, from: branches[place]) && includes(set, in: branches[place])
        && branches.indices.allSatisfy { $0 == place || isDisjoint(set, from: branches[$0]) }
    }
  }

  /// Returns a Boolean value that indicates whether a value of the set can have a member.
  func mayHave(_ name: String, _ known: KnownFacts, _ set: ValueSet) -> Bool {
    if known.required.contains(name) { return true }
    guard let member = known.member(name, of: schema) else { return false }
    let isNamed = known.names(name)
    let comesUnnamed = known.others(of: schema).contains { $0.pattern?.matches(Array(name.utf8)) ?? true }
    return (isNamed || comesUnnamed) && !isEmptyInside(member)
  }
}

// MARK: - Inside a value

extension InclusionProof {
  /// Returns a Boolean value that indicates whether the members of each object satisfy the rules for them.
  private func keeps(_ object: SchemaFact.Object, _ known: KnownFacts, _ set: ValueSet) -> Bool {
    let listed = Dictionary(object.properties.map { ($0.name, $0.node) }, uniquingKeysWith: { first, _ in first })
    for name in known.named + object.properties.map(\.name).filter({ !known.names($0) }) {
      guard known.names(name) || comesUnnamed(name, known) else { continue }
      guard let member = known.member(name, of: schema) else { continue }
      guard let nodes = nodes(for: name, in: object, listed) else { return false }
      if nodes.isEmpty || nodes.allSatisfy({ includesInside(member, in: $0) }) { continue }
      if !isEmptyInside(member) { return false }
    }
    for other in known.others(of: schema) where !isEmptyInside(other.goals) {
      // A member with any other name may match any pattern, or be subject to `additionalProperties`.
      for (pattern, node) in object.patterns where !other.isFree {
        if let pattern, let own = other.pattern, areApart(own, pattern) { continue }
        if !includesInside(other.goals, in: node) { return false }
      }
      guard let additional = object.additional else { continue }
      if let own = other.pattern, object.patterns.contains(where: { $0.pattern?.text == own.text }) { continue }
      if !includesInside(other.goals, in: additional) { return false }
    }
    return true
  }

  private func comesUnnamed(_ name: String, _ known: KnownFacts) -> Bool {
    known.others(of: schema).contains {
      !$0.isFree && $0.pattern?.matches(Array(name.utf8)) ?? true && !isEmptyInside($0.goals)
    }
  }

  /// Returns the nodes that an object's schema applies to a member, or `nil` if that can't be decided.
  func nodes(for name: String, in object: SchemaFact.Object, _ listed: [String: Int]) -> [Int]? {
    var nodes = listed[name].map { [$0] } ?? []
    for (pattern, node) in object.patterns {
      guard let pattern else { return nil }
      if pattern.matches(Array(name.utf8)) { nodes.append(node) }
    }
    if nodes.isEmpty, let additional = object.additional { nodes.append(additional) }
    return nodes
  }

  private func keepsNames(_ node: Int, _ known: KnownFacts, _ set: ValueSet) -> Bool {
    if known.propertyNames.contains(where: {
      isSame($0, node) || includesInside(ValueSet([schema.resolved($0)]), in: node)
    }) {
      return true
    }
    guard known.others(of: schema).allSatisfy({ isEmptyInside($0.goals) }) else { return false }
    return known.named.allSatisfy { !mayHave($0, known, set) || schema.judge(JSON($0), by: node) == true }
  }

  private func keeps(_ prefix: [Int], _ rest: Int?, _ known: KnownFacts) -> Bool {
    let end = max(prefix.count, known.prefixCount)
    for index in 0..<end where index < known.maxItems {
      guard let node = index < prefix.count ? prefix[index] : rest else { continue }
      let element = known.element(index, of: schema)
      if !includesInside(element, in: node), !isEmptyInside(element) { return false }
    }
    guard let rest, end < known.maxItems else { return true }
    let element = known.element(end, of: schema)
    return includesInside(element, in: rest) || isEmptyInside(element)
  }

  private func keeps(_ node: Int, _ minimum: Int, _ maximum: Int?, _ known: KnownFacts) -> Bool {
    func allElements(are test: (ValueSet) -> Bool) -> Bool {
      (0...known.prefixCount).allSatisfy { test(known.element($0, of: schema)) }
    }
    let isFull =
      minimum == 0
      || known.contains.contains {
        $0.minimum >= minimum && includesInside(ValueSet([schema.resolved($0.node)]), in: node)
      }
      || known.minItems >= minimum && allElements { includesInside($0, in: node) }
    guard isFull, let maximum else { return isFull }
    return known.maxItems <= maximum
      || known.contains.contains { own in
        own.maximum.map { $0 <= maximum } ?? false && includesInside(ValueSet([schema.resolved(node)]), in: own.node)
      }
      || allElements { isEmptyInside($0.inserting(node)) }
  }
}
