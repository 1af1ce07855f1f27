import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineMockEngine

/// What was seen, and what is to be said of it.
extension MockedService {
  /// The last thousand exchanges, the oldest first.
  public var exchanges: [MockedExchange] {
    directory.main.journal.entries.map { MockedExchange($0, in: library.contract) }
  }

  /// The exchanges of one endpoint, the oldest first.
  public func exchanges(of endpoint: String) -> [MockedExchange] {
    exchanges.filter { $0.endpoint == endpoint }
  }

  /// Every drift so far, each once: also what is below the gate, and what a waiver excuses.
  public var drift: [DriftFinding] { judged.map { DriftFinding($0) } }

  /// The drift that fails the test.
  var failing: [DriftFinding] {
    judged.filter { drift in
      if drift.waived != nil { return false }
      if unmatched == .failing, drift.rule == .endpoint.undocumented { return true }
      return gate.map { DriftSeverity(drift.severity) >= $0 } ?? false
    }.map { DriftFinding($0) }
  }

  /// Makes sure that client and mock kept to the contract so far.
  ///
  /// - Throws: ``DriftError`` with every drift at or above the gate that no waiver excuses.
  public func verify() throws {
    let findings = failing
    if !findings.isEmpty { throw DriftError(findings: findings, underlying: nil) }
  }

  /// Drift with the severities and excuses of the waivers.
  private var judged: [Drift] {
    var ledger = WaiverLedger([waivers.withLock { $0 }], today: today)
    var drift = log.drift
    ledger.apply(to: &drift)
    return drift
  }
}
