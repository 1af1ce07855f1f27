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
  /// An assertion that a match starts (look-ahead) or ends (look-behind) at a position, or that none does. It doesn't
  /// consume anything.
  case look(PatternTree, isAhead: Bool, isNegated: Bool)
}

/// The reason that a pattern can't be used.
package enum PatternFault: Error, Equatable {
  /// The string isn't an ECMA-262 pattern, or it is too large for this engine.
  case invalid(String)
  /// A linear-time engine can't express the pattern, so the keyword stays undecided.
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

  /// A Boolean value that indicates whether the part can consume a code point at all. Only such parts are worth
  /// repeating.
  var canTake: Bool {
    switch self {
    case .set: true
    case .sequence(let parts): parts.contains(where: \.canTake)
    case .choice(let branches): branches.contains(where: \.canTake)
    case .loop(let part, _, let maximum): maximum != 0 && part.canTake
    default: false
    }
  }

  /// A tree that matches in exactly the same strings, with fewer rounds at its ends.
  ///
  /// A search may start and end anywhere. If a match begins or ends with a loop, the loop's minimum number of rounds is
  /// therefore enough. For example, `a{1,9999}b` is found wherever `ab` is. A round's checks depend only on its own
  /// position, so it is safe to leave out other rounds.
  var shortened: PatternTree { shortened(atStart: true).shortened(atStart: false) }

  /// Returns the tree shortened at one end. Beyond that end, the text may be anything.
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
  /// An additional pattern that must match or must not match.
  struct Condition: Sendable {
    let tree: PatternTree
    let isNegated: Bool
  }

  /// The pattern without the look-around at its anchored ends, along with that look-around as separate conditions.
  ///
  /// `^(?=a)(?!b)c$` matches exactly the strings that `^c$` and `^a` match and `^b` doesn't. Three automata without
  /// look-around can decide this. Likewise, `a(?<!b)$` matches the strings that `a$` matches and `b$` doesn't.
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

  /// The parts of the sequence, including those of nested sequences.
  private var flattened: [PatternTree] {
    if case .sequence(let parts) = self { return parts.flatMap(\.flattened) }
    return [self]
  }

  /// A Boolean value that indicates whether any part of the tree is a look-around assertion.
  var looksAround: Bool {
    switch self {
    case .look: true
    case .sequence(let parts), .choice(let parts): parts.contains(where: \.looksAround)
    case .loop(let part, _, _): part.looksAround
    default: false
    }
  }
}
