/// The reason that there is no response: a transport failure or bytes that aren't HTTP.
package struct TransportFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case nameNotFound, connectionRefused, connectionReset, connectionClosed, timeout, tls, malformedResponse, tooLarge
    case cancelled, other
  }

  package var kind: Kind
  /// A full sentence that names the location of the failure, such as "api.example:443 refused the connection."
  package var message: String
  /// A Boolean value that indicates whether the only problem is that the body was too large for its reader. The reader
  /// knows neither the server nor the name of the limit.
  package let exceedsBodyLimit: Bool

  package init(kind: Kind, message: String, exceedsBodyLimit: Bool = false) {
    self.kind = kind
    self.message = message
    self.exceedsBodyLimit = exceedsBodyLimit
  }

  package var description: String { message }
}
