import PlumblineHTTPMessages

/// The reason that an exchange says nothing about the contract: the server wasn't available.
package struct Outage: Sendable, Hashable, CustomStringConvertible {
  /// The cause of an outage.
  package enum Cause: Sendable, Hashable {
    /// There was no response.
    case transport(TransportFailure)
    /// A gateway responded instead of the server, or the server asked the caller to come back later. A gateway uses
    /// 502, 503, or 504 (RFC 9110 sections 15.6.3 to 15.6.5) or its own status. The request to come back later is a 429
    /// with `Retry-After` (RFC 6585 section 4).
    case status(Int)
  }

  /// Returns a Boolean value that indicates whether a gateway uses a status to report that the server isn't available.
  package static func isTold(by status: Int) -> Bool { HTTPStatus.isOfGateway(status) }

  package let cause: Cause

  package init(_ cause: Cause) {
    self.cause = cause
  }

  /// A Boolean value that indicates whether the server responded but its response exceeded the size limit.
  package var isTooMuch: Bool {
    if case .transport(let failure) = cause { failure.kind == .tooLarge } else { false }
  }

  /// The reason as a human-readable sentence.
  package var description: String {
    switch cause {
    case .transport(let failure): failure.message
    case .status(429): "The server is rate limiting: 429 Too Many Requests."
    case .status(let status):
      "The server is unavailable: "
        + (HTTPStatus.phrase(for: status).map { "\(status) \($0)." } ?? "\(status), according to its gateway.")
    }
  }
}
