import PlumblineContractModel
import Synchronization

/// The endpoints that were tried with requests of the verifier's own, each in each way once a run.
final class TriedEndpoints: Sendable {
  /// The ways in which an endpoint is tried.
  enum Trial: Sendable, Hashable {
    /// The same request again.
    case again
    /// The same idempotency key again, with the same body and with another.
    case sameKey
    /// Waiting for a job.
    case job
    /// One member alone.
    case oneMember
    /// One member inside an object alone.
    case inside
    /// Strings as people write them.
    case texts
    /// Null instead of a string.
    case null
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

  /// A Boolean value that indicates whether no more trials are made in this run.
  var isOver: Bool { state.withLock { $0.isOver } }

  /// Notes that an endpoint is tried in a way; false if it was before, and if no more trials are made.
  func begin(_ trial: Trial, at endpoint: Endpoint) -> Bool {
    state.withLock { state in
      !state.isOver && state.trials.insert(Trying(trial: trial, endpoint: endpoint.id)).inserted
    }
  }

  /// Ends the trials of the run: a firewall that turned one away may lock out its caller next.
  func end() { state.withLock { $0.isOver = true } }
}
