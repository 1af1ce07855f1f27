import PlumblineDriftDetection
import Synchronization

/// What a run has waited for in vain: the findings that came of it.
///
/// A server may show late what it has done, so each finding is waited for as long as the patience lasts. One that came of that
/// already would only be told once more: a second look is enough then.
final class VainWaits: Sendable {
  private let findings = Mutex<Set<String>>([])

  /// Whether each of some findings was waited for before; false for none.
  func hold(_ drift: [Drift]) -> Bool {
    findings.withLock { findings in !drift.isEmpty && drift.allSatisfy { findings.contains($0.fingerprint) } }
  }

  /// The patience was over, and these came of it.
  func note(_ drift: [Drift]) {
    findings.withLock { $0.formUnion(drift.map(\.fingerprint)) }
  }
}
