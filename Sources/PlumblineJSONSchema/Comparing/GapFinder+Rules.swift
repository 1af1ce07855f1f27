import PlumblineJSONTree

extension GapFinder {
  /// Finds the reasons that values of a set violate the rules of a node.
  func findRules(_ set: ValueSet, _ node: Int) {
    let known = proof.known(set)
    if let ways = proof.choiceWays(of: set, known), ways.count <= 64, canSplit(ways) {
      let outer = (splits, pairs)
      if ways.count > 2 { splits += 1 } else { pairs += 1 }
      let branches = known.choices.first?.kind.branches ?? []
      for (index, way) in ways.enumerated() {
        within(index < branches.count ? branches[index] : nil, of: branches) { find(way, node) }
      }
      (splits, pairs) = outer
      return
    }
    for rule in schema.rules(of: node) where !proof.keeps(rule, of: node, known, set) {
      find(rule, node, known, set)
    }
  }

  /// Finds the reasons that values of a set violate a rule.
  func find(_ rule: Rule, _ node: Int, _ known: KnownFacts, _ set: ValueSet) {
    var gap = Gap(set: set, rule: rule, node: node, keyword: rule.kind.keyword)
    guard rule.kind != .dynamicReference, let fact = schema.fact(rule) else { return add(gap) }
    switch fact {
    case .reference(let inner): find(set, inner)
    case .allOf(let branches): for inner in branches { find(set, inner) }
    case .conditional(let test, let then, let otherwise):
      if let then { find(set.inserting(test), then) }
      if let otherwise { find(set.excluding(test), otherwise) }
    case .dependentSchemas(let list): for entry in list { find(set.requiring(entry.name), entry.node) }
    case .object(let object): find(object, known, set)
    case .items(let prefix, let rest): find(prefix, rest, known, set)
    case .anyOf(let branches), .oneOf(let branches): find(branches, rule, node, known, set)
    case .required(let names):
      for name in names where !known.required.contains(name) {
        gap.detail = name
        gap.ways = [[.types(.object), .forbidden(name)]]
        add(gap)
      }
    case .never:
      // Report the member's name if it is known.
      gap.ways = [[]]
      add(gap)
    case .types(let types): find(types, known, gap)
    case .propertyNames(let names): find(names: names, fact, known, gap)
    case .values(let list): find(list, known, gap)
    default:
      gap.ways = fact.negations
      add(gap)
    }
  }

  private func find(_ types: TypeSet, _ known: KnownFacts, _ gap: Gap) {
    var gap = gap
    let extra = TypeSet(rawValue: known.kinds & ~types.kinds)
    if extra.contains(.null) {
      gap.detail = "null"
      gap.ways = [[.types(.null)]]
      add(gap)
    }
    let others = extra.subtracting(.null)
    if !others.isEmpty {
      gap.detail = others.names.joined(separator: ", ")
      gap.ways = [[.types(others)]]
      add(gap)
    }
    if types.needsInteger, known.kinds & JSONKind.number.bit != 0, !known.isInteger {
      gap.detail = "number"
      gap.ways = [[.types(.number), .fraction]]
      add(gap)
    }
  }

  /// Reports the names in a list individually.
  private func find(names: Int, _ fact: SchemaFact, _ known: KnownFacts, _ gap: Gap) {
    var gap = gap
    gap.ways = fact.negations
    let listed = known.propertyNames.isEmpty ? nil : proof.known(ValueSet(known.propertyNames)).values
    let refused = (listed ?? []).filter { schema.judge($0, by: names) == false }
    guard !refused.isEmpty else { return add(gap) }
    for name in refused {
      gap.detail = name.text
      add(gap)
    }
  }

  func find(_ list: [JSON], _ known: KnownFacts, _ gap: Gap) {
    var gap = gap
    guard let values = proof.finiteValues(known, gap.set) else {
      gap.ways = [[.excluding(list)]]
      return add(gap)
    }
    for value in values.filter({ !list.contains($0) }) {
      gap.detail = value.text
      gap.values = [value]
      add(gap)
    }
  }

  private func find(_ object: SchemaFact.Object, _ known: KnownFacts, _ set: ValueSet) {
    let listed = Dictionary(object.properties.map { ($0.name, $0.node) }, uniquingKeysWith: { first, _ in first })
    for name in known.named where proof.mayHave(name, known, set) {
      guard let member = known.member(name, of: schema),
        let nodes = proof.nodes(for: name, in: object, listed)
      else { continue }
      for node in nodes { enter(member, node, .member(name), of: set) }
    }
    for other in known.others(of: schema) where !proof.isEmptyInside(other.goals) {
      let nodes = (other.isFree ? [] : object.patterns.map(\.node)) + [object.additional].compactMap { $0 }
      for node in nodes { enter(other.goals, node, .other(other.pattern), of: set) }
      if other.isFree { continue }
      for property in object.properties where !known.names(property.name) {
        guard other.pattern?.matches(Array(property.name.utf8)) ?? true,
          let member = known.member(property.name, of: schema)
        else { continue }
        enter(member, property.node, .member(property.name), of: set)
      }
    }
  }

  private func find(_ prefix: [Int], _ rest: Int?, _ known: KnownFacts, _ set: ValueSet) {
    let end = max(prefix.count, known.prefixCount)
    for index in 0..<end where index < known.maxItems {
      guard let node = index < prefix.count ? prefix[index] : rest else { continue }
      enter(known.element(index, of: schema), node, .element(index, isAny: false), of: set)
    }
    guard let rest, end < known.maxItems else { return }
    enter(known.element(end, of: schema), rest, .element(end, isAny: true), of: set)
  }
}
