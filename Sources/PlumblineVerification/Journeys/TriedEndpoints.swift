import PlumblineContractModel
import Synchronization

/// The endpoints that were tried with the verifier's own requests. Each kind of trial happens once per endpoint in a
/// run.
final class TriedEndpoints: Sendable {
  /// The kinds of trials.
  enum Trial: Sendable, Hashable {
    /// The same request is sent again.
    case again
    /// The same idempotency key is sent again, with the same body and with a different one.
    case sameKey
    /// The run waits for a job.
    case job
    /// An item is read although its state forbids it.
    case early
    /// A removed item is read and must show its tombstone.
    case tombstone
    /// One member is sent alone.
    case oneMember
    /// One member of a nested object is sent alone.
    case inside
    /// Strings like those that people write are sent.
    case texts
    /// Null is sent instead of a string.
    case null
    /// An empty string is sent to remove a member.
    case empty
    /// A write is sent with an outdated entity tag, and one without a tag.
    case condition
    /// Members of other items that are computed from the written item are checked.
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

  /// A Boolean value that indicates whether the run makes no more trials.
  var isOver: Bool { state.withLock { $0.isOver } }

  /// Records a trial of an endpoint. Returns `false` if the trial was already made, or if no more trials are made.
  func begin(_ trial: Trial, at endpoint: Endpoint) -> Bool {
    state.withLock { state in
      !state.isOver && state.trials.insert(Trying(trial: trial, endpoint: endpoint.id)).inserted
    }
  }

  /// Ends the run's trials, because a firewall that blocked one may go on to lock out the caller.
  func end() { state.withLock { $0.isOver = true } }
}
