import Foundation
import PlumblineDriftDetection

/// A deviation of an exchange between a client and the mock from the contract.
///
/// ```
/// tickets.create: request.field.missing (breaking) at /request/body/subject
///   The required field "subject" is missing.
///   expected  the field subject
///   actual    nothing
///   Contracts/truelog/tickets.json:41:30 · answered by tickets.create/success · 0a4cc4bd3f5ce96c
/// ```
public struct DriftFinding: Sendable, Hashable, CustomStringConvertible {
  /// The ID of the rule that found the drift, such as `request.field.missing`, as used by `plumbline explain`.
  public let rule: String
  public let severity: DriftSeverity
  /// The endpoint's ID or, for a request that no endpoint documents, its method and path.
  public let endpoint: String
  /// The response's status, or `nil` if the drift isn't in the response.
  public let status: Int?
  /// The location in the exchange, as a JSON Pointer, such as `/request/body/subject`.
  public let pointer: String?
  /// The expected value according to the contract, in abbreviated form, such as `integer`.
  public let expected: String?
  /// The actual value, in abbreviated form, such as `string "17"`. It never contains a credential.
  public let actual: String?
  /// A sentence that describes the drift, without its location.
  public let message: String
  /// The source of the response: a recording, `state`, `batch`, `synthesised`, or `built` from the envelope.
  public let answeredBy: String?
  /// The number of occurrences.
  public let count: Int
  /// The location of the expected value in the contract, as `file:line:column`.
  public let contract: String?
  /// The ID for waivers: sixteen hexadecimal digits that stay the same from run to run.
  public let fingerprint: String
  /// The waiver's reason, or `nil` if there is no waiver. Waived drift doesn't fail a test.
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
    var notes = [contract, status.map { "status \($0)" }, answeredBy.map { "response from \($0)" }]
      .compactMap { $0 }
    if count > 1 { notes.append("\(count) times") }
    lines.append("  " + (notes + [fingerprint]).joined(separator: " · "))
    return lines.joined(separator: "\n")
  }
}

/// The severity of drift or, for a gate, the lowest severity that fails a test.
public enum DriftSeverity: String, Sendable, Hashable, Comparable, CaseIterable {
  /// Drift that is reported only for information.
  case notice
  /// Drift that is worth a look, although clients will most likely still work.
  case warning
  /// Drift that breaks a client that relies on the contract.
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

/// The drift between a client's use of its mock and the contract. Its description lists every finding.
public struct DriftError: Error, LocalizedError, CustomStringConvertible {
  /// The drift that fails the test: all drift at or above the gate that isn't waived.
  public let findings: [DriftFinding]
  /// The overrides and faults that no request used, each with its source location.
  public let unused: [String]
  /// The error that the test itself threw, most likely because of the drift, or `nil` if it threw none.
  public let underlying: (any Error)?

  public var description: String {
    let number = findings.count == 1 ? "Drift" : "\(findings.count) drifts"
    let lines = findings.isEmpty ? [] : ["\(number) from the contract:"] + findings.map(\.description)
    return (lines + unused + (underlying.map { ["The test itself threw: \($0)"] } ?? [])).joined(separator: "\n")
  }

  public var errorDescription: String? { description }
}

/// The effect of a request that no endpoint of the contract documents. The mock responds with 404 or 405.
public enum UnmatchedRequests: Sendable, Hashable {
  /// The request fails the test, regardless of the gate.
  case failing
  /// The request is treated like any other drift. It is a warning, unless the service's `waivers.json` sets a different
  /// severity.
  case gated
  /// The request is ignored because the test isn't about it.
  case ignored
}
