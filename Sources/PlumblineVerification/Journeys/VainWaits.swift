import PlumblineContractModel
import PlumblineDriftDetection
import Synchronization

/// The findings that persisted although the run waited for them to disappear.
///
/// A server may be slow to show changes, so the run polls for some seconds before it reports a finding. For a finding
/// that is already known, one retry is enough.
final class VainWaits: Sendable {
  /// A rule that an endpoint has violated.
  private struct Breach: Hashable {
    let rule: Rule
    let endpoint: String
  }

  private struct State {
    /// The fingerprints of the findings.
    var findings: Set<String> = []
    var breaches: Set<Breach> = []
  }

  private let state = Mutex(State())

  /// Returns a Boolean value that indicates whether the run has already waited in vain for all of the given findings to
  /// disappear. The result is `false` for an empty array.
  func hold(_ drift: [Drift]) -> Bool {
    state.withLock { state in !drift.isEmpty && drift.allSatisfy { state.findings.contains($0.fingerprint) } }
  }

  /// Returns a Boolean value that indicates whether an endpoint still violated a rule, anywhere, after waiting.
  func hold(_ rule: Rule, at endpoint: Endpoint) -> Bool {
    state.withLock { $0.breaches.contains(Breach(rule: rule, endpoint: endpoint.id)) }
  }

  /// Records the findings that persisted after waiting.
  func note(_ drift: [Drift]) {
    state.withLock { state in
      state.findings.formUnion(drift.map(\.fingerprint))
      state.breaches.formUnion(drift.map { Breach(rule: $0.rule, endpoint: $0.endpoint) })
    }
  }

  /// Excuses findings that persisted for reasons other than their endpoints. The run doesn't wait for them again.
  func excuse(_ drift: [Drift]) { state.withLock { $0.findings.formUnion(drift.map(\.fingerprint)) } }

  /// Records that an endpoint still violated a rule after waiting.
  func note(_ rule: Rule, at endpoint: Endpoint) {
    state.withLock { state in _ = state.breaches.insert(Breach(rule: rule, endpoint: endpoint.id)) }
  }
}
