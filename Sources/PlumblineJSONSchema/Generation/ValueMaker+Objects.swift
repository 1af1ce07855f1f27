import PlumblineJSONTree

extension ValueMaker {
  private static let memberLimit = 2_000

  /// Returns an object with all required members, and with optional members if the plan includes them.
  mutating func object(_ demand: Demand, _ context: ValueContext) -> JSON? {
    let lookup = MemberLookup(demand)
    var names: [String] = []
    var seen: Set<String> = []
    for object in demand.objects {
      for property in object.properties where seen.insert(property.name).inserted { names.append(property.name) }
    }
    for name in demand.required where seen.insert(name).inserted { names.append(name) }
    let wantsOptional = wantsOptional(context)
    let withheld = demand.objects.reduce(into: Set<String>()) { $0.formUnion($1.withheld) }
    var members = Members()
    var index = 0
    var reserved = Set(demand.required)
    // The required members that haven't been generated yet.
    var missing = reserved.count
    while index < names.count {
      let name = names[index]
      index += 1
      let isRequired = reserved.contains(name)
      if demand.forbidden.contains(name) || members.has(name) { continue }
      if !isRequired {
        guard wantsOptional, !withheld.contains(name),
          members.count + missing < demand.maxProperties
        else { continue }
      }
      guard let value = member(name, lookup, [], context) else {
        if isRequired { return nil }
        continue
      }
      members.add(name, value)
      if isRequired { missing -= 1 }
      for needed in lookup.needed[name] ?? [] where !members.has(needed) {
        // Reconsider a name that was skipped because it is optional.
        if reserved.insert(needed).inserted {
          missing += 1
          names.append(needed)
        }
      }
    }
    for extra in demand.extras {
      guard let (name, value) = fresh(extra, members, lookup, context) else { return nil }
      members.add(name, value)
    }
    // Use withheld members only if there are no others.
    let known = withheld.isEmpty ? names : names.filter { !withheld.contains($0) } + names.filter(withheld.contains)
    guard fill(&members, known, lookup, context) else { return nil }
    return .object(members.list)
  }

  /// Adds members until there are as many as required, and one with an arbitrary name if any name is allowed.
  private mutating func fill(
    _ members: inout Members, _ known: [String], _ lookup: MemberLookup, _ context: ValueContext
  ) -> Bool {
    let demand = lookup.demand
    var wanted = demand.minProperties
    guard wanted <= Self.memberLimit else { return false }
    if plan.size != .minimal, wantsOptional(context), members.count == 0, known.isEmpty, showsOpenNames(demand) {
      wanted = max(wanted, min(1, demand.maxProperties))
    }
    for name in known where members.count < wanted && !members.has(name) && !demand.forbidden.contains(name) {
      if let value = member(name, lookup, [], context) { members.add(name, value) }
    }
    let patterns = demand.objects.flatMap(\.patterns).compactMap(\.pattern)
    var misses = 0
    while members.count < wanted {
      let pattern = patterns.isEmpty || misses > 4 * patterns.count ? nil : patterns[misses % patterns.count]
      if let (name, value) = fresh(Demand.Extra(pattern: pattern, goals: []), members, lookup, context) {
        members.add(name, value)
      } else {
        misses += 1
        if misses > 4 * patterns.count + 2 { return members.count >= demand.minProperties }
      }
    }
    return true
  }

  /// Returns a Boolean value that indicates whether schemas describe members with arbitrary names. A typical object
  /// then has one.
  private func showsOpenNames(_ demand: Demand) -> Bool {
    demand.objects.contains { object in
      !object.patterns.isEmpty || object.additional.map { !schema.facts(of: $0).isEmpty } ?? false
    }
  }

  /// Returns a member with a new name.
  private mutating func fresh(
    _ extra: Demand.Extra, _ members: Members, _ lookup: MemberLookup, _ context: ValueContext
  ) -> (String, JSON)? {
    let demand = lookup.demand
    var demanded = Demand()
    if let pattern = extra.pattern { demanded.patterns = [pattern] }
    for attempt in 0..<12 {
      var inner = context.member("property")
      inner.variation = attempt + members.count
      let name: String?
      if !(extra.names + demand.names).isEmpty {
        var goals = extra.names + demand.names
        // Drop the goals that the name is meant to violate.
        goals.removeAll { extra.names.contains($0.opposite) }
        name = value(goals, inner)?.string
      } else if extra.pattern != nil {
        name = TextMaker(demanded, inner, .typical, writers).candidates().lazy.compactMap(\.string).first
      } else {
        name = "property\(inner.variation + 1)"
      }
      guard let name, !members.has(name), !demand.forbidden.contains(name) else { continue }
      if let pattern = extra.pattern, !pattern.matches(Array(name.utf8)) { continue }
      if extra.pattern == nil, !extra.goals.isEmpty, lookup.objects.contains(where: { $0.names(name) }) { continue }
      if let value = member(name, lookup, extra.goals, context) { return (name, value) }
    }
    return nil
  }

  /// Returns a value for the member with a name, or `nil` if the name is invalid or no value is found.
  private mutating func member(
    _ name: String, _ lookup: MemberLookup, _ more: [Goal], _ context: ValueContext
  ) -> JSON? {
    let demand = lookup.demand
    if !demand.names.isEmpty, more.isEmpty, !holds(demand.names, JSON(name)) { return nil }
    var goals = lookup.goals[name] ?? []
    var isCovered = false
    let text = Array(name.utf8)
    for object in lookup.objects {
      let found = object.schemas(for: name, text, undecided: true)
      goals += found.nodes.map { Goal(node: $0) }
      isCovered = isCovered || found.isNamed
    }
    if !isCovered { goals += demand.unevaluatedProperties.map { Goal(node: $0) } }
    // Drop the goals that an extra member is meant to violate.
    let broken = (goals + more).filter(\.isNegated)
    goals.removeAll { broken.contains($0.opposite) }
    return value(goals + more, context.member(name))
  }

  /// A demand's members, indexed by name. Searching the whole list for each member would take quadratic time.
  private struct MemberLookup {
    let demand: Demand
    let objects: [KnownNames]
    /// The goals for members, by name.
    let goals: [String: [Goal]]
    /// The names that the presence of each member requires.
    let needed: [String: [String]]

    init(_ demand: Demand) {
      self.demand = demand
      objects = demand.objects.map(KnownNames.init)
      goals = Dictionary(grouping: demand.memberGoals, by: \.name).mapValues { $0.map(\.goal) }
      needed = Dictionary(grouping: demand.dependentRequired, by: \.name).mapValues { $0.flatMap(\.needed) }
    }
  }

  /// Members in order, with unique names.
  struct Members {
    private(set) var list: [(String, JSON)] = []
    private var names: Set<String> = []

    var count: Int { list.count }

    func has(_ name: String) -> Bool { names.contains(name) }

    mutating func add(_ name: String, _ value: JSON) {
      if names.insert(name).inserted { list.append((name, value)) }
    }
  }
}
