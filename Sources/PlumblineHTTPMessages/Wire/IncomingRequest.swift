/// A request that came over a connection, with what its answer must know.
package struct IncomingRequest: Sendable {
  package var request: Request
  /// Whether the client wants to send another one on the same connection.
  package var keepsAlive: Bool
  /// 1 for HTTP/1.1 and later, 0 for HTTP/1.0.
  package var minorVersion: Int
}
