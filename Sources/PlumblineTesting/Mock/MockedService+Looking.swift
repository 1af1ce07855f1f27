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
  /// fault was used.
  ///
  /// - Throws: ``DriftError`` with every drift at or above the gate that no waiver excuses, and with what wasn't used.
  public func verify(testFile: StaticString = #filePath, line: Int = #line) throws {
    try conclude(at: CodePlace(fileID: testFile, filePath: testFile, line: line, column: 1))
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
