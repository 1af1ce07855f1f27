import PlumblineJSONTree

extension PartComparison {
  /// Returns the nodes to compare instead of alternatives that have a discriminator on only one side.
  func unmarked(
    _ one: (node: Int, rule: Rule, branches: [Int]), _ other: (node: Int, rule: Rule, branches: [Int])
  ) -> [Int: Int] {
    let (ours, theirs) = (proof.unmarked(one.branches, of: one.rule), proof.unmarked(other.branches, of: other.rule))
    if ours.isEmpty == theirs.isEmpty { return [:] }
    let rest = theirs.isEmpty ? other.rule : one.rule
    return proof.mark(of: rest) != nil ? [:] : ours.isEmpty ? theirs : ours
  }

  /// Compares corresponding alternatives.
  ///
  /// - Parameter bare: The nodes to compare instead of alternatives, keyed by alternative.
  /// - Returns: `true` if any alternative lacks a counterpart.
  func compareBranches(
    _ values: [Int], _ bounds: [Int], _ bare: [Int: Int], of union: (node: Int, rule: Rule), under cover: Cover?
  ) -> Bool {
    guard values.count <= Self.branchLimit, bounds.count <= Self.branchLimit else { return true }
    var rest = bounds
    var changed: [Int] = []
    for branch in values {
      let node = schema.resolved(bare[branch] ?? branch)
      if let same = rest.firstIndex(where: { proof.isSame(node, schema.resolved(bare[$0] ?? $0)) }) {
        rest.remove(at: same)
      } else {
        changed.append(branch)
      }
    }
    var isLeft = false
    for branch in changed {
      guard let place = counterpart(of: branch, among: rest) else {
        isLeft = true
        noteFurther(branch, of: values, beside: bounds, union)
        continue
      }
      let other = rest.remove(at: place)
      let (mine, its) = (bare[branch] ?? branch, bare[other] ?? other)
      let (ours, theirs) = (outline([mine]), outline([its]))
      // If alternatives contain other alternatives, the closing is recorded there.
      if ours.choices.isEmpty, theirs.choices.isEmpty { noteClosing(ours, theirs) }
      enter(
        Visit(
          values: [mine], bounds: [its],
          cover: self.cover(of: branch, other, values, bounds, of: union.node, cover),
          isInAlternative: true),
        Step(alternative: schema.name(ofAlternative: branch, among: values)))
    }
    return isLeft
  }

  /// Records an alternative without a counterpart if the others accept its values only because they allow additional
  /// members. Strictly speaking, such an alternative adds nothing.
  private func noteFurther(
    _ branch: Int, of values: [Int], beside bounds: [Int], _ union: (node: Int, rule: Rule)
  ) {
    let names = outline([branch]).members.map(\.name)
    guard tellsFurther, !names.isEmpty else { return }
    proof.begin(in: schema, steps: steps)
    let set = ValueSet([schema.resolved(branch)])
    let takers = bounds.filter { proof.includes(set, in: $0) }.map { outline([$0]) }
    let areOpen = takers.allSatisfy { taker in
      taker.hasMembers && !names.allSatisfy { taker.nodes(of: $0) != nil || taker.covers($0) }
    }
    guard !takers.isEmpty, areOpen else { return }
    var gap = GapFinder.Gap(set: set, rule: union.rule, node: union.node, keyword: union.rule.kind.keyword)
    gap.alternative = schema.name(ofAlternative: branch, among: values)
    part.found.append(Found(gap: gap, cover: .alternative, values: [branch], bounds: union.node))
  }

  /// Returns the reason that the whole hides a difference in an alternative, or `nil` if the difference isn't hidden.
  private func cover(
    of branch: Int, _ other: Int, _ values: [Int], _ bounds: [Int], of union: Int, _ outer: Cover?
  ) -> Cover? {
    if outer == .alternative { return outer }
    let key = [branch, other, union]
    let known = covers[key] ?? self.cover(of: branch, other, values, bounds, of: union)
    covers[key] = .some(known)
    return known == nil && outer == .unfinished ? outer : known
  }

  private func cover(of branch: Int, _ other: Int, _ values: [Int], _ bounds: [Int], of union: Int) -> Cover? {
    proof.begin(in: schema, steps: steps)
    let mine = ValueSet([schema.resolved(branch)])
    let own = values.filter { $0 != branch }.reduce(mine) { $0.excluding(schema.resolved($1)) }
    if !proof.isEmpty(own), !proof.includes(own, in: union) { return proof.isSpent ? .unfinished : .branch }
    // Alternatives that are disjoint on both sides can't hide each other's differences.
    let isOverlapped =
      values.contains { $0 != branch && !proof.isDisjoint(mine, from: schema.resolved($0)) }
      || bounds.contains { $0 != other && !proof.isDisjoint(ValueSet([other]), from: $0) }
    return isOverlapped ? .alternative : nil
  }

  /// Returns the counterpart of an alternative: the alternative with the same name, or else the most similar one.
  private func counterpart(of branch: Int, among others: [Int]) -> Int? {
    if let name = schema.name(of: branch), let place = others.firstIndex(where: { schema.name(of: $0) == name }) {
      return place
    }
    if others.count == 1 { return likeness(branch, others[0]) > 0 ? 0 : nil }
    let scores = others.map { likeness(branch, $0) }
    guard let best = scores.max(), best > 0 else { return nil }
    return scores.firstIndex(of: best)
  }

  /// Returns the similarity of two alternatives: the number of members that both name. Alternatives without members
  /// have a similarity of 1 if they have a kind in common.
  private func likeness(_ one: Int, _ other: Int) -> Int {
    let (ours, theirs) = (outline([one]), outline([other]))
    let shared = ours.properties.count { member in theirs.nodes(of: member.name) != nil }
    if shared > 0 { return shared }
    let kinds = proof.known(ValueSet([one])).kinds & proof.known(ValueSet([other])).kinds
    return kinds != 0 && ours.properties.isEmpty && theirs.properties.isEmpty ? 1 : 0
  }
}
