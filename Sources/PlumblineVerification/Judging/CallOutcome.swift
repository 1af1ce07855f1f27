import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineReporting

/// What came of one call: the line for the report, the drift, and the exchanges that show it.
package struct CallOutcome: Sendable {
  package var line: Report.CallLine
  package var drift: [Drift]
  package var exchanges: [Exchange]
  /// Why nothing could be said of the server: it didn't answer, or something answered for it.
  package var outage: Outage?
  /// Whether the endpoint's own answer was held to the contract.
  package var isJudged: Bool
  /// The names of the variables that the call asked for.
  package var variables: [String]
  /// Those of them without which it was skipped.
  var missing: [String] = []
  /// Whether it was skipped for want of credentials.
  package var lacksCredentials = false
  /// Whether it can't be run without credentials.
  package var needsCredentials = false
  /// What is wrong with the values that the user gave; `nil` where nothing is.
  package var misuse: String?

  package init(
    line: Report.CallLine, drift: [Drift] = [], exchanges: [Exchange] = [], outage: Outage? = nil,
    isJudged: Bool = false, variables: [String] = []
  ) {
    self.line = line
    self.drift = drift
    self.exchanges = exchanges
    self.outage = outage
    self.isJudged = isJudged
    self.variables = variables
  }

  /// Whether the call shows that its endpoint keeps the contract: an answer was judged, it was the expected one, and
  /// nothing drifted. What was skipped or got no answer shows nothing.
  package var isVerified: Bool { isJudged && line.outcome == .passed }
}
