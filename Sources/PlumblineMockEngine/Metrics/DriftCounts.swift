import PlumblineDriftDetection
import Synchronization

/// The numbers of drifts in the journals of one service, by rule and severity.
///
/// Requests never wait for a check. Exchanges are checked when the counts are requested, and each is checked only once.
/// Exchanges that have already been dropped from a journal aren't included, which is why the number of checked
/// exchanges is counted as well.
final class DriftCounts: Sendable {
  /// The rule and severity of a drift.
  struct Kind: Hashable, Sendable {
    let rule: String
    let severity: Severity
  }

  private struct State {
    var judged = 0
    var found: [Kind: Int] = [:]
  }

  /// The maximum number of exchanges that are checked at once. This way, a request for metrics takes no more than a few
  /// tens of milliseconds. The remaining exchanges are checked on the next request.
  static let most = 1000

  private let state = Mutex(State())

  /// Checks the exchanges of journals that haven't been checked yet, up to the limit.
  ///
  /// - Parameter judge: A closure that returns the judge for a session.
  func judge(_ sessions: [ServedJournal], by judge: (ServedJournal) -> JournalJudge) {
    var left = Self.most
    for session in sessions where left > 0 {
      let entries = session.claim(limit: left)
      left -= entries.count
      let judge = judge(session)
      for entry in entries where judge.canJudge(entry) {
        let drift = judge.drift(entry)
        state.withLock { state in
          state.judged += 1
          for one in drift { state.found[Kind(rule: one.rule.id, severity: one.severity), default: 0] += 1 }
        }
      }
    }
  }

  /// The number of checked exchanges.
  var judged: Int { state.withLock { $0.judged } }

  /// The number of drifts that were found, by rule and severity.
  var found: [(kind: Kind, count: Int)] {
    state.withLock { $0.found }.sorted {
      ($0.key.rule, $0.key.severity.rawValue) < ($1.key.rule, $1.key.severity.rawValue)
    }
    .map { ($0.key, $0.value) }
  }
}

/// A session's journal, and the position up to which it has been checked.
final class ServedJournal: Sendable {
  let journal: Journal
  let options: MockOptions
  let history: PersonaHistory
  private let lastClaimed = Atomic<Int>(0)

  init(_ journal: Journal, options: MockOptions, history: PersonaHistory) {
    self.journal = journal
    self.options = options
    self.history = history
  }

  /// Returns the oldest exchanges that haven't been claimed yet. Each exchange is returned only once.
  func claim(limit: Int) -> [JournalEntry] {
    let last = lastClaimed.load(ordering: .relaxed)
    guard journal.total > last else { return [] }
    let entries = Array(journal.entries.drop { $0.id <= last }.prefix(limit))
    guard let end = entries.last?.id else { return [] }
    // If another thread has claimed them at the same time, they belong to that thread.
    return lastClaimed.compareExchange(expected: last, desired: end, ordering: .relaxed).exchanged ? entries : []
  }
}
