/// Which nodes lead to which.
struct SchemaGraph {
  let nodes: GrowingTable<SchemaNode>
  let rules: GrowingTable<Rule>
  let tables: SchemaTables
  let targets: [DynamicTarget: Int32]

  /// The nodes that a node's rules apply, to its value or to what is in it.
  func successors(of node: Int) -> [Int] {
    var found: [Int] = []
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

  /// The nodes that a rule applies to the same value.
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
