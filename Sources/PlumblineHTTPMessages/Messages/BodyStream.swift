/// A body that comes in pieces, one asked for at a time.
package protocol BodyStream: AnyObject, Sendable {
  /// How many bytes will come in all, if that is known before.
  var length: Int? { get }

  /// Asks for the next piece. `deliver` is called exactly once, on any thread; ask again only after that.
  func next(_ deliver: @escaping @Sendable (BodyChunk) -> Void)

  /// Nobody wants the rest; a piece that was asked for may still come.
  func cancel()
}
