/// The reason for a missing response: a transport failure, or bytes that aren't HTTP.
package struct TransportFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case nameNotFound, connectionRefused, connectionReset, connectionClosed, timeout, tls, malformedResponse, tooLarge
    case cancelled, other
  }

  package var kind: Kind
  /// A full sentence that names the place, for example "api.example:443 refused the connection."
  package var message: String
  /// A Boolean value that indicates whether the body alone was too large for its reader, which knows neither the server
  /// nor the name of its limit.
  package let exceedsBodyLimit: Bool

  package init(kind: Kind, message: String, exceedsBodyLimit: Bool = false) {
    self.kind = kind
    self.message = message
    self.exceedsBodyLimit = exceedsBodyLimit
  }

  package var description: String { message }
}
