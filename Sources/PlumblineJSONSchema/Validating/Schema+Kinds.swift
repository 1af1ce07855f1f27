import PlumblineJSONTree

extension Schema {
  /// Returns a Boolean value that indicates whether the schema accepts every value of a kind, so that values needn't be
  /// examined.
  package func takesAny(_ kind: JSONKind) -> Bool { !compiled.isDynamic && compiled.takesAny(kind, at: root) }

  /// Returns a Boolean value that indicates whether the schema rejects every value of a kind because of its own type,
  /// the types of its branches, or more than one branch of a `oneOf` that accepts them all.
  package func takesNone(_ kind: JSONKind) -> Bool {
    // With dynamic references, the nodes that apply may depend on the path.
    guard !compiled.isDynamic else { return false }
    var known: [Int: Bool] = [:]
    return compiled.takesNone(kind, at: root, depth: 0, &known)
  }
}

extension CompiledSchema {
  /// The maximum nesting depth of schemas to examine.
  private static let mostNested = 32

  /// Returns a node's entry after following its references.
  private func entry(of node: Int) -> SchemaNode {
    var entry = nodes[node]
    // This loop ends because cycles of references are rejected during compilation.
    while entry.alias >= 0 { entry = nodes[Int(entry.alias)] }
    return entry
  }

  fileprivate func takesAny(_ kind: JSONKind, at node: Int) -> Bool {
    let entry = entry(of: node)
    return entry.accepts & kind.bit != 0
      && (Int(entry.first)..<Int(entry.end)).allSatisfy { rules[$0].kinds & kind.bit == 0 }
  }

  /// Returns a Boolean value that indicates whether a node rejects every value of a kind.
  ///
  /// - Parameter known: The verdicts on the nodes that have already been examined.
  fileprivate func takesNone(_ kind: JSONKind, at node: Int, depth: Int, _ known: inout [Int: Bool]) -> Bool {
    if let verdict = known[node] { return verdict }
    guard depth < Self.mostNested else { return false }
    known[node] = false
    let entry = entry(of: node)
    var takesNone = entry.accepts & kind.bit == 0
    for index in entry.range where !takesNone {
      let rule = rules[index]
      switch rule.kind {
      case .reference: takesNone = self.takesNone(kind, at: rule.index, depth: depth + 1, &known)
      case .allOf:
        for branch in tables.branches[rule.index] where !takesNone {
          takesNone = self.takesNone(kind, at: branch, depth: depth + 1, &known)
        }
      case .anyOf, .oneOf:
        let branches = tables.branches[rule.index]
        let isOneTooMany = rule.kind == .oneOf && branches.count(where: { takesAny(kind, at: $0) }) > 1
        takesNone = true
        for branch in branches where takesNone && !isOneTooMany {
          takesNone = self.takesNone(kind, at: branch, depth: depth + 1, &known)
        }
      default: break
      }
    }
    known[node] = takesNone
    return takesNone
  }
}
