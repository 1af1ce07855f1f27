import PlumblineJSONTree

/// A builder that merges goals into a single demand, taking one branch at each choice.
///
/// The attempt number determines the branches. Attempts enumerate all combinations, with the first choice varying
/// fastest.
struct DemandGatherer {
  let schema: CompiledSchema
  let attempt: Int
  /// A rotation of the order of branches, so that seeds yield different results.
  let rotation: Int
  /// The nesting depth of each node's smallest value. Branches are tried in this order when little depth remains.
  let heights: SchemaHeights?

  private(set) var demand = Demand()
  /// The number of attempts that are worth making.
  private(set) var combinations = 1
  private(set) var conditions: [(test: Int, then: Int?, otherwise: Int?)] = []
  private(set) var dependents: [(name: String, node: Int)] = []
  private var seen: Set<Goal> = []
  private var pending: [Goal] = []
  /// The fact to violate.
  private var left: FactPlace?

  init(_ schema: CompiledSchema, attempt: Int, rotation: Int, heights: SchemaHeights?) {
    self.schema = schema
    self.attempt = attempt
    self.rotation = rotation
    self.heights = heights
  }

  mutating func gather(_ goals: [Goal]) {
    pending = goals.reversed()
    while let goal = pending.popLast(), demand.conflict == nil {
      if !seen.insert(goal).inserted { continue }
      if seen.contains(goal.opposite) {
        demand.conflict = "one schema must both hold and not hold"
        return
      }
      let facts = schema.facts(of: goal.node)
      if goal.isNegated {
        choose(facts.flatMap(\.negations), reason: "a schema that must not hold allows every value")
      } else {
        demand.nodes.append(goal.node)
        for (index, fact) in facts.enumerated() where left != FactPlace(node: goal.node, index: index) { add(fact) }
      }
    }
    demand.check()
  }

  /// Merges the requirements of nodes, except for one of their facts, with the requirements of one way to violate that
  /// fact.
  mutating func gather(_ nodes: [Int], breaking fact: FactPlace, by way: [Requirement]) {
    left = fact
    for requirement in way { add(requirement) }
    gather(pending + nodes.map { Goal(node: $0) })
  }

  /// Merges the requirements of goals with additional ones.
  mutating func gather(_ goals: [Goal], with more: [Requirement]) {
    for requirement in more { add(requirement) }
    gather(goals + pending)
  }

  private mutating func add(_ fact: SchemaFact) {
    demand.add(fact)
    switch fact {
    case .reference(let node): pending.append(Goal(node: node))
    case .allOf(let branches): pending += branches.reversed().map { Goal(node: $0) }
    case .anyOf(let branches): choose(ordered(branches).map { [.goal(Goal(node: $0))] }, reason: "no branch is left")
    case .oneOf(let branches):
      let order = ordered(branches)
      // If other branches happen to hold too, make their negations goals. Expand only the chosen branch, because
      // expanding all of them would take a quadratic number of goals.
      choose(branches.count > 1 ? 2 * order.count : order.count, reason: "no branch is left") { way in
        let chosen = order[way % order.count]
        let others = way < order.count ? [] : branches.filter { $0 != chosen }
        return [.goal(Goal(node: chosen))] + others.map { .goal(Goal(node: $0, isNegated: true)) }
      }
    case .not(let node): pending.append(Goal(node: node, isNegated: true))
    case .conditional(let test, let then, let otherwise):
      conditions.append((test, then, otherwise))
      let positive: [Requirement] = [.goal(Goal(node: test))] + (then.map { [.goal(Goal(node: $0))] } ?? [])
      let negative: [Requirement] =
        [.goal(Goal(node: test, isNegated: true))] + (otherwise.map { [.goal(Goal(node: $0))] } ?? [])
      choose([[], positive, negative], reason: "no branch is left")
    case .dependentSchemas(let list):
      dependents += list
      choose([[]] + list.map { [.forbidden($0.name)] }, reason: "no branch is left")
    case .dependentRequired(let list):
      choose([[]] + list.map { [.forbidden($0.name)] }, reason: "no branch is left")
    default: break
    }
  }

  private mutating func choose(_ ways: [[Requirement]], reason: String) {
    choose(ways.count, reason: reason) { ways[$0] }
  }

  /// Chooses one of several alternatives, identified by number.
  private mutating func choose(_ count: Int, reason: String, way: (Int) -> [Requirement]) {
    guard count > 0 else {
      demand.conflict = reason
      return
    }
    let chosen = way(attempt / combinations % count)
    let (product, overflow) = combinations.multipliedReportingOverflow(by: count)
    combinations = overflow ? .max : min(product, 1 << 40)
    for requirement in chosen.reversed() { add(requirement) }
  }

  private mutating func add(_ requirement: Requirement) {
    switch requirement {
    case .goal(let goal): pending.append(goal)
    case .fact(let fact): demand.add(fact)
    case .types(let types): demand.limit(to: types)
    case .fraction: demand.isFraction = true
    case .excluding(let values):
      demand.excluded += values
      if let allowed = demand.values {
        let taken = Set(values)
        demand.values = allowed.filter { !taken.contains($0) }
      }
    case .forbidden(let name): demand.forbidden.insert(name)
    case .member(let name, let goal): demand.memberGoals.append((name, goal))
    case .extra(let extra): demand.extras.append(extra)
    case .item(let index, let goal): demand.itemGoals.append((index, goal))
    case .everyItem(let goal): demand.everyItem.append(goal)
    case .repeats: demand.hasRepeats = true
    case .notPattern(let pattern): demand.notPatterns.append(pattern)
    }
  }

  /// Returns branches in the order in which to try them. Null comes last because it is the least informative. When
  /// little depth remains, shallow branches come first.
  private func ordered(_ branches: [Int]) -> [Int] {
    if let heights {
      return branches.enumerated().sorted {
        (heights[$0.element], $0.offset) < (heights[$1.element], $1.offset)
      }.map(\.element)
    }
    let telling = branches.filter { !isNull($0) }
    if telling.isEmpty { return branches }
    let turn = rotation % telling.count
    return Array(telling[turn...] + telling[..<turn]) + branches.filter(isNull)
  }

  private func isNull(_ node: Int) -> Bool {
    schema.facts(of: node).contains { fact in
      switch fact {
      case .types(let types): types == .null
      case .values(let values): values.allSatisfy(\.isNull)
      default: false
      }
    }
  }
}
