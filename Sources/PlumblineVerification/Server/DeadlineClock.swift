import Synchronization

/// The deadlines of all work under way: one sleeping task wakes for the earliest of them.
///
/// Most deadlines are forgotten long before they are due. `Task.sleep` would make a timer of the system for each, and on Linux
/// a cancelled one stays until it is due.
final class DeadlineClock: Sendable {
  static let shared = DeadlineClock()

  private struct Deadline {
    let due: ContinuousClock.Instant
    let action: @Sendable () -> Void
  }

  private struct State {
    var deadlines: [Int: Deadline] = [:]
    var latest = 0
    /// The time when the task that is responsible wakes; `nil` if there is none. Others wake in vain.
    var wakes: ContinuousClock.Instant?
  }

  private let state = Mutex(State())

  /// The number of deadlines that are neither due nor forgotten.
  var count: Int { state.withLock { $0.deadlines.count } }

  /// Calls a closure once when the time is up, on any thread, unless the deadline is forgotten before.
  ///
  /// - Returns: the number by which ``forget(_:)`` knows the deadline.
  func call(after limit: Duration, _ action: @escaping @Sendable () -> Void) -> Int {
    let due = ContinuousClock.now + limit
    let (number, isEarliest) = state.withLock { state in
      state.latest += 1
      state.deadlines[state.latest] = Deadline(due: due, action: action)
      let isEarliest = state.wakes.map { due < $0 } ?? true
      if isEarliest { state.wakes = due }
      return (state.latest, isEarliest)
    }
    if isEarliest { wake(at: due) }
    return number
  }

  func forget(_ number: Int) {
    // The closure is released outside the lock.
    _ = state.withLock { $0.deadlines.removeValue(forKey: number) }
  }

  private func wake(at time: ContinuousClock.Instant) {
    Task.detached { [self] in
      try? await Task.sleep(until: time, clock: .continuous)
      expire(at: time)
    }
  }

  /// Calls the closures that are due, if the task that woke at a time is responsible, and waits for the next deadline.
  private func expire(at time: ContinuousClock.Instant) {
    let now = ContinuousClock.now
    let (due, next) = state.withLock { state -> ([Deadline], ContinuousClock.Instant?) in
      guard state.wakes == time else { return ([], nil) }
      let due = state.deadlines.filter { $0.value.due <= now }
      for number in due.keys { state.deadlines[number] = nil }
      state.wakes = state.deadlines.values.lazy.map(\.due).min()
      return (due.sorted { $0.key < $1.key }.map(\.value), state.wakes)
    }
    for deadline in due { deadline.action() }
    if let next { wake(at: next) }
  }
}
