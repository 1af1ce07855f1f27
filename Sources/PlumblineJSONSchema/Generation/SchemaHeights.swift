import PlumblineJSONTree

/// For each node how deep the smallest value that satisfies it nests, so that recursion can end: a lower bound, and
/// `endless` for a node that asks for itself again and again.
struct SchemaHeights {
  static let endless = 1_000

  private var heights: [Int: Int] = [:]

  init(_ schema: CompiledSchema, from root: Int) {
    var order: [Int] = []
    var facts: [Int: [SchemaFact]] = [:]
    var pending = [root]
    while let node = pending.popLast() {
      if facts[node] != nil { continue }
      let found = schema.facts(of: node)
      facts[node] = found
      order.append(node)
      heights[node] = Self.endless
      for fact in found { pending += Self.children(of: fact) }
    }
    // Heights only ever fall, and one round settles at least one more level.
    for _ in 0..<64 {
      var hasChanged = false
      for node in order.reversed() {
        let height = height(of: facts[node] ?? [])
        if height < heights[node] ?? Self.endless {
          heights[node] = height
          hasChanged = true
        }
      }
      if !hasChanged { break }
    }
  }

  subscript(node: Int) -> Int { heights[node] ?? 0 }

  private func height(of facts: [SchemaFact]) -> Int {
    var height = 0
    var types = Demand.allTypes
    for case .types(let set) in facts { types.formIntersection(set.contains(.integer) ? set.union(.number) : set) }
    let required = facts.flatMap { fact in
      if case .required(let names) = fact { return names }
      return []
    }
    let minItems =
      facts.map { fact in
        if case .minItems(let count) = fact { return count }
        return 0
      }.max() ?? 0
    for fact in facts {
      switch fact {
      case .never: return Self.endless
      case .values: return 0
      case .reference(let node): height = max(height, self[node])
      case .allOf(let branches): height = max(height, branches.map { self[$0] }.max() ?? 0)
      case .anyOf(let branches), .oneOf(let branches): height = max(height, branches.map { self[$0] }.min() ?? 0)
      case .object(let object) where types == .object:
        for property in object.properties where required.contains(property.name) {
          height = max(height, self[property.node] + 1)
        }
      case .items(let prefix, let rest) where types == .array && minItems > 0:
        for node in prefix.prefix(minItems) { height = max(height, self[node] + 1) }
        if minItems > prefix.count, let rest { height = max(height, self[rest] + 1) }
      default: break
      }
    }
    return min(height, Self.endless)
  }

  private static func children(of fact: SchemaFact) -> [Int] {
    switch fact {
    case .reference(let node), .not(let node), .propertyNames(let node), .unevaluatedProperties(let node),
      .unevaluatedItems(let node), .contains(let node, _, _):
      return [node]
    case .allOf(let nodes), .anyOf(let nodes), .oneOf(let nodes): return nodes
    case .object(let object):
      return object.properties.map(\.node) + object.patterns.map(\.node) + (object.additional.map { [$0] } ?? [])
    case .items(let prefix, let rest): return prefix + (rest.map { [$0] } ?? [])
    case .conditional(let test, let then, let otherwise): return [test, then, otherwise].compactMap { $0 }
    case .dependentSchemas(let list): return list.map(\.node)
    default: return []
    }
  }
}
