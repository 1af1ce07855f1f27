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

  /// Makes sure that client and mock kept to the contract so far, and, once the mock is stopped, that each override and
  /// fault was used. In Swift Testing one that wasn't is an issue at its own line.
  ///
  /// - Parameter unused: what it means that one wasn't used, where the mock was told something else; `.ignored` after a test that
  ///   threw or was skipped, which had no time to use everything.
  /// - Throws: ``DriftError`` with every drift at or above the gate that no waiver excuses, and with what wasn't used.
  public func verify(unused: UnusedSteps? = nil) throws {
    let left = unused == .ignored ? [] : self.unused
    try fail(with: failing, unused: left.filter { !TestFailure.recordIssue($0.text, at: $0.place) })
  }

  /// Records all that fails the test, where whoever runs it takes failures with their places, and throws the rest.
  func conclude(at place: CodePlace) throws {
    let findings = failing.filter { !TestFailure.recordFailure($0.description, at: place) }
    let unused = unused.filter { step in
      !TestFailure.recordIssue(step.text, at: step.place) && !TestFailure.recordFailure(step.text, at: step.place)
    }
    try fail(with: findings, unused: unused)
  }

  /// - Throws: ``DriftError`` where there is something to throw.
  func fail(with findings: [DriftFinding], unused: [UnusedStep], underlying: (any Error)? = nil) throws {
    if findings.isEmpty, unused.isEmpty { return }
    throw DriftError(
      findings: findings, unused: unused.map { "\($0.place.filePath):\($0.place.line): \($0.text)" },
      underlying: underlying)
  }

  /// Drift with the severities and excuses of the waivers.
  private var judged: [Drift] {
    var ledger = WaiverLedger([waivers.withLock { $0 }], today: today)
    var drift = log.drift
    ledger.apply(to: &drift)
    return drift
  }
}
