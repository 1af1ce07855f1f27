/// The graph of nodes and their successors.
struct SchemaGraph {
  let nodes: GrowingTable<SchemaNode>
  let rules: GrowingTable<Rule>
  let tables: SchemaTables
  let targets: [DynamicTarget: Int32]
  /// The nodes of `contentSchema`, keyed by the nodes of the schemas that contain it.
  var contents: [Int: Int] = [:]

  /// Returns the nodes that a node's rules apply to the value or inside it, including JSON in a string.
  func successors(of node: Int) -> [Int] {
    var found: [Int] = contents[node].map { [$0] } ?? []
    for index in nodes[node].range {
      let rule = rules[index]
      found += inPlace(rule)
      switch rule.kind {
      case .object:
        let table = tables.objects[rule.index]
        found += table.properties.map(\.node) + table.patterns.map(\.node)
        if let additional = table.additional { found.append(additional) }
      case .items:
        let table = tables.items[rule.index]
        found += table.prefix
        if let rest = table.rest { found.append(rest) }
      case .contains: found.append(tables.contains[rule.index].node)
      case .propertyNames, .unevaluatedProperties, .unevaluatedItems: found.append(rule.index)
      case .dynamicReference:
        let table = tables.dynamics[rule.index]
        found.append(table.node)
        found += targets.filter { $0.key.anchor == table.anchor }.map { Int($0.value) }
      default: break
      }
    }
    return found
  }

  /// Returns the nodes that a rule applies to the same value.
  func inPlace(_ rule: Rule) -> [Int] {
    switch rule.kind {
    case .reference, .not: return [rule.index]
    case .allOf, .anyOf, .oneOf: return tables.branches[rule.index]
    case .dependentSchemas: return tables.dependentSchemas[rule.index].map(\.node)
    case .conditional:
      let table = tables.conditionals[rule.index]
      return [table.test, table.then, table.otherwise].compactMap { $0 }
    default: return []
    }
  }
}

/// A dynamic anchor of a resource.
struct DynamicTarget: Hashable, Sendable {
  let resource: Int32
  let anchor: Int32
}

/// A subschema, with its rules and location.
struct SchemaNode: Sendable {
  var start: Int32 = 0
  var end: Int32 = 0
  /// The index of the first rule that the boolean pass checks. ``accepts`` covers the rules before it.
  var first: Int32 = 0
  var place: Int32
  var document: Int32
  /// The schema resource that the subschema belongs to.
  var resource: Int32
  /// If this node consists only of a `$ref`, the index of the node to use instead, and otherwise -1.
  var alias: Int32 = -1
  /// The kinds of values that `type` and `false` accept, with one bit for each `JSONKind`.
  var accepts: UInt8 = 0x3F
  /// A Boolean value that indicates whether no rule applies a different schema, so that validation doesn't recurse.
  var isLeaf = false

  var range: Range<Int> { Int(start)..<Int(end) }
}

/// A remark on a node that doesn't prevent its schema from being used.
struct SchemaNote: Sendable {
  enum Kind: Sendable {
    /// A keyword that isn't checked.
    case undecided
    /// A keyword without effect.
    case unknown
  }

  let kind: Kind
  let node: Int32
  let problem: SchemaProblem
}
