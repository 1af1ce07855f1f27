import JSONTree

extension SchemaCompiler {
  /// Refuses schemas that would apply to one value again and again without going into it.
  mutating func refuseCycles() {
    // 0: not seen, 1: on the path, 2: done.
    var states = [UInt8](repeating: 0, count: nodes.count)
    for start in nodes.indices where states[start] == 0 {
      var path = [(node: start, edges: inPlaceEdges(start)[...])]
      states[start] = 1
      while let (_, edges) = path.last {
        guard let edge = edges.first else {
          if let done = path.popLast() { states[done.node] = 2 }
          continue
        }
        path[path.count - 1].edges.removeFirst()
        if states[edge.target] == 1 {
          let rule = edge.rule
          report(
            JSON(documents[Int(rule.document)], Int(rule.place)), rule.kind.keyword,
            "'\(rule.kind.keyword)' leads back to a schema around it without going into the value, and would never end."
          )
        } else if states[edge.target] == 0 {
          states[edge.target] = 1
          path.append((edge.target, inPlaceEdges(edge.target)[...]))
        }
      }
    }
  }

  /// The nodes that apply to the same value as a node.
  private func inPlaceEdges(_ node: Int) -> [(target: Int, rule: Rule)] {
    var edges: [(Int, Rule)] = []
    for rule in rules[nodes[node].range] {
      switch rule.kind {
      case .reference, .not: edges.append((rule.index, rule))
      case .allOf, .anyOf, .oneOf: for branch in tables.branches[rule.index] { edges.append((branch, rule)) }
      case .dependentSchemas: for entry in tables.dependentSchemas[rule.index] { edges.append((entry.node, rule)) }
      case .conditional:
        let table = tables.conditionals[rule.index]
        for branch in [table.test, table.then, table.otherwise] {
          if let branch { edges.append((branch, rule)) }
        }
      default: break
      }
    }
    return edges
  }
}
