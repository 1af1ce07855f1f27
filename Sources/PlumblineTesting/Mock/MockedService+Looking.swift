import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineMockEngine

/// The exchanges so far, and their drift.
extension MockedService {
  /// The last thousand exchanges, oldest first.
  public var exchanges: [MockedExchange] {
    directory.main.journal.entries.map { MockedExchange($0, in: library.contract) }
  }

  /// Returns the exchanges of one endpoint, oldest first.
  public func exchanges(of endpoint: String) -> [MockedExchange] {
    exchanges.filter { $0.endpoint == endpoint }
  }

  /// All drift so far without duplicates, including drift below the gate and waived drift.
  public var drift: [DriftFinding] { judged.map { DriftFinding($0) } }

  /// The drift that fails the test.
  var failing: [DriftFinding] {
    judged.filter { drift in
      if drift.waived != nil { return false }
      if unmatched == .failing, drift.rule == .endpoint.undocumented { return true }
      return gate.map { DriftSeverity(drift.severity) >= $0 } ?? false
    }.map { DriftFinding($0) }
  }

  /// Checks that the client and the mock have conformed to the contract so far and, once the mock is stopped, that each
  /// override and fault was used. In Swift Testing, an unused one is an issue at the line that created it.
  ///
  /// - Parameter unused: The effect of unused overrides and faults, or `nil` to use the mock's setting. Use `.ignored`
  ///   after a test that threw or was skipped, because it couldn't use everything.
  /// - Throws: ``DriftError`` with all drift at or above the gate that isn't waived, and with the unused overrides and
  ///   faults.
  public func verify(unused: UnusedSteps? = nil) throws {
    let left = unused == .ignored ? [] : self.unused
    try fail(with: failing, unused: left.filter { !TestFailure.recordIssue($0.text, at: $0.place) })
  }

  /// Records everything that fails the test at its source location, if the test framework supports locations, and
  /// throws the rest.
  func conclude(at place: CodePlace) throws {
    let findings = failing.filter { !TestFailure.recordFailure($0.description, at: place) }
    let unused = unused.filter { step in
      !TestFailure.recordIssue(step.text, at: step.place) && !TestFailure.recordFailure(step.text, at: step.place)
    }
    try fail(with: findings, unused: unused)
  }

  /// Throws an error if there is anything to report.
  ///
  /// - Throws: ``DriftError``.
  func fail(with findings: [DriftFinding], unused: [UnusedStep], underlying: (any Error)? = nil) throws {
    if findings.isEmpty, unused.isEmpty { return }
    throw DriftError(
      findings: findings, unused: unused.map { "\($0.place.filePath):\($0.place.line): \($0.text)" },
      underlying: underlying)
  }

  /// The drift, with severities and waivers applied.
  private var judged: [Drift] {
    var ledger = WaiverLedger([waivers.withLock { $0 }], today: today)
    var drift = log.drift
    ledger.apply(to: &drift)
    return drift
  }
}
