import PlumblineJSONTree

extension GapFinder {
  /// Finds the reasons that values of a set don't satisfy a rule's branches: any of them, or exactly one of them.
  func find(
    _ branches: [Int], _ rule: Rule, _ node: Int, _ known: KnownFacts, _ set: ValueSet
  ) {
    var whole = Gap(set: set, rule: rule, node: node, keyword: rule.kind.keyword)
    if let list = KnownFacts.listed(branches, schema) {
      whole.keyword = Rule.Kind.enumeration.keyword
      // An alternative may list a value that one of its other keywords rejects.
      return find(list.filter { schema.judge($0, by: node) != false }, known, whole)
    }
    if let values = proof.finiteValues(known, set) {
      whole.values = values.filter { schema.judge($0, by: node) == false }
      // Null alone is reported in the same way as for a type that excludes it.
      if whole.values == [.null] { (whole.keyword, whole.detail) = (Rule.Kind.types.keyword, "null") }
      return add(whole)
    }
    whole.ways = schema.fact(rule)?.negations ?? []
    if let ways = proof.ways(of: set, known, for: node), ways.count <= 64, canSplit(ways) {
      let outer = (splits, pairs)
      if ways.count > 2 { splits += 1 } else { pairs += 1 }
      for way in ways where !proof.includes(way, in: node) { find(way, node) }
      (splits, pairs) = outer
      return
    }
    let bare = proof.unmarked(branches, of: rule, for: known)
    var possible = branches.filter { !proof.isDisjoint(set, from: bare[$0] ?? $0) }
    if possible.contains(where: { proof.includes(set, in: bare[$0] ?? $0) }) {
      whole.isAmbiguous = true
      return add(whole)
    }
    // A change may rule out the intended branch while others are still possible.
    if let meant = schema.namesake(of: set.nodes, among: branches) ?? likest(known, set, among: branches, but: possible)
    {
      let found = trial(meant, of: branches, set, bare)
      if !found.isEmpty { return room.add(found) }
    }
    if possible.isEmpty { possible = branches.filter { !isOfNull($0) || known.kinds & JSONKind.null.bit != 0 } }
    if possible.isEmpty { possible = branches }
    if possible.count > Self.branchLimit || possible.count > 1 && splits >= InclusionProof.splitLimit {
      return add(whole)
    }
    // The only possible branch is the intended one.
    if possible.count == 1 {
      let found = trial(possible[0], of: branches, set, bare)
      return found.isEmpty ? add(whole) : room.add(found)
    }
    splits += 1
    let trials = possible.map { trial($0, of: branches, set, bare) }
    splits -= 1
    var best: Room?
    var least = Int.max
    for trial in trials where !trial.isEmpty {
      let distance = distance(of: trial, among: branches)
      if distance < least { (best, least) = (trial, distance) }
    }
    guard let best, least <= 2 else { return add(whole) }
    room.add(best)
  }

  /// Returns the branch that shares the most members with a set, or `nil` if there is a tie, if the branch is one of
  /// the possible ones, or if a discriminator selects a different branch.
  private func likest(_ known: KnownFacts, _ set: ValueSet, among branches: [Int], but possible: [Int]) -> Int? {
    let names = Set(known.named)
    let shares = branches.map { branch in
      proof.known(ValueSet([schema.resolved(branch)])).named.count { names.contains($0) }
    }
    guard let most = shares.max(), most > 0, let place = shares.firstIndex(of: most),
      place == shares.lastIndex(of: most)
    else { return nil }
    let branch = branches[place]
    return possible.contains(branch) || proof.isApart(set, from: branch) ? nil : branch
  }

  /// Returns a Boolean value that indicates whether a branch accepts only null.
  private func isOfNull(_ branch: Int) -> Bool {
    proof.known(ValueSet([schema.resolved(branch)])).kinds == JSONKind.null.bit
  }

  /// Returns the gaps and exits found in one branch.
  ///
  /// - Parameter bare: The nodes to examine instead of branches, keyed by branch.
  private func trial(_ branch: Int, of branches: [Int], _ set: ValueSet, _ bare: [Int: Int]) -> Room {
    let outer = room
    room = Room()
    within(branch, of: branches) { find(set, bare[branch] ?? branch) }
    defer { room = outer }
    return room
  }

  /// Returns the distance between a branch and the intended one: the number of the branch's gaps, with a higher weight
  /// for gaps that suggest a different branch.
  private func distance(of trial: Room, among branches: [Int]) -> Int {
    var distance = trial.gaps.reduce(0) { $0 + ($1.rule.kind.tellsBranches ? 10 : 1) }
    for (step, question) in trial.exits {
      guard case .member(let name) = step.part, !entered.contains(question), entered.count < Self.nestingLimit,
        let inside = places.place(at: question, look).content
      else {
        distance += weight(of: question)
        continue
      }
      let isTelling = inside.gaps.contains { $0.rule.kind.listsValues } && marks(name, branches)
      distance += isTelling ? 10 : weight(of: question)
    }
    return distance
  }

  /// Counts the gaps starting at a position, up to ``weightLimit``.
  private func weight(of question: Question) -> Int {
    var weight = 0
    var pending = [question]
    var seen = entered
    while entered.count < Self.nestingLimit, weight < Self.weightLimit, let question = pending.popLast() {
      guard seen.insert(question).inserted else { continue }
      let place = places.place(at: question, look)
      weight += place.content?.gaps.count ?? 0
      pending += place.exits.map(\.key)
    }
    return min(weight, Self.weightLimit)
  }

  /// Returns a Boolean value that indicates whether a member distinguishes branches: each branch lists the member's
  /// values, and the lists differ.
  private func marks(_ name: String, _ branches: [Int]) -> Bool {
    var lists: [Set<JSON>] = []
    for branch in branches {
      let set = ValueSet([schema.resolved(branch)])
      guard let member = proof.known(set).member(name, of: schema), let values = proof.known(member).values
      else { return false }
      lists.append(Set(values))
    }
    return Set(lists).count > 1
  }
}

extension Rule.Kind {
  /// A Boolean value that indicates whether the rule lists the values that it accepts.
  fileprivate var listsValues: Bool { self == .constant || self == .enumeration }

  /// A Boolean value that indicates whether values that violate the rule, having a different kind or not being listed,
  /// belong to a different branch.
  fileprivate var tellsBranches: Bool { self == .types || listsValues }
}
