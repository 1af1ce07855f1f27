import PlumblineJSONTree

extension InclusionProof {
  /// The members that a node's own parts describe, whichever alternative holds.
  private struct Described {
    var names: Set<String> = []
    var patterns: [Pattern] = []
    var areAll = false

    func has(_ name: String) -> Bool { names.contains(name) || patterns.contains { $0.matches(Array(name.utf8)) } }
  }

  /// Returns a Boolean value that indicates whether objects have no members but those that a node describes and those that
  /// satisfy its rule for the rest.
  ///
  /// The node's other rules are asked for by themselves: an object that keeps them has the members that they describe evaluated
  /// (JSON Schema 2020-12, core section 11.3). If the objects' schemas say nothing of further members, some may come.
  func keepsUnevaluated(_ inner: Int, of node: Int, _ known: KnownFacts, _ set: ValueSet) -> Bool {
    let others = known.others(of: schema)
    if others.isEmpty { return false }
    let described = described(by: node)
    if described.areAll { return true }
    for name in known.named where !described.has(name) && mayHave(name, known, set) {
      guard let member = known.member(name, of: schema), includesInside(member, in: inner) else { return false }
    }
    return others.allSatisfy { other in
      if isEmptyInside(other.goals) || includesInside(other.goals, in: inner) { return true }
      return other.pattern.map { own in described.patterns.contains { $0.text == own.text } } ?? false
    }
  }

  private func described(by node: Int) -> Described {
    var described = Described()
    var pending = [node]
    var seen: Set<Int> = []
    while let next = pending.popLast() {
      guard seen.insert(next).inserted else { continue }
      for rule in schema.rules(of: next) {
        switch schema.fact(rule) {
        case .reference(let inner): pending.append(inner)
        case .allOf(let branches): pending += branches
        case .object(let object):
          described.names.formUnion(object.properties.map(\.name))
          described.patterns += object.patterns.compactMap(\.pattern)
          if object.additional != nil { described.areAll = true }
        default: break
        }
      }
    }
    return described
  }
}
