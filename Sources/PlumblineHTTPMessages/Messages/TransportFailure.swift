/// Why no response came: what failed below HTTP, or what came was not HTTP.
package struct TransportFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// What failed.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case nameNotFound, connectionRefused, connectionReset, connectionClosed, timeout, tls, malformedResponse, tooLarge
    case cancelled, other
  }

  package var kind: Kind
  /// A full sentence that names the place, for example "api.example:443 refused the connection."
  package var message: String

  package init(kind: Kind, message: String) {
    self.kind = kind
    self.message = message
  }

  package var description: String { message }
}
