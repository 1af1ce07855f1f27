import Synchronization

/// What runs a pattern: a frozen automaton where that is small, else one that grows in a borrowed cache.
///
/// A cache belongs to one run at a time. Runs take it from a pool and put it back, so that the lock is held for a few
/// instructions, never while text is read; where the pool is empty, a run starts a cache of its own.
final class PatternMachine: Sendable {
  private static let poolLimit = 4
  /// Bytes that each state of a full cache must have served; below it, building states costs more than it saves.
  private static let bytesForEachState = 8
  private static let resetLimit = 4

  let program: PatternProgram
  let frozen: FrozenAutomaton?
  private let pool: Mutex<[PatternAutomaton]>

  init(_ program: PatternProgram) {
    self.program = program
    var automaton = PatternAutomaton(program)
    if automaton.complete() {
      frozen = FrozenAutomaton(automaton)
      pool = Mutex([])
    } else {
      frozen = nil
      automaton.widen()
      pool = Mutex([automaton])
    }
  }

  func matches(_ text: Span<UInt8>) -> Bool {
    if let frozen { return frozen.matches(text) }
    var automaton = pool.withLock { $0.popLast() } ?? PatternAutomaton(program, limits: .lazy)
    let verdict = Self.run(&automaton, text)
    pool.withLock { if $0.count < Self.poolLimit { $0.append(automaton) } }
    if let verdict { return verdict }
    var run = PatternRun(program)
    return run.matches(text)
  }

  /// Whether the text matches; nil where states come and go too fast to be worth building.
  static func run(_ automaton: inout PatternAutomaton, _ text: Span<UInt8>) -> Bool? {
    var state = automaton.start
    var index = 0
    var (resets, resetAt) = (0, 0)
    while true {
      (state, index) = known(automaton, state, text, from: index)
      if index == text.count { return automaton.acceptsEnd[Int(state)] }
      if state < PatternAutomaton.first { return state == PatternAutomaton.matched }
      let column = Int(automaton.classes[Int(text[index])])
      if let next = automaton.step(state, column) {
        state = next
        index += 1
        continue
      }
      let isSlow = index - resetAt < bytesForEachState * automaton.stateCount
      resets += 1
      if isSlow, resets > resetLimit { return nil }
      // Start over with an empty cache and the threads at hand.
      state = automaton.reset(keeping: state)
      resetAt = index
    }
  }

  /// Follows the table as far as it is known: the state and the place of the byte that it can't take.
  private static func known(
    _ automaton: borrowing PatternAutomaton, _ state: UInt16, _ text: Span<UInt8>, from index: Int
  ) -> (UInt16, Int) {
    let (classes, table, width) = (automaton.classes.span, automaton.table.span, automaton.width)
    var (state, index) = (state, index)
    while index < text.count, state >= PatternAutomaton.first {
      let next = table[Int(state) &* width &+ Int(classes[Int(text[index])])]
      if next == PatternAutomaton.unknown { break }
      state = next
      index += 1
    }
    return (state, index)
  }
}
