import PlumblineReporting
import PlumblineVerification
import Testing

/// A row of the judge's table, with the expectation, the exchange, and the verdict on each client.
struct JudgeRow: Sendable, CustomTestStringConvertible {
  /// The response that was sent over the network.
  enum Wire: String, Sendable, CaseIterable {
    case success, documentedFailure, otherFailure, falseFlag, outage, badGateway, nothing, elsewhere
  }

  /// The client's reaction.
  enum Client: String, Sendable, CaseIterable {
    case returned, threwRightKind, threwWrongKind, threwDecoding, hung
  }

  /// The expected verdict.
  struct Verdict: Sendable, Equatable {
    var outcome: Report.CallLine.Outcome
    /// The beginning of the complaint, or `nil` if there is none.
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
