/// What an answer consists of.
package enum Content: Sendable {
  case response(Response)
  /// A response whose bytes were prepared beforehand.
  case rendered(RenderedResponse)
  /// No response came from upstream. The server closes the connection, unless a decorator made it a 502.
  case failure(TransportFailure)
}
