import HTTPMessages

/// Why an exchange says nothing about the contract: the server was not there to keep it.
package struct Outage: Sendable, Hashable, CustomStringConvertible {
  /// What happened.
  package enum Cause: Sendable, Hashable {
    /// No response came.
    case transport(TransportFailure)
    /// Something in front of the server answered for it: 502, 503 or 504 (RFC 9110 sections 15.6.3 to 15.6.5).
    case status(Int)
  }

  package let cause: Cause

  package init(_ cause: Cause) {
    self.cause = cause
  }

  /// One sentence for people.
  package var description: String {
    switch cause {
    case .transport(let failure): failure.message
    case .status(let status): "The server is out of order: \(status) \(HTTPStatus.reason(for: status))."
    }
  }
}
