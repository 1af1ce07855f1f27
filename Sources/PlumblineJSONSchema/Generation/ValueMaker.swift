import PlumblineJSONTree

/// A generator of values that meet goals. It merges the goals into a demand, proposes candidates, and lets the
/// validator choose.
///
/// # How the search works
///
/// `DemandGatherer` merges the goals' requirements through `$ref` and `allOf`, takes one way at each choice (a branch
/// of `anyOf`, one way to violate a `not`, a side of `if`), and detects plain contradictions immediately. The demand is
/// then met type by type. Strings come from formats, patterns, and names; numbers come from exact arithmetic on bounds
/// and multiples; and members and elements are generated recursively for their own goals. The validator judges each
/// candidate. If a candidate fails, it is generated again with the requirements of the conditions that it meets. If
/// that fails too, the next combination of ways is tried.
///
///     {"oneOf": [{"required": ["a"]}, {"required": ["b"]}], "properties": {"a": {"type": "integer"}, "b": true}}
///
///     first branch    {"a": 1, "b": "B"}    both branches hold
///     second branch   {"a": 1, "b": "B"}    both branches hold
///     first, strictly, so that the second does not hold: 'b' is forbidden
///                     {"a": 1}              holds
///
/// # How the search ends
///
/// A plan limits the depth and the number of values up to which optional members are generated. When little depth
/// remains, branches are tried in the order of `SchemaHeights`, starting with the one that ends soonest. All work
/// counts against a budget.
struct ValueMaker {
  /// The settings for generating a value. If one plan finds nothing, the next one for the size is tried.
  struct Plan {
    var size: GenerationSize
    /// A Boolean value that indicates whether optional members are generated only if something requires them.
    var isBare: Bool
    /// The maximum depth at which optional members are generated.
    var depth: Int
    /// The number of values after which optional parts are no longer generated.
    var room: Int

    static func plans(for size: GenerationSize) -> [Plan] {
      let bare = Plan(size: size, isBare: true, depth: 0, room: 0)
      switch size {
      case .minimal: return [bare, Plan(size: .minimal, isBare: false, depth: 3, room: 100)]
      case .typical: return [Plan(size: size, isBare: false, depth: 5, room: 400), bare]
      case .maximal:
        return [
          Plan(size: size, isBare: false, depth: 6, room: 1_200),
          Plan(size: .typical, isBare: false, depth: 4, room: 200),
          Plan(size: .typical, isBare: true, depth: 0, room: 0),
        ]
      }
    }
  }

  static let depthLimit = 40
  private static let attemptLimit = 96
  private static let steepDepth = 6

  let schema: CompiledSchema
  let plan: Plan
  let variation: Int
  private let rotation: Int
  private let heights: SchemaHeights
  let writers = TextWriters()
  private var budget = 6_000
  private(set) var made = 0
  /// The first contradiction that was found, with its depth.
  private(set) var conflict: String?
  private var conflictDepth = Int.max
  /// A Boolean value that indicates whether every way to generate the root value leads to a contradiction.
  private(set) var isImpossible = false

  /// Creates a value maker.
  ///
  /// - Parameter heights: The heights of the nodes that are reachable from the root, if the caller already has them.
  init(_ schema: CompiledSchema, root: Int, plan: Plan, seed: UInt64, heights: SchemaHeights? = nil) {
    self.schema = schema
    self.plan = plan
    variation = Int(truncatingIfNeeded: seed % 9_973)
    rotation = Int(truncatingIfNeeded: seed % 1_009)
    let heights = heights ?? SchemaHeights(schema, from: root)
    self.heights = heights
    // The target of a dynamic reference is known only during validation.
    if heights[root] >= SchemaHeights.endless, !schema.isDynamic {
      conflict = heights.reason(for: root, schema)
      isImpossible = true
    }
  }

  func wantsOptional(_ context: ValueContext) -> Bool {
    !plan.isBare && context.height < plan.depth && made < plan.room
  }

  func holds(_ goals: [Goal], _ value: JSON) -> Bool {
    goals.allSatisfy { goal in schema.judge(value, by: goal.node).map { $0 != goal.isNegated } ?? false }
  }

  /// Returns a value that meets all goals, or `nil` if none is found.
  mutating func value(_ goals: [Goal], _ context: ValueContext) -> JSON? {
    guard !isImpossible, context.depth < Self.depthLimit else { return nil }
    made += 1
    let isSteep = context.depth >= Self.steepDepth || plan.isBare
    var combinations = 1
    var conflicts = 0
    var attempt = 0
    while attempt < min(combinations, Self.attemptLimit) {
      guard budget > 0 else { return nil }
      budget -= 1
      var gatherer = DemandGatherer(
        schema, attempt: attempt, rotation: rotation, heights: isSteep ? heights : nil)
      gatherer.gather(goals)
      combinations = max(combinations, gatherer.combinations)
      attempt += 1
      // A sample from the schema itself takes precedence over samples from its branches.
      if attempt == 1, combinations > 1, plan.size == .typical, let shown = shown(goals) { return shown }
      if let found = gatherer.demand.conflict {
        conflicts += 1
        note(found, context)
      } else if let value = settle(gatherer, goals, attempt: attempt - 1, context) {
        return value
      }
    }
    if context.depth == 0, conflicts == attempt, attempt == combinations { isImpossible = true }
    return nil
  }

  /// Returns a value for nodes that violates one of their facts in a particular way, or `nil` if none is found.
  mutating func value(
    for nodes: [Int], breaking fact: FactPlace, by way: [Requirement], _ context: ValueContext
  ) -> JSON? {
    for attempt in 0..<8 where budget > 0 {
      budget -= 1
      var gatherer = DemandGatherer(schema, attempt: attempt, rotation: rotation, heights: nil)
      gatherer.gather(nodes, breaking: fact, by: way)
      if gatherer.demand.conflict != nil { continue }
      for type in order(gatherer.demand) {
        for candidate in candidates(type, gatherer.demand, context)
        where schema.judge(candidate, by: fact.node) == false {
          return candidate
        }
      }
      if attempt + 1 >= gatherer.combinations { return nil }
    }
    return nil
  }

  /// Returns a value that meets all goals and additional requirements and satisfies a predicate, or `nil` if none is
  /// found.
  mutating func value(
    _ goals: [Goal], with more: [Requirement], attempts: Int = 24, where isTaken: (JSON) -> Bool
  ) -> JSON? {
    let context = ValueContext(variation: variation)
    var combinations = 1
    for attempt in 0..<attempts where budget > 0 {
      budget -= 1
      var gatherer = DemandGatherer(schema, attempt: attempt, rotation: rotation, heights: nil)
      gatherer.gather(goals, with: more)
      // An attempt that ends early sees fewer choices.
      combinations = max(combinations, gatherer.combinations)
      if gatherer.demand.conflict == nil {
        for type in order(gatherer.demand) {
          for candidate in candidates(type, gatherer.demand, context)
          where holds(goals, candidate) && isTaken(candidate) {
            return candidate
          }
        }
      }
      if attempt + 1 >= combinations { return nil }
    }
    return nil
  }

  private mutating func note(_ reason: String, _ context: ValueContext) {
    guard context.depth < conflictDepth else { return }
    conflictDepth = context.depth
    conflict = context.name.isEmpty ? reason : reason + " (for '\(context.name)')"
  }

  /// Generates candidates for a demand. If one fails, adds the requirements of its conditions and generates it again.
  private mutating func settle(
    _ gatherer: DemandGatherer, _ goals: [Goal], attempt: Int, _ context: ValueContext
  ) -> JSON? {
    var gatherer = gatherer
    var all = goals
    for _ in 0..<3 {
      var failed: JSON?
      for type in order(gatherer.demand) {
        for candidate in candidates(type, gatherer.demand, context) {
          budget -= 1
          if holds(goals, candidate) { return candidate }
          failed = failed ?? candidate
          if budget <= 0 { return nil }
        }
      }
      guard let failed else { return nil }
      let more = asked(of: failed, gatherer).filter { !all.contains($0) }
      if more.isEmpty { return nil }
      all += more
      gatherer = DemandGatherer(schema, attempt: attempt, rotation: rotation, heights: nil)
      gatherer.gather(all)
      if gatherer.demand.conflict != nil { return nil }
    }
    return nil
  }

  /// Returns the goals that conditions and dependent schemas add for a value.
  private func asked(of value: JSON, _ gatherer: DemandGatherer) -> [Goal] {
    var more: [Goal] = []
    for condition in gatherer.conditions {
      let branch = schema.judge(value, by: condition.test) == true ? condition.then : condition.otherwise
      if let branch { more.append(Goal(node: branch)) }
    }
    for dependent in gatherer.dependents where value[dependent.name] != nil { more.append(Goal(node: dependent.node)) }
    return more
  }

  /// Returns the types to try, most likely first.
  private func order(_ demand: Demand) -> [TypeSet] {
    // The schemas' own samples show which type is intended. Null counts only if there are no other samples.
    let samples = plan.size == .typical ? given(demand) : []
    let shown = (samples.first { !$0.isNull } ?? samples.first).map { [TypeSet($0.kind)] } ?? []
    let plain: [TypeSet] =
      demand.isTyped
      ? [.object, .array, .string, .number, .boolean, .null] : [.string, .number, .boolean, .object, .array, .null]
    var ordered: [TypeSet] = []
    for type in shown + demand.hints + plain where demand.types.contains(type) && !ordered.contains(type) {
      ordered.append(type)
    }
    return demand.values == nil ? ordered : Array(ordered.prefix(1))
  }

  private mutating func candidates(_ type: TypeSet, _ demand: Demand, _ context: ValueContext) -> [JSON] {
    if let values = demand.values {
      if values.isEmpty { return [] }
      let turn = (plan.size == .minimal && context.variation == variation ? 0 : context.variation) % values.count
      let turned = Array(values[turn...] + values[..<turn])
      // Prefer the listed value that a sample uses.
      guard plan.size == .typical, turn == 0, let usual = given(demand, type).first(where: values.contains)
      else {
        return turned
      }
      return [usual] + turned.filter { $0 != usual }
    }
    let given = given(demand, type)
    let own: [JSON]
    switch type {
    case .object: own = given.isEmpty || plan.size != .typical ? object(demand, context).map { [$0] } ?? [] : []
    case .array: own = given.isEmpty || plan.size != .typical ? array(demand, context).map { [$0] } ?? [] : []
    case .string: own = contents(demand, context) + TextMaker(demand, context, plan.size, writers).candidates()
    case .number: own = NumberMaker(demand, context, plan.size).candidates()
    case .boolean: own = [JSON(context.variation % 2 == 0), JSON(context.variation % 2 != 0)]
    default: own = [.null]
    }
    var all = plan.size == .typical ? given + own : own + given
    if all.isEmpty, type == .object { all = object(demand, context).map { [$0] } ?? [] }
    if all.isEmpty, type == .array { all = array(demand, context).map { [$0] } ?? [] }
    return demand.excluded.isEmpty ? all : all.filter { !demand.excluded.contains($0) }
  }
}

/// The context of a value being generated, such as its name, depth, and variation.
struct ValueContext {
  /// The name of the member that contains the value, or of the list that the value is in.
  var name = ""
  var depth = 0
  /// A number that distinguishes adjacent values and seeds. 0 yields the simplest value.
  var variation = 0
  /// The depth of the root of the document that contains this value: 0, or the depth of the string that contains the
  /// document.
  var ground = 0
  /// The number of nested strings that contain the value.
  var texts = 0

  /// The depth within the document that contains this value.
  var height: Int { depth - ground }

  func member(_ name: String) -> ValueContext {
    ValueContext(name: name, depth: depth + 1, variation: variation, ground: ground, texts: texts)
  }

  func element(_ index: Int) -> ValueContext {
    ValueContext(name: name, depth: depth + 1, variation: variation + index, ground: ground, texts: texts)
  }

  func varied(_ by: Int) -> ValueContext {
    ValueContext(name: name, depth: depth, variation: variation + by, ground: ground, texts: texts)
  }

  /// The context of a value that is written in this string. It has as many optional parts as a value outside of
  /// strings. A value in a string inside a string has fewer, because each level doubles the backslashes of the levels
  /// inside.
  var content: ValueContext {
    ValueContext(
      name: name, depth: depth + 1, variation: variation, ground: ground == 0 ? depth + 1 : ground, texts: texts + 1)
  }
}
