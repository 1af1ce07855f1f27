import PlumblineJSONTree

/// A quick test for disjoint sets. Schemas for different kinds of objects usually list the values of a member such as
/// `type`.
extension InclusionProof {
  /// The maximum length of lists to compare. Longer lists rarely distinguish anything.
  private static let tagLimit = 64

  /// Returns `true` if no value of a set can satisfy a node, judging by their kinds or by a member whose values both
  /// list. A result of `false` proves nothing.
  func isApart(_ set: ValueSet, from node: Int) -> Bool {
    let (ours, theirs) = (known(set), known(ValueSet([schema.resolved(node)])))
    if ours.kinds & theirs.kinds == 0 { return true }
    guard (ours.kinds & theirs.kinds) == JSONKind.object.bit else { return false }
    let (tags, others) = (tags(of: ours), tags(of: theirs))
    return tags.contains { name, values in
      guard let other = others[name] else { return false }
      return (ours.required.contains(name) || theirs.required.contains(name)) && values.isDisjoint(with: other)
    }
  }

  private func tags(of known: KnownFacts) -> [String: Set<JSON>] {
    if let tags = known.tags { return tags }
    var tags: [String: Set<JSON>] = [:]
    for name in known.membersThatMayList(mayList) {
      guard let member = known.member(name, of: schema), let values = self.known(member).values,
        values.count <= Self.tagLimit
      else { continue }
      tags[name] = Set(values)
    }
    known.tags = tags
    return tags
  }

  /// Returns `false` only if a node certainly doesn't list any values.
  private func mayList(_ node: Int) -> Bool {
    if let known = listing[node] { return known }
    var pending = [node]
    var seen: Set<Int> = []
    var found = false
    while !found, let next = pending.popLast() {
      guard seen.insert(next).inserted else { continue }
      for fact in schema.facts(of: next) {
        switch fact {
        case .values: found = true
        case .reference(let inner): pending.append(inner)
        case .allOf(let branches), .anyOf(let branches), .oneOf(let branches): pending += branches
        default: break
        }
      }
    }
    listing[node] = found
    return found
  }
}
