import PlumblineJSONTree

extension ValueMaker {
  private static let itemLimit = 2_000

  /// Returns an array with the required elements, and a few more if the plan includes optional ones.
  mutating func array(_ demand: Demand, _ context: ValueContext) -> JSON? {
    let minimums = demand.contains.map(\.minimum)
    // First try to share elements among several `contains`, and then try separate elements for each.
    let shared = max(demand.minItems, minimums.max() ?? 0)
    guard shared <= Self.itemLimit else { return nil }
    if demand.hasRepeats { return repeating(demand, context) }
    if let stream = stream(demand, context) { return stream }
    let apart = max(demand.minItems, minimums.reduce(0, +))
    let optional = min(max(shared, wanted(demand, context)), Self.itemLimit)
    for count in [min(optional, demand.maxItems), shared, apart, apart + 1, apart + prefixCount(demand)]
    where count <= min(demand.maxItems, Self.itemLimit) {
      for spreads in [false, true] {
        if let elements = elements(count, demand, spreads: spreads, context) { return .array(elements) }
        if demand.contains.isEmpty { break }
      }
    }
    return nil
  }

  private func prefixCount(_ demand: Demand) -> Int { demand.items.map(\.prefix.count).max() ?? 0 }

  /// The number of levels below the depth limit for optional members at which lists still get an element.
  private static let lastLevels = 3

  /// Returns the number of elements to generate, unless more are required. A list that is generated only because it is
  /// required still gets an element for a few more levels: an empty list shows nothing and can't be encoded in a form.
  private func wanted(_ demand: Demand, _ context: ValueContext) -> Int {
    if wantsOptional(context) { return usual(demand) }
    let isNear = context.height < plan.depth + Self.lastLevels && made < plan.room
    return plan.size == .typical && !plan.isBare && isNear ? min(1, usual(demand)) : 0
  }

  /// Returns the usual number of list elements for the plan's size.
  private func usual(_ demand: Demand) -> Int {
    let isDescribed = demand.items.contains { $0.rest != nil } || !demand.everyItem.isEmpty
    let base = plan.size == .maximal ? 3 : 2
    return max(prefixCount(demand), isDescribed ? base : 0)
  }

  private mutating func elements(
    _ count: Int, _ demand: Demand, spreads: Bool, _ context: ValueContext
  ) -> [JSON]? {
    let least = max(demand.minItems, min(count, demand.contains.map(\.minimum).max() ?? 0))
    var assigned = [[Int]](repeating: [], count: count)
    // Assign all `contains` to the same first elements, or spread them over separate elements.
    var next = 0
    for (which, contains) in demand.contains.enumerated() {
      let start = spreads ? next : 0
      for offset in 0..<contains.minimum where start + offset < count {
        assigned[start + offset].append(which)
      }
      next += contains.minimum
    }
    var found: [JSON] = []
    var seen: Set<JSON> = []
    for index in 0..<count {
      var goals = goals(at: index, demand, isContained: !assigned[index].isEmpty)
      for (which, contains) in demand.contains.enumerated() {
        if assigned[index].contains(which) {
          goals.append(Goal(node: contains.node))
        } else if contains.maximum != nil {
          goals.append(Goal(node: contains.node, isNegated: true))
        }
      }
      var made: JSON?
      for attempt in 0..<(demand.isUnique ? 16 : 1) {
        guard let value = value(goals, context.element(index).varied(attempt)) else { break }
        if demand.isUnique, !seen.insert(value).inserted { continue }
        made = value
        break
      }
      guard let made else { return found.count >= least && index >= next ? found : nil }
      found.append(made)
    }
    return found
  }

  private func goals(at index: Int, _ demand: Demand, isContained: Bool) -> [Goal] {
    var goals = demand.everyItem + demand.itemGoals.filter { $0.index == index }.map(\.goal)
    var isCovered = isContained
    for (prefix, rest) in demand.items {
      if let node = index < prefix.count ? prefix[index] : rest {
        goals.append(Goal(node: node))
        isCovered = true
      }
    }
    if !isCovered { goals += demand.unevaluatedItems.map { Goal(node: $0) } }
    let all = goals
    goals.removeAll { goal in !goal.isNegated && all.contains(goal.opposite) }
    return goals
  }

  /// Returns an array whose first two elements are equal.
  private mutating func repeating(_ demand: Demand, _ context: ValueContext) -> JSON? {
    let both = goals(at: 0, demand, isContained: false) + goals(at: 1, demand, isContained: false)
    guard demand.maxItems >= 2, let twice = value(both, context.element(0)) else { return nil }
    var elements = [twice, twice]
    for index in 2..<max(2, demand.minItems) {
      guard let more = value(goals(at: index, demand, isContained: false), context.element(index)) else { return nil }
      elements.append(more)
    }
    return .array(elements)
  }
}
