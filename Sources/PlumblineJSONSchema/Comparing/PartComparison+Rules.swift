import PlumblineJSONTree

extension PartComparison {
  /// Checks a set against the rules of a place that don't lead to another place.
  func compareRules(_ theirs: PlaceOutline, _ set: ValueSet, _ values: [Int], _ cover: Cover) {
    for (node, rule) in theirs.rules {
      proof.begin(in: schema, steps: steps)
      let known = proof.known(set)
      if proof.keeps(rule, of: node, known, set) { continue }
      let answer = proof.isSpent ? nil : finder.gaps(of: set, in: rule, of: node)
      guard let answer, answer.isFinished else {
        leave(node, rule, values, cover)
        continue
      }
      part.found += answer.gaps.map { Found(gap: $0, cover: cover, values: values, bounds: node) }
    }
  }

  /// Records the rules about members and elements that have no counterpart because the other side doesn't constrain
  /// them.
  func leaveContainers(
    _ ours: PlaceOutline, _ theirs: PlaceOutline, _ values: [Int], _ cover: Cover?
  ) {
    let isOpen = ours.others.isEmpty || ours.members.contains { theirs.nodes(of: $0.name) == nil }
    if !theirs.others.isEmpty, isOpen {
      for (node, rule) in theirs.containers.objects { leave(node, rule, values, cover) }
    }
    if !theirs.elements.isEmpty, ours.elements.isEmpty {
      for (node, rule) in theirs.containers.lists { leave(node, rule, values, cover) }
    }
  }

  /// Records that it is undecided whether a rule is satisfied.
  func leave(_ node: Int, _ rule: Rule, _ values: [Int], _ cover: Cover?) {
    let gap = GapFinder.Gap(set: ValueSet(values), rule: rule, node: node, keyword: rule.kind.keyword)
    part.found.append(
      Found(gap: gap, cover: cover ?? .unfinished, values: values, bounds: node, isDecided: false))
  }

  /// Records the members that only the bounds require. Proofs don't examine these members if the set is empty.
  func compareRequired(_ ours: PlaceOutline, _ theirs: PlaceOutline, _ values: [Int], _ cover: Cover) {
    for name in theirs.required where !ours.required.contains(name) {
      for bound in theirs.nodes {
        for rule in schema.rules(of: bound) where rule.kind == .required {
          guard case .required(let names)? = schema.fact(rule), names.contains(name) else { continue }
          let gap = GapFinder.Gap(
            set: ValueSet(values), rule: rule, node: bound, keyword: rule.kind.keyword, detail: name)
          part.found.append(Found(gap: gap, cover: cover, values: values, bounds: bound))
        }
      }
    }
  }

  /// Records rules that differ or that only the bounds have, for a set that is empty because of a contradiction. No
  /// value of such a set can violate a rule. Rules that lead to members and elements are compared there.
  func compareWords(_ ours: PlaceOutline, _ theirs: PlaceOutline, _ values: [Int], _ cover: Cover) {
    func note(_ node: Int, _ rule: Rule, _ detail: String?) {
      let gap = GapFinder.Gap(
        set: ValueSet(values), rule: rule, node: node, keyword: rule.kind.keyword, detail: detail)
      part.found.append(Found(gap: gap, cover: cover, values: values, bounds: node))
    }
    let lists = ours.rules.compactMap { listed($0.rule) }
    for (node, rule) in theirs.rules {
      switch rule.kind {
      case .object, .items, .required: continue
      case .constant, .enumeration:
        guard let own = lists.first, let list = listed(rule) else {
          note(node, rule, nil)
          continue
        }
        for value in own where !list.contains(value) { note(node, rule, value.text) }
      default:
        let text = schema.place(of: rule)
        let isKept = ours.rules.contains { $0.rule.kind == rule.kind && schema.place(of: $0.rule) == text }
        if !isKept { note(node, rule, nil) }
      }
    }
  }

  func forbidsAll(_ rule: Rule) -> Bool {
    switch schema.fact(rule) {
    case .never: true
    case .not(let node): schema.takesAnything(node)
    default: false
    }
  }

  private func listed(_ rule: Rule) -> [JSON]? {
    guard case .values(let list)? = schema.fact(rule) else { return nil }
    return list
  }
}
