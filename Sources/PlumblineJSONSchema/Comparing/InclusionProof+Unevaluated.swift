import PlumblineJSONTree

extension InclusionProof {
  /// The members described by a node itself.
  private struct Described {
    /// The names that are described regardless of which alternative applies.
    var names: Set<String> = []
    var patterns: [Pattern] = []
    var areAll = false
    /// The parts that describe members only for some objects: alternatives, conditions, and dependent schemas.
    var choices: [SchemaFact] = []
    /// A Boolean value that indicates whether more members may be described.
    var mayBeMore = false

    func has(_ name: String) -> Bool { names.contains(name) || patterns.contains { $0.matches(Array(name.utf8)) } }
  }

  /// The maximum nesting depth of conditions to compare. Schemas can refer to themselves.
  private static let mostConditions = 8

  /// Returns a Boolean value that indicates whether objects have only members that a node describes or that satisfy its
  /// `unevaluatedProperties`.
  ///
  /// The node's other rules are checked separately: for an object that satisfies them, the members that they describe
  /// are evaluated (JSON Schema 2020-12, core section 11.3). If the objects' schemas say nothing about additional
  /// members, the objects may have some.
  func keepsUnevaluated(_ inner: Int, of node: Int, _ known: KnownFacts, _ set: ValueSet) -> Bool {
    let described = described(by: node)
    if described.areAll || keepsOwn(inner, described, known) { return true }
    let others = known.others(of: schema)
    if others.isEmpty { return false }
    for name in known.named where !described.has(name) && mayHave(name, known, set) {
      guard let member = known.member(name, of: schema), includesInside(member, in: inner) else { return false }
    }
    return others.allSatisfy { other in
      if isEmptyInside(other.goals) || includesInside(other.goals, in: inner) { return true }
      return other.pattern.map { own in described.patterns.contains { $0.text == own.text } } ?? false
    }
  }

  /// Returns a Boolean value that indicates whether the objects' own schema has such a rule and describes only members
  /// that the node also describes. Equal alternatives describe the same members of each object.
  private func keepsOwn(_ inner: Int, _ described: Described, _ known: KnownFacts) -> Bool {
    known.nodes.contains { own in
      schema.facts(of: own).contains { fact in
        guard case .unevaluatedProperties(let rest) = fact else { return false }
        return includesInside(ValueSet([schema.resolved(rest)]), in: inner)
          && describes(described, allOf: self.described(by: own), Self.mostConditions)
      }
    }
  }

  private func described(by node: Int) -> Described {
    var described = Described()
    var pending = [node]
    var seen: Set<Int> = []
    while let next = pending.popLast() {
      guard seen.insert(next).inserted else { continue }
      for rule in schema.rules(of: next) {
        guard rule.kind != .dynamicReference, let fact = schema.fact(rule) else {
          described.mayBeMore = true
          continue
        }
        switch fact {
        case .reference(let inner): pending.append(inner)
        case .allOf(let branches): pending += branches
        case .object(let object):
          described.names.formUnion(object.properties.map(\.name))
          described.patterns += object.patterns.compactMap(\.pattern)
          if object.patterns.contains(where: { $0.pattern == nil }) { described.mayBeMore = true }
          if object.additional != nil { described.areAll = true }
        case .anyOf, .oneOf, .conditional, .dependentSchemas: described.choices.append(fact)
        case .unevaluatedProperties: if next != node { described.mayBeMore = true }
        default: break
        }
      }
    }
    return described
  }

  private func describes(_ described: Described, allOf other: Described, _ depth: Int) -> Bool {
    if described.areAll { return true }
    if other.areAll || other.mayBeMore { return false }
    return other.names.allSatisfy(described.has)
      && other.patterns.allSatisfy { own in described.patterns.contains { $0.text == own.text } }
      && other.choices.allSatisfy { own in described.choices.contains { describes($0, allOf: own, depth) } }
  }

  /// Returns a Boolean value that indicates whether a part describes all members that another part describes.
  private func describes(_ choice: SchemaFact, allOf other: SchemaFact, _ depth: Int) -> Bool {
    switch (choice, other) {
    case (.anyOf(let branches), .anyOf(let own)), (.oneOf(let branches), .oneOf(let own)):
      return branches.count == own.count && zip(branches, own).allSatisfy { isSame($0, $1) }
    case (.conditional(let test, let then, let otherwise), .conditional(let ownTest, let ownThen, let ownOtherwise)):
      return isSame(test, ownTest) && describes(then, allOf: ownThen, depth)
        && describes(otherwise, allOf: ownOtherwise, depth)
    case (.dependentSchemas(let list), .dependentSchemas(let own)):
      return own.allSatisfy { entry in
        list.contains { $0.name == entry.name && describes($0.node, allOf: entry.node, depth) }
      }
    default: return false
    }
  }

  private func describes(_ node: Int?, allOf other: Int?, _ depth: Int) -> Bool {
    guard let other else { return true }
    guard let node, depth > 0 else { return false }
    return describes(described(by: node), allOf: described(by: other), depth - 1)
  }
}
