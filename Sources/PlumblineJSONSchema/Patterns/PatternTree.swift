/// A parsed pattern.
indirect enum PatternTree: Sendable {
  case empty
  case set(ScalarSet)
  case sequence([PatternTree])
  case choice([PatternTree])
  case loop(PatternTree, minimum: Int, maximum: Int?)
  case start
  case end
  case wordBoundary
  case notWordBoundary
  /// Holds where a match starts (look-ahead) or ends (look-behind), or where none does; takes nothing.
  case look(PatternTree, isAhead: Bool, isNegated: Bool)
}

/// The reason why a pattern can't be used.
package enum PatternFault: Error, Equatable {
  /// It isn't an ECMA-262 pattern, or it is too large for this engine.
  case invalid(String)
  /// It can't be expressed by a linear-time engine; the keyword stays undecided.
  case undecided(String)
}

extension PatternTree {
  /// A Boolean value that indicates whether matches can start only at the start of the text.
  var isAnchored: Bool {
    switch self {
    case .start: true
    case .sequence(let parts): parts.first.map(\.isAnchored) ?? false
    case .choice(let branches): branches.allSatisfy(\.isAnchored)
    case .loop(let part, let minimum, _): minimum > 0 && part.isAnchored
    default: false
    }
  }

  /// A Boolean value that indicates whether the part can take a code point at all; only such parts are worth repeating.
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

  /// Returns the same at one end, where the other has its place.
  func shortened(atStart: Bool) -> PatternTree {
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

extension PatternTree {
  /// A pattern that must be found as well, or must not be.
  struct Condition: Sendable {
    let tree: PatternTree
    let isNegated: Bool
  }

  /// Takes look-around off the anchored ends of a pattern: returns the rest, and the conditions next to it.
  ///
  /// `^(?=a)(?!b)c$` is found just where `^c$` and `^a` are found and `^b` isn't, which three automata without look-around
  /// decide. In the same way `a(?<!b)$` is `a$` without `b$`.
  var separated: (rest: PatternTree, conditions: [Condition]) {
    var parts = flattened
    var conditions: [Condition] = []
    if case .start? = parts.first {
      while parts.count > 1, case .look(let tree, isAhead: true, let isNegated) = parts[1] {
        conditions.append(Condition(tree: .sequence([.start, tree]), isNegated: isNegated))
        parts.remove(at: 1)
      }
    }
    if case .end? = parts.last {
      while parts.count > 1, case .look(let tree, isAhead: false, let isNegated) = parts[parts.count - 2] {
        conditions.append(Condition(tree: .sequence([tree, .end]), isNegated: isNegated))
        parts.remove(at: parts.count - 2)
      }
    }
    return conditions.isEmpty ? (self, []) : (.sequence(parts), conditions)
  }

  /// The parts that follow each other, those of groups included.
  private var flattened: [PatternTree] {
    if case .sequence(let parts) = self { return parts.flatMap(\.flattened) }
    return [self]
  }

  /// A Boolean value that indicates whether some part of the tree looks around.
  var looksAround: Bool {
    switch self {
    case .look: true
    case .sequence(let parts), .choice(let parts): parts.contains(where: \.looksAround)
    case .loop(let part, _, _): part.looksAround
    default: false
    }
  }
}
