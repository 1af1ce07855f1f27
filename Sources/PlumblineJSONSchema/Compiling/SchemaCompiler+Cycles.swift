import PlumblineJSONTree

extension SchemaCompiler {
  /// Returns a Boolean value that indicates whether any node from an index on applies another such node to the same
  /// value. Most schemas are too simple for that.
  private func mayCycle(from start: Int) -> Bool {
    for node in start..<nodes.count {
      for index in nodes[node].range {
        switch rules[index].kind {
        case .reference, .not: if rules[index].index >= start { return true }
        case .allOf, .anyOf, .oneOf, .dependentSchemas, .conditional: return true
        default: break
        }
      }
    }
    return false
  }

  /// Rejects schemas among the nodes from an index on that would be applied to the same value endlessly.
  ///
  /// Earlier nodes have already been checked and can't lead to new ones.
  mutating func refuseCycles(from start: Int) {
    guard mayCycle(from: start) else { return }
    let (nodes, rules) = (nodes, rules)
    let graph = SchemaGraph(nodes: nodes, rules: rules, tables: tables, targets: [:])
    // 0 means not visited, 1 means on the path, and 2 means done.
    var states = [UInt8](repeating: 0, count: nodes.count - start)
    func edges(_ node: Int) -> ArraySlice<(target: Int, rule: Rule)> {
      var edges: [(target: Int, rule: Rule)] = []
      for index in nodes[node].range {
        for target in graph.inPlace(rules[index]) where target >= start { edges.append((target, rules[index])) }
      }
      return edges[...]
    }
    for first in start..<nodes.count where states[first - start] == 0 {
      var path = [(node: first, edges: edges(first))]
      states[first - start] = 1
      while var step = path.popLast() {
        guard let edge = step.edges.popFirst() else {
          states[step.node - start] = 2
          continue
        }
        path.append(step)
        if states[edge.target - start] == 1 {
          let rule = edge.rule
          report(
            JSON(documents[Int(rule.document)], Int(rule.place)), rule.kind.keyword,
            "'\(rule.kind.keyword)' leads back to a schema around it without going into the value, and would never end.",
            at: step.node)
        } else if states[edge.target - start] == 0 {
          states[edge.target - start] = 1
          path.append((edge.target, edges(edge.target)))
        }
      }
    }
  }
}
