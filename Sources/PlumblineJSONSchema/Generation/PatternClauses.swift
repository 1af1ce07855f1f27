/// The programs that a string must match, and the programs that it must not match, all without look-around.
struct PatternClauses {
  private(set) var wanted: [PatternProgram] = []
  private(set) var unwanted: [PatternProgram] = []
  /// A Boolean value that indicates whether every string that satisfies these clauses also satisfies the patterns. If
  /// not, the clauses are the closest approximation that automata allow.
  private(set) var isExact = true

  private static let limit = 12

  /// Returns the ways that a string can match all patterns in one list and none in another.
  static func ways(matching patterns: [Pattern], avoiding others: [Pattern]) -> [PatternClauses] {
    var ways = [PatternClauses()]
    for pattern in patterns { ways = joined(ways, Self.ways(pattern.machine, isWanted: true)) }
    for pattern in others { ways = joined(ways, Self.ways(pattern.machine, isWanted: false)) }
    return ways
  }

  /// Returns the ways to match a pattern, or to avoid matching it. For example, `^(?!a)b` fails for a string that `^b`
  /// doesn't match or that `^a` matches.
  private static func ways(_ machine: PatternMachine, isWanted: Bool) -> [PatternClauses] {
    let own = ownWays(machine, isWanted: isWanted)
    if isWanted {
      return machine.conditions.reduce(own) { joined($0, ways($1.machine, isWanted: !$1.isNegated)) }
    }
    return own + machine.conditions.flatMap { ways($0.machine, isWanted: $0.isNegated) }
  }

  /// Returns the ways to match a machine's own program, or to avoid matching it.
  private static func ownWays(_ machine: PatternMachine, isWanted: Bool) -> [PatternClauses] {
    var own = PatternClauses()
    if let program = machine.program {
      if isWanted { own.wanted = [program] } else { own.unwanted = [program] }
      return [own]
    }
    own.isExact = false
    let outlines = isWanted ? machine.outlines : []
    if outlines.isEmpty { return [own] }
    return outlines.map { outline in
      var way = own
      way.wanted = [outline]
      return way
    }
  }

  private static func joined(_ left: [PatternClauses], _ right: [PatternClauses]) -> [PatternClauses] {
    var joined: [PatternClauses] = []
    for one in left {
      for other in right where joined.count < limit {
        var both = one
        both.wanted += other.wanted
        both.unwanted += other.unwanted
        both.isExact = one.isExact && other.isExact
        joined.append(both)
      }
    }
    // Any of the omitted ways might have been the right one.
    if joined.count < left.count * right.count { for index in joined.indices { joined[index].isExact = false } }
    return joined
  }
}

extension PatternMachine {
  /// Two automata for the pattern: one without its look-around, and one that consumes the text of the look-around.
  /// Automata that are too large are omitted.
  fileprivate var outlines: [PatternProgram] {
    [false, true].compactMap { try? PatternProgram(tree.withoutLooks(takingThem: $0), .unrolled) }
  }
}

extension PatternTree {
  fileprivate func withoutLooks(takingThem takes: Bool) -> PatternTree {
    switch self {
    case .look(let tree, _, let isNegated): takes && !isNegated ? tree.withoutLooks(takingThem: takes) : .empty
    case .sequence(let parts): .sequence(parts.map { $0.withoutLooks(takingThem: takes) })
    case .choice(let branches): .choice(branches.map { $0.withoutLooks(takingThem: takes) })
    case .loop(let part, let minimum, let maximum):
      .loop(part.withoutLooks(takingThem: takes), minimum: minimum, maximum: maximum)
    default: self
    }
  }
}
