import PlumblineDriftDetection
import PlumblineMockEngine
import Synchronization

/// A log that checks each exchange as soon as it is complete, so that a long test loses none to the journal's limits.
final class DriftLog: Sendable {
  private let judge: JournalJudge
  private let unmatched: UnmatchedRequests
  private let merge = Mutex(DriftMerge())

  init(judge: JournalJudge, unmatched: UnmatchedRequests) {
    self.judge = judge
    self.unmatched = unmatched
  }

  func take(_ entry: JournalEntry) {
    var found = judge.drift(entry)
    // An injected fault alters the response, so only the request's drift counts.
    if entry.fault != nil { found.removeAll { $0.rule.group == .response } }
    if unmatched == .ignored { found.removeAll { $0.rule == .endpoint.undocumented } }
    guard !found.isEmpty else { return }
    merge.withLock { $0.add(found) }
  }

  /// All drift without duplicates, in order of first occurrence.
  var drift: [Drift] { merge.withLock { $0.drift } }
}
