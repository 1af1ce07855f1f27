import PlumblineContractModel
import Synchronization

/// The endpoints that were tried with the verifier's own requests: once per run and kind of trial.
final class TriedEndpoints: Sendable {
  /// The kinds of trials.
  enum Trial: Sendable, Hashable {
    /// The same request again.
    case again
    /// The same idempotency key again, with the same body and with another.
    case sameKey
    /// Waiting for a job.
    case job
    /// A read that an item's state forbids.
    case early
    /// A read of a removed item, which has to show its tombstone.
    case tombstone
    /// One member alone.
    case oneMember
    /// One member of a nested object alone.
    case inside
    /// Human-written strings.
    case texts
    /// Null instead of a string.
    case null
    /// An empty text that removes a member.
    case empty
    /// The entity tag of another state, and none.
    case condition
    /// Members of other items that are computed from what was written.
    case computed
  }

  private struct Trying: Hashable {
    let trial: Trial
    let endpoint: String
  }

  private struct State {
    var trials: Set<Trying> = []
    var isOver = false
  }

  private let state = Mutex(State())

  /// A Boolean value that indicates whether this run makes no more trials.
  var isOver: Bool { state.withLock { $0.isOver } }

  /// Notes a trial of an endpoint. Returns false if it was made before, or if no more trials are made.
  func begin(_ trial: Trial, at endpoint: Endpoint) -> Bool {
    state.withLock { state in
      !state.isOver && state.trials.insert(Trying(trial: trial, endpoint: endpoint.id)).inserted
    }
  }

  /// Ends the trials of the run: a firewall that blocked one may lock out its caller next.
  func end() { state.withLock { $0.isOver = true } }
}
