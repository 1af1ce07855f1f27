/// A nondeterministic automaton over code points (Thompson's construction).
struct PatternProgram: Sendable {
  /// The action of a state. States are numbered by their position.
  enum State: Sendable {
    /// Consumes one code point of a set and continues to a state.
    case take(set: Int, next: Int)
    /// Consumes code points of a set and continues after any number of them within bounds. This state occurs only if
    /// repetitions are counted.
    case count(Count, next: Int)
    /// Continues to both states without consuming anything.
    case fork(Int, Int)
    /// Continues if the position between two code points satisfies a check.
    case check(Check, next: Int)
    /// Continues if a look-around assertion holds.
    case look(Int, next: Int)
    /// The pattern has matched.
    case match
  }

  /// A repeated set. It needs only one state, regardless of the number of repetitions. A run keeps the positions where
  /// it entered the state.
  struct Count: Sendable {
    /// The index of this count's list of positions in a run.
    let index: Int
    let set: Int
    let minimum: Int
    let maximum: Int?
  }

  enum Check: Sendable {
    case start
    case end
    case wordBoundary
    case notWordBoundary

    /// Returns a Boolean value that indicates whether the position between two code points satisfies the check. `nil`
    /// stands for the start or end of the text.
    func holds(_ isWordBefore: Bool?, _ isWordAfter: Bool?) -> Bool {
      switch self {
      case .start: isWordBefore == nil
      case .end: isWordAfter == nil
      case .wordBoundary: isWordBefore ?? false != isWordAfter ?? false
      case .notWordBoundary: isWordBefore ?? false == isWordAfter ?? false
      }
    }
  }

  /// A look-around assertion, given as the matches of a separate program.
  struct Look: Sendable {
    let program: PatternProgram
    let isNegated: Bool
  }

  /// The question that a run of the program answers.
  enum Question: Sendable {
    /// The question whether any part of the text matches.
    case match
    /// The positions at which matches end.
    case ends
    /// The positions at which matches start. The program reads backward.
    case starts
  }

  /// The ways to compile repetitions.
  enum Repetition: Sendable {
    /// Write repetitions out, so that a run only has to keep states. Look-around can't be expressed this way.
    case unrolled
    /// Count the repetitions of a set of code points.
    case counted
  }

  /// The maximum number of states in a pattern, which bounds both memory and the cost of each code point.
  static let stateLimit = 20_000
  /// The maximum number of repetitions of a set that are always unrolled.
  private static let unrolledLimit = 4

  let question: Question
  private let repetition: Repetition
  private(set) var states: [State] = []
  private(set) var sets: [ScalarSet] = []
  private(set) var looks: [Look] = []
  private(set) var countCount = 0
  private(set) var hasChecks = false
  private(set) var hasWordChecks = false
  private var indices: [ScalarSet: Int] = [:]
  /// The number of states in the programs of look-around assertions.
  private var lookStates = 0
  /// The start state of a search. A search that may match anywhere in the text enters it again after each code point.
  private(set) var search = 0

  init(
    _ tree: PatternTree, _ repetition: Repetition, _ question: Question = .match
  ) throws(PatternFault) {
    self.question = question
    self.repetition = repetition
    let match = try append(.match)
    let needed =
      switch question {
      case .match: tree.shortened
      case .ends: tree.shortened(atStart: true)
      case .starts: tree.shortened(atStart: false)
      }
    let entry = try compile(needed, next: match)
    search = entry
    if question != .match || !tree.isAnchored {
      let fork = try append(.fork(entry, entry))
      states[fork] = .fork(entry, try append(.take(set: index(.all), next: fork)))
      search = fork
    }
    indices = [:]
  }

  /// The number of states in the program and in the programs of its look-around assertions. It bounds the number of
  /// steps for each code point.
  var stateCount: Int { states.count + lookStates }

  private mutating func append(_ state: State) throws(PatternFault) -> Int {
    if stateCount >= Self.stateLimit {
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

  /// Compiles a tree from its end, so that the states that follow a part exist before the part is compiled. The
  /// recursion is as deep as the tree, whose depth is bounded.
  private mutating func compile(_ tree: PatternTree, next: Int) throws(PatternFault) -> Int {
    switch tree {
    case .empty: return next
    case .set(let set): return try append(.take(set: index(set), next: next))
    case .start: return try check(.start, next: next)
    case .end: return try check(.end, next: next)
    case .wordBoundary: return try check(.wordBoundary, next: next)
    case .notWordBoundary: return try check(.notWordBoundary, next: next)
    case .look(let tree, let isAhead, let isNegated):
      if repetition == .unrolled { throw .undecided("look-around is for programs that count") }
      let program = try PatternProgram(tree, repetition, isAhead ? .starts : .ends)
      lookStates += program.stateCount
      looks.append(Look(program: program, isNegated: isNegated))
      return try append(.look(looks.count - 1, next: next))
    case .sequence(let parts):
      var next = next
      for part in question == .starts ? parts : parts.reversed() { next = try compile(part, next: next) }
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
    if repetition == .counted, case .set(let set) = part, maximum ?? minimum > Self.unrolledLimit {
      let count = Count(index: countCount, set: index(set), minimum: minimum, maximum: maximum)
      countCount += 1
      return try append(.count(count, next: next))
    }
    // Repeating a part that consumes nothing has no effect beyond the first time.
    let cap = part.canTake ? Int.max : 1
    var entry = next
    if let maximum {
      // Allow the loop to end before each optional round: `x{0,2}` is `(x(x)?)?`.
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
