import PlumblineJSONTree

/// A lower bound for the nesting depth of the smallest value that satisfies each node. Generators use it to end
/// recursion. The height is `endless` for a node that recursively requires itself or contradicts itself.
struct SchemaHeights {
  static let endless = 1_000

  private var heights: [Int: Int] = [:]
  /// The reasons that no value satisfies a node, found in the node's own facts and through `$ref` and `allOf`.
  private var contradictions: [Int: String] = [:]

  /// The children of each node, for explaining why it has no height.
  private var children: [Int: [Int]] = [:]

  /// The nodes of `false` schemas.
  private var nothings: Set<Int> = []

  /// The maximum number of times that each node is examined.
  private static let roundLimit = 512

  init() {}

  init(_ schema: CompiledSchema, from root: Int) {
    cover(root, in: schema)
  }

  /// Covers a node and everything that is reachable from it, except for nodes that are covered already.
  ///
  /// - Parameters:
  ///   - schema: The tables of the node. They may have grown since other nodes were covered.
  ///   - texts: Detects contradictory patterns with automata. If it is `nil`, such patterns aren't detected.
  mutating func cover(_ root: Int, in schema: CompiledSchema, texts: TextConflicts? = nil) {
    var order: [Int] = []
    var facts: [Int: [SchemaFact]] = [:]
    var parents: [Int: [Int]] = [:]
    var pending = [root]
    while let node = pending.popLast() {
      if heights[node] != nil { continue }
      let found = schema.facts(of: node)
      facts[node] = found
      order.append(node)
      heights[node] = Self.endless
      let children = found.flatMap(Self.children)
      self.children[node] = children
      for child in children where heights[child] == nil || facts[child] != nil {
        parents[child, default: []].append(node)
      }
      pending += children
    }
    contradict(order, facts, texts, schema)
    settle(order, facts, parents)
  }

  /// Finds the heights of new nodes. Heights only decrease, and a decrease may propagate to other nodes.
  private mutating func settle(_ order: [Int], _ facts: [Int: [SchemaFact]], _ parents: [Int: [Int]]) {
    var pending = Array(order.reversed())
    var waiting = Set(pending)
    var next = 0
    while next < pending.count, next < order.count * Self.roundLimit {
      let node = pending[next]
      next += 1
      waiting.remove(node)
      if contradictions[node] != nil { continue }
      let height = height(of: facts[node] ?? [])
      guard height < self[node] else { continue }
      heights[node] = height
      for parent in parents[node] ?? [] where waiting.insert(parent).inserted { pending.append(parent) }
    }
    // Treat nodes that aren't settled by now as satisfiable.
    if next < pending.count { for node in order where self[node] >= Self.endless { heights[node] = 0 } }
  }

  subscript(node: Int) -> Int { heights[node] ?? 0 }

  /// Returns the reason that a node is endless.
  func reason(for node: Int, _ schema: CompiledSchema) -> String {
    var pending = [node]
    var seen: Set<Int> = []
    while let next = pending.popLast() {
      guard self[next] >= Self.endless, seen.insert(next).inserted else { continue }
      if nothings.contains(next) {
        let place = next == node ? "it" : "the schema at \(schema.source(of: next).location)"
        return "\(place) allows no value"
      }
      if let reason = contradictions[next] {
        return next == node ? reason : "\(reason), at \(schema.source(of: next).location)"
      }
      pending += (children[next] ?? []).reversed()
    }
    return "it asks for itself again inside each of its values, or for what no value is"
  }

  /// Returns the reason that no value satisfies a node's own facts. Returns `nil` if there is such a value, if the
  /// cause is another node for the same value, or if the node is intentionally `false`.
  func contradiction(at node: Int, in schema: CompiledSchema) -> String? {
    guard let reason = contradictions[node], !nothings.contains(node) else { return nil }
    // Only the innermost node explains the contradiction. A node that merely refers to a contradictory node adds
    // nothing.
    let isInner = Self.merged(schema.facts(of: node)).contains { contradictions[$0] != nil }
    return isInner ? nil : reason
  }

  /// Finds the nodes that contradict themselves.
  private mutating func contradict(
    _ order: [Int], _ facts: [Int: [SchemaFact]], _ texts: TextConflicts?, _ schema: CompiledSchema
  ) {
    for node in order {
      let demand = Self.demand(of: node) { facts[$0] ?? schema.facts(of: $0) }
      guard let reason = demand.conflict ?? texts?.conflict(in: demand) else { continue }
      contradictions[node] = reason
      if demand.allowsNothing { nothings.insert(node) }
    }
  }

  /// Returns the merged facts of a node and of those reached through `$ref` and `allOf`.
  private static func demand(of node: Int, _ facts: (Int) -> [SchemaFact]) -> Demand {
    var demand = Demand()
    var pending = [node]
    var seen: Set<Int> = []
    while let node = pending.popLast(), seen.count < Self.mergeLimit {
      if !seen.insert(node).inserted { continue }
      let found = facts(node)
      for fact in found {
        if case .never = fact { demand.allowsNothing = true }
        if case .object(let object) = fact, let additional = object.additional, isNever(additional, facts) {
          demand.closed.append(object)
        }
        demand.add(fact)
      }
      pending += merged(found)
    }
    demand.check()
    return demand
  }

  private static func isNever(_ node: Int, _ facts: (Int) -> [SchemaFact]) -> Bool {
    facts(node).contains { if case .never = $0 { true } else { false } }
  }

  /// Returns the nodes that must hold for the same value.
  private static func merged(_ facts: [SchemaFact]) -> [Int] {
    facts.flatMap { fact in
      switch fact {
      case .reference(let node): [node]
      case .allOf(let nodes): nodes
      default: [Int]()
      }
    }
  }

  /// The maximum number of nodes to merge into one demand. Omitting the rest only weakens the demand.
  private static let mergeLimit = 32

  private func height(of facts: [SchemaFact]) -> Int {
    var height = 0
    var types = Demand.allTypes
    for case .types(let set) in facts { types.formIntersection(set.contains(.integer) ? set.union(.number) : set) }
    var required: Set<String> = []
    // Only the height of an object depends on its required names, of which there may be thousands.
    let isObject = types == .object && facts.contains { if case .object = $0 { true } else { false } }
    if isObject { for case .required(let names) in facts { required.formUnion(names) } }
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

  /// Returns the nodes that a fact refers to.
  static func children(of fact: SchemaFact) -> [Int] {
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
