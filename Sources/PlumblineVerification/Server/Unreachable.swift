import PlumblineDriftDetection
import PlumblineHTTPMessages

/// The error for a server that couldn't be checked at all, because it isn't reachable or because something else
/// responds.
package struct Unreachable: Error, Sendable, CustomStringConvertible {
  package let target: String
  package let outage: Outage

  package init(target: String, outage: Outage) {
    self.target = target
    self.outage = outage
  }

  /// The step that failed before a valid response arrived: `name`, `connect`, `TLS`, `timeout`, `connection` or
  /// `answer`.
  package var step: String {
    guard case .transport(let failure) = outage.cause else { return "answer" }
    return switch failure.kind {
    case .nameNotFound: "name"
    case .connectionRefused: "connect"
    case .tls: "TLS"
    case .timeout: "timeout"
    case .connectionReset, .connectionClosed: "connection"
    case .malformedResponse, .tooLarge: "answer"
    case .cancelled, .other: "connect"
    }
  }

  /// A sentence about the outage, with the step that failed.
  package var description: String { "\(sentence) (failed step: \(step))" }

  private var sentence: String {
    guard case .transport(let failure) = outage.cause else {
      return "\(target) couldn't be checked: \(outage.description.asClause)."
    }
    return switch failure.kind {
    case .malformedResponse: "\(target) sent a response that isn't HTTP: \(outage)"
    case .timeout: "\(target) didn't respond: \(outage)"
    case .connectionClosed, .connectionReset: "\(target) closed the connection: \(outage)"
    case .tooLarge: "\(target) couldn't be checked: \(outage)"
    case .nameNotFound, .connectionRefused, .tls, .cancelled, .other: "\(target) can't be reached: \(outage)"
    }
  }
}
