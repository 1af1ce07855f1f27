/// The members that schemas of objects describe, indexed by name.
struct KnownNames {
  private let nodes: [String: [Int]]
  private let object: SchemaFact.Object

  init(_ object: SchemaFact.Object) {
    self.object = object
    nodes = Dictionary(grouping: object.properties, by: \.name).mapValues { $0.map(\.node) }
  }

  /// Returns a Boolean value that indicates whether the schemas describe a member by name.
  func names(_ name: String) -> Bool { nodes[name] != nil }

  /// Returns a Boolean value that indicates whether a member is named or matches a decidable pattern.
  func has(_ name: String) -> Bool {
    if nodes[name] != nil || object.withheld.contains(name) { return true }
    let text = Array(name.utf8)
    return object.patterns.contains { $0.pattern?.matches(text) ?? true }
  }

  /// Returns the schemas that a member with the given name must satisfy here.
  ///
  /// - Parameter undecided: A Boolean value that indicates whether a pattern that can't be decided counts as matching.
  /// - Returns: The schemas, and a Boolean value that indicates whether a name or a pattern describes the member. It is
  ///   `false` if the member is only an additional member.
  func schemas(for name: String, _ text: [UInt8], undecided: Bool) -> (nodes: [Int], isNamed: Bool) {
    var found = nodes[name] ?? []
    var isNamed = !found.isEmpty
    for (pattern, node) in object.patterns where pattern?.matches(text) ?? undecided {
      if pattern != nil { found.append(node) }
      isNamed = true
    }
    if !isNamed, let additional = object.additional {
      found.append(additional)
      isNamed = true
    }
    return (found, isNamed)
  }
}
