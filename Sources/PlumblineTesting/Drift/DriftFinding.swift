import Foundation
import PlumblineDriftDetection

/// One disagreement between the contract and what a client and the mock said to one another.
///
/// ```
/// tickets.create: request.field.missing (breaking) at /request/body/subject
///   The required field "subject" is missing.
///   expected  the field subject
///   actual    nothing
///   Contracts/truelog/tickets.json:41:30 · answered by tickets.create/success · 0a4cc4bd3f5ce96c
/// ```
public struct DriftFinding: Sendable, Hashable, CustomStringConvertible {
  /// The rule that found it, as `plumbline explain` knows it: `request.field.missing`.
  public let rule: String
  public let severity: DriftSeverity
  /// The endpoint's id; for a request that no endpoint documents, its method and path.
  public let endpoint: String
  /// The answer's status, where the drift is in the answer.
  public let status: Int?
  /// Where in the exchange, as a JSON Pointer: `/request/body/subject`.
  public let pointer: String?
  /// What the contract says, in few words: `integer`.
  public let expected: String?
  /// What came, in few words: `string "17"`. Never a credential.
  public let actual: String?
  /// One sentence for people, without the place.
  public let message: String
  /// What answered: a recording, `state`, `batch`, `synthesised`, or `built` from the envelope.
  public let answeredBy: String?
  /// How often it was seen.
  public let count: Int
  /// Where the contract says what was expected, as `file:line:column`.
  public let contract: String?
  /// What a waiver names it by: sixteen hexadecimal digits that stay the same from run to run.
  public let fingerprint: String
  /// Why it is excused, if it is: then it fails no test.
  public let waived: String?

  init(_ drift: Drift) {
    rule = drift.rule.id
    severity = DriftSeverity(drift.severity)
    endpoint = drift.endpoint
    status = drift.status
    pointer = drift.pointer?.description
    expected = drift.expected
    actual = drift.actual
    message = drift.message
    answeredBy = drift.recording
    count = drift.count
    contract = drift.contract?.description
    fingerprint = drift.fingerprint
    waived = drift.waived?.reason
  }

  public var description: String {
    var lines = ["\(endpoint): \(rule) (\(severity.rawValue))" + (pointer.map { " at \($0)" } ?? ""), "  \(message)"]
    if let expected { lines.append("  expected  \(expected)") }
    if let actual { lines.append("  actual    \(actual)") }
    var notes = [contract, status.map { "status \($0)" }, answeredBy.map { "answered by \($0)" }]
      .compactMap { $0 }
    if count > 1 { notes.append("\(count) times") }
    lines.append("  " + (notes + [fingerprint]).joined(separator: " · "))
    return lines.joined(separator: "\n")
  }
}

/// How much a drift matters; as a gate, from which severity on it fails a test.
public enum DriftSeverity: String, Sendable, Hashable, Comparable, CaseIterable {
  /// For information.
  case notice
  /// Somebody should look; clients most likely still work.
  case warning
  /// A client that relied on the contract breaks.
  case breaking

  public static func < (left: DriftSeverity, right: DriftSeverity) -> Bool { left.severity < right.severity }

  init(_ severity: Severity) {
    switch severity {
    case .notice: self = .notice
    case .warning: self = .warning
    case .breaking: self = .breaking
    }
  }

  private var severity: Severity {
    switch self {
    case .notice: .notice
    case .warning: .warning
    case .breaking: .breaking
    }
  }
}

/// A client and its mock didn't keep to the contract. Its description lists every finding.
public struct DriftError: Error, LocalizedError, CustomStringConvertible {
  /// What fails the test: drift at or above the gate that no waiver excuses.
  public let findings: [DriftFinding]
  /// The overrides and faults that no request used, each with the line that made it.
  public let unused: [String]
  /// What the test itself threw, where it did: most likely because of the drift.
  public let underlying: (any Error)?

  public var description: String {
    let number = findings.count == 1 ? "Drift" : "\(findings.count) drifts"
    let lines = findings.isEmpty ? [] : ["\(number) from the contract:"] + findings.map(\.description)
    return (lines + unused + (underlying.map { ["The test itself threw: \($0)"] } ?? [])).joined(separator: "\n")
  }

  public var errorDescription: String? { description }
}

/// What a request means that no endpoint of the contract documents. The mock answers it with 404 or 405.
public enum UnmatchedRequests: Sendable, Hashable {
  /// It fails the test, whatever the gate.
  case failing
  /// It is like any other drift: a warning, unless the service's `waivers.json` gives it another severity.
  case gated
  /// Nothing: the test isn't about it.
  case ignored
}
