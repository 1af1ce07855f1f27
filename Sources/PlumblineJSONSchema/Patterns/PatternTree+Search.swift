extension PatternTree {
  /// Whether no match can start but at the start of the text.
  var isAnchored: Bool {
    switch self {
    case .start: true
    case .sequence(let parts): parts.first.map(\.isAnchored) ?? false
    case .choice(let branches): branches.allSatisfy(\.isAnchored)
    case .loop(let part, let minimum, _): minimum > 0 && part.isAnchored
    default: false
    }
  }

  /// Whether the part can take a code point at all; only those that can are worth going round more than once.
  var canTake: Bool {
    switch self {
    case .set: true
    case .sequence(let parts): parts.contains(where: \.canTake)
    case .choice(let branches): branches.contains(where: \.canTake)
    case .loop(let part, _, let maximum): maximum != 0 && part.canTake
    default: false
    }
  }

  /// A tree that finds a match in just the same texts, with fewer rounds at its ends.
  ///
  /// A search may start and end anywhere. So where a match begins or ends with a loop, its fewest rounds are enough:
  /// `a{1,9999}b` is found where `ab` is. What a round asks of its place it asks alone, so that leaving out others is
  /// exact.
  var shortened: PatternTree { shortened(atStart: true).shortened(atStart: false) }

  private func shortened(atStart: Bool) -> PatternTree {
    switch self {
    case .loop(let part, let minimum, let maximum):
      return maximum == minimum ? self : minimum == 0 ? .empty : .loop(part, minimum: minimum, maximum: minimum)
    case .sequence(var parts):
      guard let place = atStart ? parts.indices.first : parts.indices.last else { return self }
      parts[place] = parts[place].shortened(atStart: atStart)
      return .sequence(parts)
    case .choice(let branches): return .choice(branches.map { $0.shortened(atStart: atStart) })
    default: return self
    }
  }
}
