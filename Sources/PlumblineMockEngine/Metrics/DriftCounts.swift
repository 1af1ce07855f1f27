import PlumblineDriftDetection
import Synchronization

/// The counts of drift in the journals of one service, by rule and severity.
///
/// No request waits for a judge: the journals' exchanges are judged when the counts are requested, and each exchange once.
/// Exchanges that fell out of a journal before that are in none of these numbers, so the number of judged ones is counted as
/// well.
final class DriftCounts: Sendable {
  /// The rule and severity of a number.
  struct Kind: Hashable, Sendable {
    let rule: String
    let severity: Severity
  }

  private struct State {
    var judged = 0
    var found: [Kind: Int] = [:]
  }

  /// The number of exchanges that are judged at once, so that a request for metrics costs no more than some tens of
  /// milliseconds; the others wait for the next one.
  static let most = 1000

  private let state = Mutex(State())

  /// Judges the exchanges in some journals that weren't judged yet, up to the limit.
  ///
  /// - Parameter judge: the judge for a session's exchanges.
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

  /// The number of exchanges that were judged.
  var judged: Int { state.withLock { $0.judged } }

  /// The drift that they showed, by rule.
  var found: [(kind: Kind, count: Int)] {
    state.withLock { $0.found }.sorted {
      ($0.key.rule, $0.key.severity.rawValue) < ($1.key.rule, $1.key.severity.rawValue)
    }
    .map { ($0.key, $0.value) }
  }
}

/// A session's journal, and the position up to which it was judged for the counts.
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

  /// Returns the oldest exchanges that weren't claimed before; each goes to one claimer.
  func claim(limit: Int) -> [JournalEntry] {
    let last = lastClaimed.load(ordering: .relaxed)
    guard journal.total > last else { return [] }
    let entries = Array(journal.entries.drop { $0.id <= last }.prefix(limit))
    guard let end = entries.last?.id else { return [] }
    // The second claimer leaves them to the first.
    return lastClaimed.compareExchange(expected: last, desired: end, ordering: .relaxed).exchanged ? entries : []
  }
}
