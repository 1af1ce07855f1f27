/// The programs that a string must match and those that it must not match, all of them without look-around.
struct PatternClauses {
  private(set) var wanted: [PatternProgram] = []
  private(set) var unwanted: [PatternProgram] = []
  /// A Boolean value that indicates whether every string that satisfies these clauses also satisfies the patterns.
  /// Otherwise, the clauses are the closest approximation by automata.
  private(set) var isExact = true

  private static let limit = 12

  /// Returns the ways in which a string can match all of some patterns and none of others.
  static func ways(matching patterns: [Pattern], avoiding others: [Pattern]) -> [PatternClauses] {
    var ways = [PatternClauses()]
    for pattern in patterns { ways = joined(ways, Self.ways(pattern.machine, isWanted: true)) }
    for pattern in others { ways = joined(ways, Self.ways(pattern.machine, isWanted: false)) }
    return ways
  }

  /// Returns the ways to match a pattern, or not to match it. For example, `^(?!a)b` fails for a string that `^b`
  /// doesn't match or that `^a` matches.
  private static func ways(_ machine: PatternMachine, isWanted: Bool) -> [PatternClauses] {
    let own = ownWays(machine, isWanted: isWanted)
    if isWanted {
      return machine.conditions.reduce(own) { joined($0, ways($1.machine, isWanted: !$1.isNegated)) }
    }
    return own + machine.conditions.flatMap { ways($0.machine, isWanted: $0.isNegated) }
  }

  /// Returns the ways to match a machine's own program, or not to match it.
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
    // A way that was left out might have been the right one.
    if joined.count < left.count * right.count { for index in joined.indices { joined[index].isExact = false } }
    return joined
  }
}

extension PatternMachine {
  /// The automata for the pattern without its look-around, and with the look-around's text consumed. The array is empty
  /// if they are too large.
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
