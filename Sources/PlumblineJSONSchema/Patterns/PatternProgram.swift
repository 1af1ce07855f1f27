/// A nondeterministic automaton over code points (Thompson's construction).
struct PatternProgram: Sendable {
  /// What a state does; states are numbered by their place.
  enum State: Sendable {
    /// Takes one code point of a set and goes on to a state.
    case take(set: Int, next: Int)
    /// Goes on to both states without taking anything.
    case fork(Int, Int)
    /// Goes on where the place between two code points is right.
    case check(Check, next: Int)
    /// The pattern has matched.
    case match
  }

  enum Check: Sendable {
    case start
    case end
    case wordBoundary
    case notWordBoundary

    /// Whether the place between two code points is right; nil stands for the end of the text on that side.
    func holds(_ isWordBefore: Bool?, _ isWordAfter: Bool?) -> Bool {
      switch self {
      case .start: isWordBefore == nil
      case .end: isWordAfter == nil
      case .wordBoundary: isWordBefore ?? false != isWordAfter ?? false
      case .notWordBoundary: isWordBefore ?? false == isWordAfter ?? false
      }
    }
  }

  /// States that one pattern may have, which bounds both memory and the cost of each code point.
  static let stateLimit = 20_000

  private(set) var states: [State] = []
  private(set) var sets: [ScalarSet] = []
  private(set) var hasChecks = false
  private(set) var hasWordChecks = false
  private var indices: [ScalarSet: Int] = [:]
  /// Where a match at a given place starts.
  private(set) var entry = 0
  /// Where the search starts: the entry, and unless a match can only start with the text, again after each code point.
  private(set) var search = 0

  init(_ tree: PatternTree) throws(PatternFault) {
    let match = try append(.match)
    entry = try compile(tree.shortened, next: match)
    search = entry
    if !tree.isAnchored {
      let fork = try append(.fork(entry, entry))
      states[fork] = .fork(entry, try append(.take(set: index(.all), next: fork)))
      search = fork
    }
    indices = [:]
  }

  private mutating func append(_ state: State) throws(PatternFault) -> Int {
    if states.count >= Self.stateLimit {
      throw .undecided("it needs more than \(Self.stateLimit) states, as its counted repetitions are too large")
    }
    states.append(state)
    return states.count - 1
  }

  private mutating func index(_ set: ScalarSet) -> Int {
    if let index = indices[set] { return index }
    sets.append(set)
    indices[set] = sets.count - 1
    return sets.count - 1
  }

  /// Compiles backwards: a part is made when what follows it is there. Depth is that of the tree, which is bounded.
  private mutating func compile(_ tree: PatternTree, next: Int) throws(PatternFault) -> Int {
    switch tree {
    case .empty: return next
    case .set(let set): return try append(.take(set: index(set), next: next))
    case .start: return try check(.start, next: next)
    case .end: return try check(.end, next: next)
    case .wordBoundary: return try check(.wordBoundary, next: next)
    case .notWordBoundary: return try check(.notWordBoundary, next: next)
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

  private mutating func check(_ check: Check, next: Int) throws(PatternFault) -> Int {
    hasChecks = true
    if case .wordBoundary = check { hasWordChecks = true }
    if case .notWordBoundary = check { hasWordChecks = true }
    return try append(.check(check, next: next))
  }

  private mutating func loop(
    _ part: PatternTree, _ minimum: Int, _ maximum: Int?, next: Int
  ) throws(PatternFault) -> Int {
    // Once round a part that takes nothing is as good as many times.
    let cap = part.canTake ? Int.max : 1
    var entry = next
    if let maximum {
      // Each optional round may end the loop: x{0,2} is (x(x)?)?.
      for _ in 0..<min(cap, max(0, maximum - minimum)) {
        entry = try append(.fork(try compile(part, next: entry), next))
      }
    } else {
      let fork = try append(.fork(next, next))
      let body = try compile(part, next: fork)
      states[fork] = .fork(body, next)
      entry = fork
    }
    for _ in 0..<min(cap, minimum) { entry = try compile(part, next: entry) }
    return entry
  }
}
