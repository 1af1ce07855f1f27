import PlumblineDriftDetection
import Synchronization

/// The calls of a run, shared out among its lanes, and what came of each.
final class VariantWork: Sendable {
  private struct State {
    var next = 0
    var outcomes: [Int: VariantOutcome] = [:]
    var failure: (any Error)?
  }

  private let calls: [Call]
  private let state = Mutex(State())

  init(_ calls: [Call]) {
    self.calls = calls
  }

  /// The next call that nobody has taken; `nil` when there is none, or when the run failed.
  func take() -> (index: Int, call: Call)? {
    state.withLock { state in
      guard state.failure == nil, state.next < calls.count else { return nil }
      defer { state.next += 1 }
      return (state.next, calls[state.next])
    }
  }

  func finish(_ index: Int, _ outcome: VariantOutcome) {
    state.withLock { $0.outcomes[index] = outcome }
  }

  /// Ends the run; the first failure counts.
  func fail(_ error: any Error) {
    state.withLock { $0.failure = $0.failure ?? error }
  }

  /// What came of each call, in the calls' order.
  func result() throws -> [VariantOutcome] {
    let (outcomes, failure) = state.withLock { ($0.outcomes, $0.failure) }
    if let failure { throw failure }
    return outcomes.sorted { $0.key < $1.key }.map(\.value)
  }
}

/// What came of all the variants of one call.
package struct VariantOutcome: Sendable {
  package let endpoint: String
  package let call: String
  /// Why no variant was played, or why the rest wasn't; `nil` when all were.
  package internal(set) var reason: String?
  /// How many variants were played, by standing.
  package internal(set) var counts: [Variant.Standing: Int] = [:]
  /// How often the client did what, for the variants that are not allowed.
  package internal(set) var reactions = Reactions()
  /// One a field and rule.
  package internal(set) var drift: [Drift] = []
  package internal(set) var sensitivity: CallSensitivity?

  /// What clients do with answers that break their contract or refuse.
  package struct Reactions: Sendable, Hashable {
    package internal(set) var rightErrors = 0
    package internal(set) var wrongErrors = 0
    package internal(set) var ignored = 0
    package internal(set) var swallowed = 0
    package internal(set) var hung = 0
  }

  package var variants: Int { counts.values.reduce(0, +) }

  init(_ call: Call, reason: String? = nil) {
    endpoint = call.endpoint
    self.call = call.name
    self.reason = reason
  }
}
