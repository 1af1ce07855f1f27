import PlumblineJSONTree

/// For each node how deep the smallest value that satisfies it nests, so that recursion can end: a lower bound, and
/// `endless` for a node that asks for itself again and again, or for what contradicts itself.
struct SchemaHeights {
  static let endless = 1_000

  private var heights: [Int: Int] = [:]
  /// Why no value satisfies a node, by what it says itself and through `$ref` and `allOf`.
  private(set) var contradictions: [(node: Int, reason: String)] = []

  /// What each node with no height leads to, to tell why it has none.
  private var children: [Int: [Int]] = [:]

  /// The nodes that say outright that there is no value.
  private var nothings: Set<Int> = []

  private static let roundLimit = 512

  /// - Parameter texts: knows what patterns contradict each other, which takes automata to see; not looked for without it.
  init(_ schema: CompiledSchema, from root: Int, texts: TextConflicts? = nil) {
    var order: [Int] = []
    var facts: [Int: [SchemaFact]] = [:]
    var pending = [root]
    while let node = pending.popLast() {
      if facts[node] != nil { continue }
      let found = schema.facts(of: node)
      facts[node] = found
      order.append(node)
      heights[node] = Self.endless
      children[node] = found.flatMap(Self.children)
      pending += children[node] ?? []
    }
    let impossible = contradict(order, facts, from: root, texts)
    // Heights only ever fall, and one round settles at least one more level.
    var hasChanged = true
    for _ in 0..<Self.roundLimit where hasChanged {
      hasChanged = false
      for node in order.reversed() where !impossible.contains(node) {
        let height = height(of: facts[node] ?? [])
        if height < heights[node] ?? Self.endless {
          heights[node] = height
          hasChanged = true
        }
      }
    }
    // What isn't settled by now may be satisfiable.
    if hasChanged { for node in order where self[node] >= Self.endless { heights[node] = 0 } }
  }

  subscript(node: Int) -> Int { heights[node] ?? 0 }

  /// Whether the node is among those that were looked at.
  func covers(_ node: Int) -> Bool { heights[node] != nil }

  /// Why a node is endless.
  func reason(for node: Int, _ schema: CompiledSchema) -> String {
    var pending = [node]
    var seen: Set<Int> = []
    while let next = pending.popLast() {
      guard self[next] >= Self.endless, seen.insert(next).inserted else { continue }
      if nothings.contains(next) {
        let place = next == node ? "it" : "the schema at \(schema.source(of: next).location)"
        return "\(place) allows no value"
      }
      if let (_, reason) = contradictions.first(where: { $0.node == next }) {
        return next == node ? reason : "\(reason), at \(schema.source(of: next).location)"
      }
      pending += (children[next] ?? []).reversed()
    }
    return "it asks for itself again inside each of its values, or for what no value is"
  }

  /// Finds the nodes whose own demands contradict each other.
  private mutating func contradict(
    _ order: [Int], _ facts: [Int: [SchemaFact]], from root: Int, _ texts: TextConflicts?
  ) -> Set<Int> {
    var found: Set<Int> = []
    let affirmed = Self.affirmed(facts, from: root)
    for node in order {
      let demand = Self.demand(of: node, facts)
      guard let reason = demand.conflict ?? texts?.conflict(in: demand) else { continue }
      found.insert(node)
      // What says outright that there is no value is meant so.
      if demand.allowsNothing {
        nothings.insert(node)
      } else if affirmed.contains(node) {
        contradictions.append((node, reason))
      }
    }
    // The innermost says it all: a node that only refers to one that contradicts itself is left out.
    contradictions.removeAll { entry in
      Self.merged(facts[entry.node] ?? []).contains { found.contains($0) }
    }
    return found
  }

  /// The nodes that some value is to satisfy: not those that only stand below `not`, or ask whether something is so.
  private static func affirmed(_ facts: [Int: [SchemaFact]], from root: Int) -> Set<Int> {
    var found: Set<Int> = []
    var pending = [root]
    while let node = pending.popLast() {
      guard found.insert(node).inserted else { continue }
      for fact in facts[node] ?? [] {
        switch fact {
        case .not: break
        case .conditional(_, let then, let otherwise): pending += [then, otherwise].compactMap { $0 }
        default: pending += children(of: fact)
        }
      }
    }
    return found
  }

  /// What a node asks for itself and through `$ref` and `allOf`.
  private static func demand(of node: Int, _ facts: [Int: [SchemaFact]]) -> Demand {
    var demand = Demand()
    var pending = [node]
    var seen: Set<Int> = []
    while let node = pending.popLast(), seen.count < Self.mergeLimit {
      if !seen.insert(node).inserted { continue }
      for fact in facts[node] ?? [] {
        if case .never = fact { demand.allowsNothing = true }
        demand.add(fact)
      }
      pending += merged(facts[node] ?? [])
    }
    demand.check()
    return demand
  }

  /// The nodes that must hold for the same value.
  private static func merged(_ facts: [SchemaFact]) -> [Int] {
    facts.flatMap { fact in
      switch fact {
      case .reference(let node): [node]
      case .allOf(let nodes): nodes
      default: [Int]()
      }
    }
  }

  /// Nodes that are merged into one demand at most; what is beyond only makes it weaker.
  private static let mergeLimit = 32

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
