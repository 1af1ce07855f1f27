/// A pattern as a nondeterministic automaton in flat arrays, after Thompson.
struct PatternProgram: Sendable {
  /// What a state does; states are numbered by their place.
  enum State: Sendable {
    /// Takes one scalar of a set and goes on to a state.
    case take(set: Int, next: Int)
    /// Goes on to both states without taking anything.
    case fork(Int, Int)
    /// Goes on where the place between two scalars is right.
    case check(Check, next: Int)
    /// The pattern has matched.
    case match
  }

  enum Check: Sendable {
    case start
    case end
    case wordBoundary
    case notWordBoundary
  }

  /// States that one pattern may have, which bounds both memory and the cost of each scalar.
  static let stateLimit = 10_000

  private(set) var states: [State] = []
  private(set) var sets: [ScalarSet] = []
  private(set) var entry = 0

  init(_ tree: PatternTree) throws(PatternFault) {
    let match = try append(.match)
    entry = try compile(tree, next: match)
  }

  private mutating func append(_ state: State) throws(PatternFault) -> Int {
    if states.count >= Self.stateLimit {
      throw .invalid("the pattern needs more than \(Self.stateLimit) states; its counted repetitions are too large")
    }
    states.append(state)
    return states.count - 1
  }

  /// Compiles backwards: a part is made when what follows it is there. Depth is that of the tree, which is bounded.
  private mutating func compile(_ tree: PatternTree, next: Int) throws(PatternFault) -> Int {
    switch tree {
    case .empty: return next
    case .set(var set):
      set.seal()
      sets.append(set)
      return try append(.take(set: sets.count - 1, next: next))
    case .start: return try append(.check(.start, next: next))
    case .end: return try append(.check(.end, next: next))
    case .wordBoundary: return try append(.check(.wordBoundary, next: next))
    case .notWordBoundary: return try append(.check(.notWordBoundary, next: next))
    case .sequence(let parts):
      var next = next
      for part in parts.reversed() { next = try compile(part, next: next) }
      return next
    case .choice(let branches):
      var entry = try compile(branches[branches.count - 1], next: next)
      for branch in branches.dropLast().reversed() {
        entry = try append(.fork(try compile(branch, next: next), entry))
      }
      return entry
    case .loop(let part, let minimum, let maximum):
      return try loop(part, minimum, maximum, next: next)
    }
  }

  private mutating func loop(
    _ part: PatternTree, _ minimum: Int, _ maximum: Int?, next: Int
  ) throws(PatternFault) -> Int {
    var entry = next
    if let maximum {
      // Each optional round may end the loop: x{0,2} is (x(x)?)?.
      for _ in 0..<max(0, maximum - minimum) {
        let count = states.count
        entry = try append(.fork(try compile(part, next: entry), next))
        // A part that makes no states of its own takes nothing, so that more rounds change nothing.
        if states.count == count + 1 { break }
      }
    } else {
      let fork = try append(.fork(next, next))
      let body = try compile(part, next: fork)
      states[fork] = .fork(body, next)
      entry = fork
    }
    for _ in 0..<minimum {
      let count = states.count
      entry = try compile(part, next: entry)
      if states.count == count { break }
    }
    return entry
  }
}
