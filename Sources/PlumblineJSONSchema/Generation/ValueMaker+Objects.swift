import PlumblineJSONTree

extension ValueMaker {
  private static let memberLimit = 2_000

  /// An object with all that is required, and what is optional where that is wanted.
  mutating func object(_ demand: Demand, _ context: ValueContext) -> JSON? {
    var required = demand.required
    var names: [String] = []
    var seen: Set<String> = []
    for object in demand.objects {
      for property in object.properties where seen.insert(property.name).inserted { names.append(property.name) }
    }
    for name in required where seen.insert(name).inserted { names.append(name) }
    let wantsOptional = wantsOptional(context)
    let withheld = demand.objects.reduce(into: Set<String>()) { $0.formUnion($1.withheld) }
    var members = Members()
    var index = 0
    var reserved = Set(required)
    while index < names.count {
      let name = names[index]
      index += 1
      let isRequired = reserved.contains(name)
      if demand.forbidden.contains(name) || members.has(name) { continue }
      if !isRequired {
        guard wantsOptional, !withheld.contains(name),
          members.count + required.filter({ !members.has($0) }).count < demand.maxProperties
        else { continue }
      }
      guard let value = member(name, demand, [], context) else {
        if isRequired { return nil }
        continue
      }
      members.add(name, value)
      for entry in demand.dependentRequired where entry.name == name {
        for needed in entry.needed {
          if reserved.insert(needed).inserted { required.append(needed) }
          // A name passed over as optional has its turn again.
          if !members.has(needed) { names.append(needed) }
        }
      }
    }
    for extra in demand.extras {
      guard let (name, value) = fresh(extra, members, demand, context) else { return nil }
      members.add(name, value)
    }
    // What doesn't belong there comes where nothing else is left.
    let known = withheld.isEmpty ? names : names.filter { !withheld.contains($0) } + names.filter(withheld.contains)
    guard fill(&members, known, demand, context) else { return nil }
    return .object(members.list)
  }

  /// Adds members until there are as many as are asked for; where lists of names are open, one to show that they are.
  private mutating func fill(
    _ members: inout Members, _ known: [String], _ demand: Demand, _ context: ValueContext
  ) -> Bool {
    var wanted = demand.minProperties
    guard wanted <= Self.memberLimit else { return false }
    if plan.size != .minimal, wantsOptional(context), members.count == 0, known.isEmpty, showsOpenNames(demand) {
      wanted = max(wanted, min(1, demand.maxProperties))
    }
    for name in known where members.count < wanted && !members.has(name) && !demand.forbidden.contains(name) {
      if let value = member(name, demand, [], context) { members.add(name, value) }
    }
    let patterns = demand.objects.flatMap(\.patterns).compactMap(\.pattern)
    var misses = 0
    while members.count < wanted {
      let pattern = patterns.isEmpty || misses > 4 * patterns.count ? nil : patterns[misses % patterns.count]
      if let (name, value) = fresh(Demand.Extra(pattern: pattern, goals: []), members, demand, context) {
        members.add(name, value)
      } else {
        misses += 1
        if misses > 4 * patterns.count + 2 { return members.count >= demand.minProperties }
      }
    }
    return true
  }

  /// Whether members of any name are described, so that a typical object has one.
  private func showsOpenNames(_ demand: Demand) -> Bool {
    demand.objects.contains { object in
      !object.patterns.isEmpty || object.additional.map { !schema.facts(of: $0).isEmpty } ?? false
    }
  }

  /// A member of a new name.
  private mutating func fresh(
    _ extra: Demand.Extra, _ members: Members, _ demand: Demand, _ context: ValueContext
  ) -> (String, JSON)? {
    var demanded = Demand()
    if let pattern = extra.pattern { demanded.patterns = [pattern] }
    let known = Set(demand.objects.flatMap(\.properties).map(\.name))
    for attempt in 0..<12 {
      var inner = context.member("property")
      inner.variation = attempt + members.count
      let name: String?
      if !(extra.names + demand.names).isEmpty {
        var goals = extra.names + demand.names
        // What the name is to break does not have to hold as well.
        goals.removeAll { extra.names.contains($0.opposite) }
        name = value(goals, inner)?.string
      } else if extra.pattern != nil {
        name = TextMaker(demanded, inner, .typical).candidates().lazy.compactMap(\.string).first
      } else {
        name = "property\(inner.variation + 1)"
      }
      guard let name, !members.has(name), !demand.forbidden.contains(name) else { continue }
      if let pattern = extra.pattern, !pattern.matches(Array(name.utf8)) { continue }
      if extra.pattern == nil, known.contains(name), !extra.goals.isEmpty { continue }
      if let value = member(name, demand, extra.goals, context) { return (name, value) }
    }
    return nil
  }

  /// A value for the member of a name; nil where the name itself is wrong, or nothing is found.
  private mutating func member(
    _ name: String, _ demand: Demand, _ more: [Goal], _ context: ValueContext
  ) -> JSON? {
    if !demand.names.isEmpty, more.isEmpty, !holds(demand.names, JSON(name)) { return nil }
    var goals = demand.memberGoals.filter { $0.name == name }.map(\.goal)
    var isCovered = false
    let text = Array(name.utf8)
    for object in demand.objects {
      var isNamed = false
      for property in object.properties where property.name == name {
        goals.append(Goal(node: property.node))
        isNamed = true
      }
      for (pattern, node) in object.patterns where pattern?.matches(text) ?? true {
        if pattern != nil { goals.append(Goal(node: node)) }
        isNamed = true
      }
      if !isNamed, let additional = object.additional {
        goals.append(Goal(node: additional))
        isNamed = true
      }
      isCovered = isCovered || isNamed
    }
    if !isCovered { goals += demand.unevaluatedProperties.map { Goal(node: $0) } }
    // What an extra member is to break does not have to hold as well.
    let broken = (goals + more).filter(\.isNegated)
    goals.removeAll { broken.contains($0.opposite) }
    return value(goals + more, context.member(name))
  }

  /// Members in order, each name once.
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
