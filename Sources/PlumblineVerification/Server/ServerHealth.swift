import PlumblineDriftDetection
import PlumblineHTTPMessages

/// The availability of a run's server.
package struct ServerHealth: Sendable {
  /// The number of consecutive outages that make the run give up.
  package static let patience = 5

  private var silence = 0
  private var hasJudged = false
  private var first: Outage?
  private var last: Outage?

  package init() {}

  /// Records the outcome of a request: a response that could be checked, or an outage.
  package mutating func note(outage: Outage?, isJudged: Bool) {
    // A server whose response is too large is still available.
    if isJudged || outage?.isTooMuch == true {
      hasJudged = true
      silence = 0
    } else if let outage {
      first = first ?? outage
      last = outage
      silence += 1
    }
  }

  /// The reason not to continue, or `nil` if there is none. Either the server can't be reached, or it hasn't responded
  /// several times in a row.
  package var reasonToStop: String? {
    guard let last else { return nil }
    if silence >= Self.patience { return "the server stopped responding to \(silence) calls in a row; last: \(last)" }
    return hasJudged || !Self.isFinal(last) ? nil : "the server can't be reached: \(last)"
  }

  /// The first outage, if nothing could be checked, or `nil` otherwise.
  package var whyNothingWasJudged: Outage? { hasJudged ? nil : first }

  /// Returns a Boolean value that indicates whether retrying is pointless.
  private static func isFinal(_ outage: Outage) -> Bool {
    guard case .transport(let failure) = outage.cause else { return false }
    return [.connectionRefused, .nameNotFound, .tls].contains(failure.kind)
  }
}
