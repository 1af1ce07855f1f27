import PlumblineReporting
import PlumblineVerification
import Testing

/// One line of the judge's table: what was expected, what went over the wire, and what comes of each client.
struct JudgeRow: Sendable, CustomTestStringConvertible {
  /// What went over the wire.
  enum Wire: String, Sendable, CaseIterable {
    case success, documentedFailure, otherFailure, falseFlag, outage, badGateway, nothing, elsewhere
  }

  /// What the client did.
  enum Client: String, Sendable, CaseIterable {
    case returned, threwRightKind, threwWrongKind, threwDecoding, hung
  }

  /// What is to come of it.
  struct Verdict: Sendable, Equatable {
    var outcome: Report.CallLine.Outcome
    /// How the complaint begins; `nil` for none.
    var complaint: String?
    /// The client's own drift.
    var rules: [String] = []
  }

  let expectation: Call.Expectation
  let wire: Wire
  let returned: Verdict
  let right: Verdict
  let wrong: Verdict
  let decoding: Verdict
  let hung: Verdict

  func verdict(_ client: Client) -> Verdict {
    switch client {
    case .returned: returned
    case .threwRightKind: right
    case .threwWrongKind: wrong
    case .threwDecoding: decoding
    case .hung: hung
    }
  }

  var testDescription: String { "\(expectation), \(wire)" }
}
