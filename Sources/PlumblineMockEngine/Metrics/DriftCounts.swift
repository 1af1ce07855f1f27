import PlumblineDriftDetection
import Synchronization

/// How much drift the journals of one service have shown, by rule and severity.
///
/// Nobody waits for a judge: what the journals keep is judged when somebody asks for the counts, and each exchange once.
/// What fell out of a journal unasked is in none of these numbers, so it is counted as well how many were judged.
final class DriftCounts: Sendable {
  /// The kind of drift that a number is about.
  struct Kind: Hashable, Sendable {
    let rule: String
    let severity: Severity
  }

  private struct State {
    var judged = 0
    var found: [Kind: Int] = [:]
  }

  /// So many exchanges are judged at once, so that a request for metrics costs no more than some tens of milliseconds;
  /// the others stay for the next one.
  static let most = 1000

  private let state = Mutex(State())

  /// Judges what some journals keep and nobody judged yet, as far as there is room for it.
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

  /// How many exchanges were judged.
  var judged: Int { state.withLock { $0.judged } }

  /// What they showed, by rule.
  var found: [(kind: Kind, count: Int)] {
    state.withLock { $0.found }.sorted {
      ($0.key.rule, $0.key.severity.rawValue) < ($1.key.rule, $1.key.severity.rawValue)
    }
    .map { ($0.key, $0.value) }
  }
}

/// A session's journal, and how far it was judged for the counts.
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

  /// The oldest exchanges that nobody claimed before; each goes to one claimer.
  func claim(limit: Int) -> [JournalEntry] {
    let last = lastClaimed.load(ordering: .relaxed)
    guard journal.total > last else { return [] }
    let entries = Array(journal.entries.drop { $0.id <= last }.prefix(limit))
    guard let end = entries.last?.id else { return [] }
    // Whoever comes second leaves them to the first.
    return lastClaimed.compareExchange(expected: last, desired: end, ordering: .relaxed).exchanged ? entries : []
  }
}
