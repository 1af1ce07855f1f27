import DriftDetection
import HTTPMessages
import Reporting

/// What came of one call: the line for the report, the drift, and the exchanges that show it.
package struct CallOutcome: Sendable {
  package var line: Report.CallLine
  package var drift: [Drift]
  package var exchanges: [Exchange]
  /// Why nothing could be said of the server: it didn't answer.
  package var outage: TransportFailure?

  package init(
    line: Report.CallLine, drift: [Drift] = [], exchanges: [Exchange] = [], outage: TransportFailure? = nil
  ) {
    self.line = line
    self.drift = drift
    self.exchanges = exchanges
    self.outage = outage
  }
}
