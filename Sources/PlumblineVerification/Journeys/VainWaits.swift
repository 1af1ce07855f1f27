import PlumblineContractModel
import PlumblineDriftDetection
import Synchronization

/// The findings that remained although the run waited for them to go away.
///
/// A server may be slow to show changes, so before each finding is reported, the run polls for some seconds. For a finding that
/// is already known, a second look is enough.
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

  /// Returns a Boolean value that indicates whether each of some findings was waited for before; false for an empty list.
  func hold(_ drift: [Drift]) -> Bool {
    state.withLock { state in !drift.isEmpty && drift.allSatisfy { state.findings.contains($0.fingerprint) } }
  }

  /// Returns a Boolean value that indicates whether an endpoint has broken a rule, in any place.
  func hold(_ rule: Rule, at endpoint: Endpoint) -> Bool {
    state.withLock { $0.breaches.contains(Breach(rule: rule, endpoint: endpoint.id)) }
  }

  /// Notes the findings that remained after waiting.
  func note(_ drift: [Drift]) {
    state.withLock { state in
      state.findings.formUnion(drift.map(\.fingerprint))
      state.breaches.formUnion(drift.map { Breach(rule: $0.rule, endpoint: $0.endpoint) })
    }
  }

  /// Excuses findings that remained after waiting, but not because of their endpoints: they aren't waited for again.
  func excuse(_ drift: [Drift]) { state.withLock { $0.findings.formUnion(drift.map(\.fingerprint)) } }

  /// Notes that an endpoint still broke a rule after waiting.
  func note(_ rule: Rule, at endpoint: Endpoint) {
    state.withLock { state in _ = state.breaches.insert(Breach(rule: rule, endpoint: endpoint.id)) }
  }
}
