extension InclusionProof {
  /// The elements described by a node itself.
  private struct DescribedItems {
    /// The number of elements described at the start of a list.
    var count = 0
    /// The schemas of the elements that `contains` describes, wherever they are.
    var contained: [Int] = []
    var areAll = false
    /// A Boolean value that indicates whether more elements may be described, for example by an alternative.
    var mayBeMore = false
  }

  /// Returns a Boolean value that indicates whether lists have only elements that a node describes or that satisfy its
  /// `unevaluatedItems` (JSON Schema 2020-12, core section 11.2).
  func keepsUnevaluatedItems(_ inner: Int, of node: Int, _ known: KnownFacts) -> Bool {
    let described = describedItems(by: node)
    if described.areAll || known.maxItems <= described.count { return true }
    let end = max(described.count, known.prefixCount)
    let areKept = (described.count...end).allSatisfy { index in
      index >= known.maxItems || includesInside(known.element(index, of: schema), in: inner)
        || isEmptyInside(known.element(index, of: schema))
    }
    return areKept || keepsOwn(inner, described, known)
  }

  /// Returns a Boolean value that indicates whether the lists' own schema has such a rule and describes only elements
  /// that the node also describes.
  private func keepsOwn(_ inner: Int, _ described: DescribedItems, _ known: KnownFacts) -> Bool {
    known.nodes.contains { own in
      schema.facts(of: own).contains { fact in
        guard case .unevaluatedItems(let rest) = fact else { return false }
        let other = describedItems(by: own)
        return !other.areAll && !other.mayBeMore && other.count <= described.count
          && other.contained.allSatisfy { one in described.contained.contains { isSame($0, one) } }
          && includesInside(ValueSet([schema.resolved(rest)]), in: inner)
      }
    }
  }

  private func describedItems(by node: Int) -> DescribedItems {
    var described = DescribedItems()
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
        case .items(let prefix, let rest):
          described.count = max(described.count, prefix.count)
          if rest != nil { described.areAll = true }
        case .contains(let inner, _, _): described.contained.append(inner)
        case .anyOf, .oneOf, .conditional, .dependentSchemas: described.mayBeMore = true
        case .unevaluatedItems: if next != node { described.mayBeMore = true }
        default: break
        }
      }
    }
    return described
  }
}
