import PlumblineJSONTree

/// Support for sample values that the schemas themselves provide.
extension ValueMaker {
  /// Returns the valid `default` and example values of one type that the schemas provide.
  func given(_ demand: Demand, _ type: TypeSet) -> [JSON] {
    given(demand).filter { TypeSet($0.kind) == type }
  }

  /// Returns the valid `default` and example values that the schemas provide.
  func given(_ demand: Demand) -> [JSON] {
    let goals = demand.nodes.map { Goal(node: $0) }
    return turned(demand.nodes.flatMap(samples).filter { fits(goals, $0) })
  }

  /// Returns a `default` or example value of schemas that hold no matter which branches are taken at choices, or `nil`
  /// if there is none.
  func shown(_ goals: [Goal]) -> JSON? {
    let samples = turned(certain(goals).flatMap(samples).filter { fits(goals, $0) })
    return samples.first { !$0.isNull } ?? samples.first
  }

  /// Returns the schemas that hold no matter which branches are taken at the goals' choices.
  private func certain(_ goals: [Goal]) -> [Int] {
    var nodes: [Int] = []
    schema.first(through: goals.filter { !$0.isNegated }.map(\.node), most: Self.depthLimit) { node -> Int? in
      nodes.append(node)
      return nil
    }
    return nodes
  }

  /// Returns a Boolean value that indicates whether a sample is valid and has no undescribed member, which would be
  /// drift in a request or a response.
  private func fits(_ goals: [Goal], _ sample: JSON) -> Bool {
    guard holds(goals, sample) else { return false }
    guard sample.kind == .object || sample.kind == .array else { return true }
    let nodes = goals.filter { !$0.isNegated }.map { AppliedNode(node: $0.node, scope: 0) }
    return DocumentationWalk.walking(sample.document, by: schema) { walk in
      walk.visit(nodes, sample.node)
      return walk.found.isEmpty
    }
  }

  private func samples(of node: Int) -> [JSON] {
    let source = schema.source(of: node)
    let examples = source["examples"].map { Array($0.elements) } ?? []
    return [source["default"]].compactMap { $0 } + examples + [source["example"]].compactMap { $0 }
  }

  /// Returns values in an order that depends on the seed.
  private func turned(_ values: [JSON]) -> [JSON] {
    if values.isEmpty || variation == 0 { return values }
    let turn = variation % values.count
    return Array(values[turn...] + values[..<turn])
  }
}
