/// What an answer consists of.
///
/// One reference, whichever case it is: an answer goes through many hands on its way, and what is copied each time is
/// this.
package enum Content: Sendable {
  indirect case response(Response)
  /// A response whose bytes were prepared beforehand.
  case rendered(RenderedResponse)
  /// No response came from upstream. The server closes the connection, unless a decorator made it a 502.
  indirect case failure(TransportFailure)
}
