import PlumblineContractModel
import PlumblineDriftDetection
import Synchronization

/// The findings that a run has waited for in vain to go away.
///
/// A server may show late what it has done, so each finding is waited for as long as the patience lasts. Waiting again for a
/// finding that is already known would only report it once more: a second look is enough then.
final class VainWaits: Sendable {
  /// A rule that an endpoint has broken.
  private struct Breach: Hashable {
    let rule: Rule
    let endpoint: String
  }

  private struct State {
    /// Fingerprints.
    var findings: Set<String> = []
    var breaches: Set<Breach> = []
  }

  private let state = Mutex(State())

  /// Returns a Boolean value that indicates whether each of some findings was waited for before; false for none.
  func hold(_ drift: [Drift]) -> Bool {
    state.withLock { state in !drift.isEmpty && drift.allSatisfy { state.findings.contains($0.fingerprint) } }
  }

  /// Returns a Boolean value that indicates whether an endpoint has broken a rule, wherever.
  func hold(_ rule: Rule, at endpoint: Endpoint) -> Bool {
    state.withLock { $0.breaches.contains(Breach(rule: rule, endpoint: endpoint.id)) }
  }

  /// Notes the findings that remained when the patience was over.
  func note(_ drift: [Drift]) {
    state.withLock { state in
      state.findings.formUnion(drift.map(\.fingerprint))
      state.breaches.formUnion(drift.map { Breach(rule: $0.rule, endpoint: $0.endpoint) })
    }
  }

  /// Excuses findings that remained when the patience was over, but not because of their endpoints: they aren't waited for
  /// again.
  func excuse(_ drift: [Drift]) { state.withLock { $0.findings.formUnion(drift.map(\.fingerprint)) } }

  /// The patience was over, and an endpoint had broken a rule.
  func note(_ rule: Rule, at endpoint: Endpoint) {
    state.withLock { state in _ = state.breaches.insert(Breach(rule: rule, endpoint: endpoint.id)) }
  }
}
