import Synchronization

/// The calls of a run, distributed among its lanes, and the outcome of each.
final class CallWork<Outcome: Sendable>: Sendable {
  private struct State {
    var next = 0
    var outcomes: [Int: Outcome] = [:]
    var failure: (any Error)?
  }

  private let calls: [Call]
  private let state = Mutex(State())

  init(_ calls: [Call]) {
    self.calls = calls
  }

  /// Takes the next call, or returns `nil` if there is none left or the run has failed.
  func take() -> (index: Int, call: Call)? {
    state.withLock { state in
      guard state.failure == nil, state.next < calls.count else { return nil }
      defer { state.next += 1 }
      return (state.next, calls[state.next])
    }
  }

  func finish(_ index: Int, _ outcome: Outcome) {
    state.withLock { $0.outcomes[index] = outcome }
  }

  /// Ends the run with an error. If this is called again, the first error is kept.
  func fail(_ error: any Error) {
    state.withLock { $0.failure = $0.failure ?? error }
  }

  /// Returns the outcome of each call, in the calls' order.
  func result() throws -> [Outcome] {
    let (outcomes, failure) = state.withLock { ($0.outcomes, $0.failure) }
    if let failure { throw failure }
    return outcomes.sorted { $0.key < $1.key }.map(\.value)
  }
}
