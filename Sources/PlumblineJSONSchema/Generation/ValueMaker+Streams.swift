import PlumblineJSONTree

/// Support for streams of events and lines, and for JSON in strings.
extension ValueMaker {
  /// Returns JSON texts for a string whose contents the schemas describe with `contentSchema`, or an empty array for
  /// other strings.
  mutating func contents(_ demand: Demand, _ context: ValueContext) -> [JSON] {
    if schema.contents.isEmpty || context.texts >= Self.mostTexts { return [] }
    let goals = demand.nodes.compactMap { schema.contents[$0] }.map { Goal(node: $0) }
    guard !goals.isEmpty, let value = value(goals, context.content) else { return [] }
    return [JSON(value.text)]
  }

  /// The maximum nesting depth of JSON strings. Each level doubles the backslashes of the levels inside.
  private static var mostTexts: Int { 4 }
  /// The keyword that marks a list as a stream.
  private static var keyword: String { "x-stream" }
  /// The maximum number of generated items.
  private static var mostItems: Int { 32 }
  /// The maximum number of references followed to the alternatives of an item.
  private static var mostReferences: Int { 8 }

  /// Returns a stream with one item for each alternative of the items, in order, or `nil` if the list isn't a stream.
  ///
  /// A list is a stream if its schema contains `x-stream`, as schemas created for an `itemSchema` do, or if `event`
  /// distinguishes its items.
  mutating func stream(_ demand: Demand, _ context: ValueContext) -> JSON? {
    guard plan.size != .minimal, !plan.isBare, let items = demand.items.first, demand.items.count == 1,
      items.prefix.isEmpty, let item = items.rest
    else { return nil }
    let isSaid = demand.nodes.contains { schema.source(of: $0)[Self.keyword]?.bool == true }
    let choice = alternatives(of: item)
    guard isSaid || choice.member == "event" else { return nil }
    let wanted = choice.nodes.isEmpty ? [item] : choice.nodes
    guard wanted.count <= Self.mostItems, wanted.count >= demand.minItems, wanted.count <= demand.maxItems else {
      return nil
    }
    var found: [JSON] = []
    for (index, alternative) in wanted.enumerated() {
      let goals = [Goal(node: alternative)] + (alternative == item ? [] : [Goal(node: item)])
      if let value = value(goals, context.element(index)) { found.append(value) }
    }
    return found.count >= max(1, demand.minItems) ? .array(found) : nil
  }

  /// Returns the branches of a schema that consists only of a `oneOf` or `anyOf`, and the member that distinguishes
  /// them.
  private func alternatives(of node: Int) -> (nodes: [Int], member: String?) {
    var node = node
    for _ in 0..<Self.mostReferences {
      let rules = schema.rules(of: node)
      if let choice = rules.first(where: { $0.kind == .oneOf || $0.kind == .anyOf }) {
        return (schema.tables.branches[choice.index], schema.tables.naming(of: choice.index)?.member)
      }
      guard let reference = rules.first(where: { $0.kind == .reference }) else { break }
      node = reference.index
    }
    return ([], nil)
  }
}
