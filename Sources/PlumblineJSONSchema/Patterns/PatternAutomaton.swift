/// A deterministic automaton over bytes, built state by state on demand.
///
/// A state is the set of threads that the program may have at a position in the text. A thread is a program state,
/// along with a trie node that records how far the thread has advanced into the UTF-8 bytes of its next code point.
/// Bytes that no thread distinguishes form a class, and a row of the table has one column for each class.
///
/// Checks such as `\b` need the byte after their position. They wait in the state as separate threads until the next
/// class or the end is known. The state includes the information about the preceding byte that they need.
struct PatternAutomaton: Sendable {
  /// The values of a table cell that doesn't identify a state.
  static let unknown: UInt16 = 0
  static let dead: UInt16 = 1
  static let matched: UInt16 = 2
  static let first: UInt16 = 3

  struct Limits: Sendable {
    /// The maximum number of states.
    var states: Int
    /// The maximum number of threads in all states.
    var threads: Int
    /// The maximum number of table cells.
    var cells: Int
    /// The maximum total number of thread steps.
    var steps: Int

    /// The limits for states that are built before any string needs them.
    static let eager = Limits(states: 1_024, threads: 60_000, cells: 48_000, steps: 60_000)
    /// The limits for states built on demand.
    static let lazy = Limits(states: 8_192, threads: 1 << 20, cells: 1 << 19, steps: .max)
    /// The limits for automata that generate strings or prove that there are none. Without them, a request could take
    /// as long as a second.
    static let writing = Limits(states: 8_192, threads: 1 << 20, cells: 1 << 19, steps: 8_000_000)
    /// Limits that are low enough to reset the cache constantly, for tests.
    static let tight = Limits(states: 7, threads: 1 << 20, cells: 1 << 19, steps: .max)
  }

  /// The threads in order, with the information about the previous byte that checks among them need.
  private struct Key: Hashable, Sendable {
    var threads: [UInt64]
    var context: UInt8
  }

  private static let atStart: UInt8 = 1
  private static let afterWord: UInt8 = 2
  /// The node of threads that wait at a check.
  private static let waiting = UInt64(UInt32.max)

  let program: PatternProgram
  private(set) var trie = UTF8Trie()
  private var roots: [Int32] = []
  /// The class of each byte.
  private(set) var classes = [UInt8](repeating: 0, count: 256)
  /// One byte of each class.
  private var samples: [UInt8] = []
  private(set) var table: [UInt16] = []
  /// For each state, a Boolean value that indicates whether a string that ends there matches.
  private(set) var acceptsEnd: [Bool] = []
  private(set) var start = PatternAutomaton.dead
  private var keys: [Key] = []
  private var indices: [Key: UInt16] = [:]
  private var threadCount = 0
  private(set) var steps = 0
  private let limits: Limits

  // Scratch space, kept to avoid allocations.
  private var marks: [Int]
  private var round = 0
  private var pending: [Int] = []

  init(_ program: PatternProgram, limits: Limits = .eager) {
    self.program = program
    self.limits = limits
    marks = [Int](repeating: 0, count: program.states.count)
    roots = program.sets.map { trie.insert($0) }
    makeClasses()
    reset()
  }

  var width: Int { samples.count }
  var stateCount: Int { keys.count }

  /// Builds all states. Returns `false` if there are more than the limits allow.
  mutating func complete() -> Bool {
    var state = Int(Self.first)
    while state < keys.count {
      for column in samples.indices where table[state * width + column] == Self.unknown {
        if step(UInt16(state), column) == nil { return false }
      }
      state += 1
    }
    return true
  }

  /// Discards all states except the special ones and the start.
  mutating func reset() {
    indices.removeAll()
    threadCount = 0
    keys = [Key](repeating: Key(threads: [], context: 0), count: Int(Self.first))
    table = [UInt16](repeating: Self.unknown, count: Int(Self.first) * width)
    for column in 0..<width {
      table[Int(Self.dead) * width + column] = Self.dead
      table[Int(Self.matched) * width + column] = Self.matched
    }
    acceptsEnd = [false, false, true]
    var threads: [UInt64] = []
    round += 1
    start = spread(program.search, into: &threads) ? Self.matched : state(threads, context: Self.atStart) ?? Self.dead
  }

  /// Discards all states but one, and returns that state's new number.
  mutating func reset(keeping state: UInt16) -> UInt16 {
    let key = keys[Int(state)]
    reset()
    return self.state(key.threads, context: key.context) ?? Self.dead
  }

  /// Returns the state after a class of bytes, or `nil` if the limits don't allow it.
  mutating func step(_ from: UInt16, _ column: Int) -> UInt16? {
    let byte = samples[column]
    let isWord = byte < 0x80 && ScalarSet.isWord(UInt32(byte))
    let key = keys[Int(from)]
    var found: [UInt64] = []
    var target: UInt16?
    var threads = key.threads
    if program.hasChecks, resolve(&threads, key.context, isWordAfter: isWord) { target = Self.matched }
    round += 1
    for thread in threads where target == nil {
      steps += 1
      let node = thread & UInt64(UInt32.max)
      if node == Self.waiting { continue }
      guard let next = trie.target(Int(node), byte) else { continue }
      let state = Int(thread >> 32)
      if next >= 0 {
        found.append(UInt64(state) << 32 | UInt64(next))
      } else if case .take(_, let after) = program.states[state], spread(after, into: &found) {
        target = Self.matched
      }
    }
    guard let made = target ?? state(found, context: isWord ? Self.afterWord : 0) else { return nil }
    table[Int(from) * width + column] = made
    return made
  }

  /// Returns the state with the given threads, creating it if it is new, or `nil` if the limits don't allow it.
  private mutating func state(_ threads: [UInt64], context: UInt8) -> UInt16? {
    if threads.isEmpty { return Self.dead }
    let threads = Self.sorted(threads)
    let waits = program.hasChecks && threads.contains { $0 & UInt64(UInt32.max) == Self.waiting }
    // The preceding byte only matters to waiting threads.
    let key = Key(threads: threads, context: waits ? context : 0)
    if let state = indices[key] { return state }
    guard keys.count < limits.states, threadCount <= limits.threads, table.count + width <= limits.cells,
      steps <= limits.steps
    else { return nil }
    threadCount += threads.count
    let state = UInt16(keys.count)
    indices[key] = state
    keys.append(key)
    table.append(contentsOf: repeatElement(Self.unknown, count: width))
    var atEnd = threads
    acceptsEnd.append(waits && resolve(&atEnd, key.context, isWordAfter: nil))
    return state
  }

  private static func sorted(_ threads: [UInt64]) -> [UInt64] {
    var unique: [UInt64] = []
    unique.reserveCapacity(threads.count)
    for thread in threads.sorted() where unique.last != thread { unique.append(thread) }
    return unique
  }

  /// Continues from a program state as far as possible without consuming anything, and adds the resulting threads,
  /// including those that wait at checks. Returns `true` if it reaches a match.
  private mutating func spread(_ state: Int, into threads: inout [UInt64]) -> Bool {
    pending.append(state)
    while let state = pending.popLast() {
      if marks[state] == round { continue }
      marks[state] = round
      steps += 1
      switch program.states[state] {
      case .take(let set, _): threads.append(UInt64(state) << 32 | UInt64(roots[set]))
      case .check: threads.append(UInt64(state) << 32 | Self.waiting)
      // These states occur only in programs for a walk.
      case .count, .look: break
      case .fork(let one, let other):
        pending.append(other)
        pending.append(one)
      case .match:
        pending.removeAll()
        return true
      }
    }
    return false
  }

  /// Lets the threads that wait at checks continue if the text before and after them satisfies the checks. Returns
  /// `true` if one of them reaches a match.
  private mutating func resolve(_ threads: inout [UInt64], _ context: UInt8, isWordAfter: Bool?) -> Bool {
    let isWordBefore = context & Self.atStart != 0 ? nil : context & Self.afterWord != 0
    round += 1
    var place = 0
    while place < threads.count {
      let thread = threads[place]
      place += 1
      guard thread & UInt64(UInt32.max) == Self.waiting,
        case .check(let check, let next) = program.states[Int(thread >> 32)], check.holds(isWordBefore, isWordAfter)
      else { continue }
      if spread(next, into: &threads) { return true }
    }
    return false
  }

  private mutating func makeClasses() {
    var starts = [Bool](repeating: false, count: 257)
    starts[0] = true
    func mark(_ low: UInt8, _ high: UInt8) {
      starts[Int(low)] = true
      starts[Int(high) + 1] = true
    }
    for edge in trie.edges { mark(edge.low, edge.high) }
    if program.hasWordChecks {
      for range in ScalarSet.words.ranges { mark(UInt8(range.lowerBound), UInt8(range.upperBound)) }
    }
    for byte in 0..<256 {
      if starts[byte] { samples.append(UInt8(byte)) }
      classes[byte] = UInt8(samples.count - 1)
    }
  }
}
