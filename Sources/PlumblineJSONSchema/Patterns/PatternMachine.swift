import Synchronization

/// A matcher that runs a pattern with an automaton that grows in a borrowed cache. After many strings, it uses a frozen
/// automaton if that is small enough.
///
/// Most of a contract's patterns match a few strings while the contract is loaded and never again. States are therefore
/// built only when a string needs them.
///
/// A cache belongs to one run at a time. Runs take it from a pool and put it back, so that the lock is held for only a
/// few instructions and never while text is read. If the pool is empty, a run creates its own cache.
final class PatternMachine: Sendable {
  private static let poolLimit = 4
  /// The number of strings after which building all states pays off.
  private static let manyTexts = 256
  /// The minimum number of bytes that each state of a full cache must have served for building states to pay off.
  private static let bytesForEachState = 8
  private static let resetLimit = 4
  /// The maximum number of steps to spend on building states for a string, apart from the steps for each of its bytes.
  /// Beyond that, a walk is cheaper.
  private static let buildingSteps = 100_000
  private static let buildingStepsForEachByte = 16
  /// The number of bytes that a table processes in the time that one step of a simulation takes.
  private static let bytesForEachStep = 16
  /// The maximum number of states in programs that use tables. Larger tables would cost too much to leave uncounted,
  /// and counting that cost would make verdicts depend on previous strings.
  private static let tableLimit = 512

  /// A pool of idle caches.
  private struct Pool {
    var idle: [PatternAutomaton] = []
    var texts = 0
  }

  /// A frozen automaton that threads share.
  private final class Frozen: Sendable {
    let automaton: FrozenAutomaton

    init(_ automaton: FrozenAutomaton) { self.automaton = automaton }
  }

  /// An additional pattern that must match or must not match.
  struct Condition: Sendable {
    let machine: PatternMachine
    let isNegated: Bool
  }

  /// The compiled tree, without the look-around that became conditions.
  let tree: PatternTree
  /// The program for building automata, or `nil` if the pattern can't be expressed within the limits.
  let program: PatternProgram?
  /// A Boolean value that indicates whether to match strings with automata.
  private let hasTables: Bool
  /// The program to walk if automata can't be used.
  let counted: PatternProgram
  let conditions: [Condition]
  /// The frozen automaton, which is never released or replaced once created.
  private let frozen = Atomic<Unmanaged<Frozen>?>(nil)
  private let pool = Mutex(Pool())

  init(_ tree: PatternTree) throws(PatternFault) {
    let (rest, found) = tree.separated
    self.tree = rest
    counted = try PatternProgram(rest, .counted)
    program = counted.looks.isEmpty ? try? PatternProgram(rest, .unrolled) : nil
    hasTables = program.map { $0.stateCount <= Self.tableLimit } ?? false
    var conditions: [Condition] = []
    for condition in found {
      conditions.append(Condition(machine: try PatternMachine(condition.tree), isNegated: condition.isNegated))
    }
    self.conditions = conditions
  }

  deinit { frozen.load(ordering: .acquiring)?.release() }

  /// Returns a Boolean value that indicates whether a string matches, or `nil` if the remaining steps aren't enough.
  /// Deducts the steps used.
  func matches(_ text: Span<UInt8>, _ steps: inout Int) -> Bool? {
    if steps < 0 { return nil }
    if let frozen = frozen.load(ordering: .acquiring) {
      steps &-= text.count / Self.bytesForEachStep
      let isFound = frozen._withUnsafeGuaranteedRef { $0.automaton.matches(text) }
      return isFound && !conditions.isEmpty ? conditionsHold(text, &steps) : isFound
    }
    guard let isFound = matchesInCache(text, &steps) else { return nil }
    return isFound && !conditions.isEmpty ? conditionsHold(text, &steps) : isFound
  }

  @inline(never)
  private func conditionsHold(_ text: Span<UInt8>, _ steps: inout Int) -> Bool? {
    for condition in conditions {
      guard let isFound = condition.machine.matches(text, &steps) else { return nil }
      if isFound == condition.isNegated { return false }
    }
    return true
  }

  /// Builds all states if there aren't too many, and returns a Boolean value that indicates whether it did. If several
  /// threads do so at once, one of their results is kept.
  @discardableResult
  func freeze() -> Bool {
    if frozen.load(ordering: .acquiring) != nil { return true }
    guard hasTables, let program else { return false }
    var automaton = PatternAutomaton(program)
    guard automaton.complete() else { return false }
    let made = Unmanaged.passRetained(Frozen(FrozenAutomaton(automaton)))
    if !frozen.compareExchange(expected: nil, desired: made, ordering: .acquiringAndReleasing).exchanged {
      made.release()
    }
    return true
  }

  private func matchesInCache(_ text: Span<UInt8>, _ steps: inout Int) -> Bool? {
    guard hasTables, let program else { return walk(text, &steps) }
    // Charge the same cost whatever is in the cache. States that are built for one string serve the next.
    steps &-= text.count / Self.bytesForEachStep
    let (idle, texts) = pool.withLock { pool in
      pool.texts += 1
      return (pool.idle.popLast(), pool.texts)
    }
    if texts == Self.manyTexts, freeze() {
      pool.withLock { $0.idle = [] }
      return frozen.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.automaton.matches(text) }
    }
    var automaton = idle ?? PatternAutomaton(program, limits: .lazy)
    let verdict = Self.run(&automaton, text)
    pool.withLock { if $0.idle.count < Self.poolLimit { $0.idle.append(automaton) } }
    if let verdict { return verdict }
    var free = Int.max
    return walk(text, &free)
  }

  private func walk(_ text: Span<UInt8>, _ steps: inout Int) -> Bool? {
    var run = PatternRun(counted)
    // Creating the run marks each state once.
    steps &-= counted.states.count / Self.bytesForEachStep
    let verdict = run.matches(text, within: steps)
    steps = verdict == nil ? -1 : steps &- run.steps
    return verdict
  }

  /// Returns a Boolean value that indicates whether the string matches, or `nil` if states are discarded too quickly or
  /// cost too much to be worth building.
  static func run(_ automaton: inout PatternAutomaton, _ text: Span<UInt8>) -> Bool? {
    var state = automaton.start
    var index = 0
    var (resets, resetAt) = (0, 0)
    let limit = automaton.steps + buildingSteps + text.count * buildingStepsForEachByte
    while true {
      (state, index) = known(automaton, state, text, from: index)
      if index == text.count { return automaton.acceptsEnd[Int(state)] }
      if state < PatternAutomaton.first { return state == PatternAutomaton.matched }
      if automaton.steps > limit { return nil }
      let column = Int(automaton.classes[Int(text[index])])
      if let next = automaton.step(state, column) {
        state = next
        index += 1
        continue
      }
      let isSlow = index - resetAt < bytesForEachState * automaton.stateCount
      resets += 1
      if isSlow, resets > resetLimit { return nil }
      // Start over with an empty cache and the current threads.
      state = automaton.reset(keeping: state)
      resetAt = index
    }
  }

  /// Follows the known part of the table. Returns the state, and the position of the first byte without an entry.
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
