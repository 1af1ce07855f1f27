import PlumblineJSONTree

/// Support for discriminators, which select the intended alternative by a member's value. Adding or removing one
/// doesn't affect the set of values (OpenAPI 3.1.1, Discriminator Object), so if only one of two unions has a
/// discriminator, the discriminator's values aren't compared.
extension InclusionProof {
  /// A rule with alternatives.
  struct UnionKey: Hashable {
    let document: Int32
    let place: Int32
  }

  /// Returns the name of the member that a discriminator uses to tell a rule's alternatives apart, or `nil` if there is
  /// no discriminator.
  func mark(of rule: Rule) -> String? {
    let key = UnionKey(document: rule.document, place: rule.place)
    if let known = marks[key] { return known }
    let union = schema.place(of: rule)
    let holder = union.pointer.parent.flatMap { union.document.root.at($0) }
    let mark = holder?["discriminator"]?["propertyName"]?.string
    marks[key] = .some(mark)
    return mark
  }

  /// Returns the schemas of alternatives without the discriminator's values, keyed by alternative. The dictionary is
  /// empty if there is no discriminator.
  func unmarked(_ branches: [Int], of rule: Rule) -> [Int: Int] {
    let key = UnionKey(document: rule.document, place: rule.place)
    if let known = bareBranches[key] { return known }
    var bare: [Int: Int] = [:]
    for branch in branches {
      guard let name = namingMember(of: branch), name == mark(of: rule) else { continue }
      for case .reference(let node) in schema.facts(of: branch) { bare[branch] = node }
    }
    bareBranches[key] = bare
    return bare
  }

  /// Returns the member whose values a branch lists, if the branch contains only that list and a reference to a schema.
  private func namingMember(of branch: Int) -> String? {
    let source = schema.source(of: branch)
    guard source.count == 3, source["$ref"] != nil, let needed = source["required"], needed.count == 1,
      let name = needed[0]?.string, let members = source["properties"], members.count == 1,
      members[name]?["enum"] != nil
    else { return nil }
    return name
  }

  /// Returns the schemas of alternatives without the discriminator's values if the known values come from a union of
  /// the same alternatives without a discriminator. Otherwise, returns an empty dictionary.
  func unmarked(_ branches: [Int], of rule: Rule, for known: KnownFacts) -> [Int: Int] {
    let bare = unmarked(branches, of: rule)
    return bare.isEmpty || !hasPlainUnion(known, like: branches) ? [:] : bare
  }

  /// Returns a rule's fact. If the known values come from a union without a discriminator, the discriminator's values
  /// are removed from the alternatives.
  func hint(_ fact: SchemaFact, of rule: Rule, for known: KnownFacts) -> SchemaFact {
    switch fact {
    case .anyOf(let branches):
      let bare = unmarked(branches, of: rule, for: known)
      return bare.isEmpty ? fact : .anyOf(branches.map { bare[$0] ?? $0 })
    case .oneOf(let branches):
      let bare = unmarked(branches, of: rule, for: known)
      return bare.isEmpty ? fact : .oneOf(branches.map { bare[$0] ?? $0 })
    default: return fact
    }
  }

  private func hasPlainUnion(_ known: KnownFacts, like branches: [Int]) -> Bool {
    var unions: [[Int]] = []
    for rule in known.nodes.flatMap({ schema.rules(of: $0) }) {
      switch schema.fact(rule) {
      case .anyOf(let own), .oneOf(let own):
        if mark(of: rule) != nil { return false }
        unions.append(own)
      default: continue
      }
    }
    let names = Set(branches.compactMap { schema.name(of: $0) })
    return unions.contains { own in own.count { schema.name(of: $0).map { names.contains($0) } ?? false } > 1 }
  }
}
