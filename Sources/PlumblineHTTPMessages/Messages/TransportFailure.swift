/// The reason that there is no response, which is a transport failure or bytes that aren't HTTP.
package struct TransportFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case nameNotFound, connectionRefused, connectionReset, connectionClosed, timeout, tls, malformedResponse, tooLarge
    case cancelled, other
  }

  package var kind: Kind
  /// A full sentence that names the place, such as "api.example:443 refused the connection."
  package var message: String
  /// A Boolean value that indicates whether only the body was too large for its reader, which knows neither the server
  /// nor the name of its limit.
  package let exceedsBodyLimit: Bool

  package init(kind: Kind, message: String, exceedsBodyLimit: Bool = false) {
    self.kind = kind
    self.message = message
    self.exceedsBodyLimit = exceedsBodyLimit
  }

  package var description: String { message }
}
