import Synchronization

/// What runs a pattern: an automaton that grows in a borrowed cache, and once texts keep coming one that is frozen, where
/// that is small.
///
/// Most patterns of a contract are asked about a few texts while it is loaded and never again, so nothing is built before
/// the first text comes, and no more than that text needs.
///
/// A cache belongs to one run at a time. Runs take it from a pool and put it back, so that the lock is held for a few
/// instructions, never while text is read; where the pool is empty, a run starts a cache of its own.
final class PatternMachine: Sendable {
  private static let poolLimit = 4
  /// After so many texts it is worth it to build all states.
  private static let manyTexts = 256
  /// Bytes that each state of a full cache must have served; below it, building states costs more than it saves.
  private static let bytesForEachState = 8
  private static let resetLimit = 4

  /// The caches that nobody uses at the moment.
  private struct Pool {
    var idle: [PatternAutomaton] = []
    var texts = 0
  }

  /// A frozen automaton that threads share.
  private final class Frozen: Sendable {
    let automaton: FrozenAutomaton

    init(_ automaton: FrozenAutomaton) { self.automaton = automaton }
  }

  let program: PatternProgram
  /// The frozen automaton, for good once it is there.
  private let frozen = Atomic<Unmanaged<Frozen>?>(nil)
  private let pool = Mutex(Pool())

  init(_ program: PatternProgram) {
    self.program = program
  }

  deinit { frozen.load(ordering: .acquiring)?.release() }

  func matches(_ text: Span<UInt8>) -> Bool {
    if let frozen = frozen.load(ordering: .acquiring) {
      return frozen._withUnsafeGuaranteedRef { $0.automaton.matches(text) }
    }
    return matchesInCache(text)
  }

  /// Builds all states, where they are few enough; whether they were. Of threads that do so at once, one is heard.
  @discardableResult
  func freeze() -> Bool {
    if frozen.load(ordering: .acquiring) != nil { return true }
    var automaton = PatternAutomaton(program)
    guard automaton.complete() else { return false }
    let made = Unmanaged.passRetained(Frozen(FrozenAutomaton(automaton)))
    if !frozen.compareExchange(expected: nil, desired: made, ordering: .acquiringAndReleasing).exchanged {
      made.release()
    }
    return true
  }

  private func matchesInCache(_ text: Span<UInt8>) -> Bool {
    let (idle, texts) = pool.withLock { pool in
      pool.texts += 1
      return (pool.idle.popLast(), pool.texts)
    }
    if texts == Self.manyTexts, freeze() {
      pool.withLock { $0.idle = [] }
      return matches(text)
    }
    var automaton = idle ?? PatternAutomaton(program, limits: .lazy)
    let verdict = Self.run(&automaton, text)
    pool.withLock { if $0.idle.count < Self.poolLimit { $0.idle.append(automaton) } }
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
    let (allClasses, wholeTable) = (automaton.classes[...], automaton.table[...])
    let (classes, table, width) = (allClasses.span, wholeTable.span, automaton.width)
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
