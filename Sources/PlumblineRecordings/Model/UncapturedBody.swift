import PlumblineHTTPMessages

/// A body for which the capture has at most the size, so that it can't be checked.
final class UncapturedBody: BodyStream {
  let length: Int?

  init(length: Int?) { self.length = length }

  func next(_ deliver: @escaping @Sendable (BodyChunk) -> Void) {
    deliver(.failed(TransportFailure(kind: .other, message: "The capture contains only the size of this body.")))
  }

  func cancel() {}
}

extension Body {
  /// An unknown body, of which not even the size is known.
  package static var unknown: Body { .stream(UncapturedBody(length: nil)) }

  /// Returns an uncaptured body with the size of the given one.
  package static func uncaptured(_ body: Body) -> Body {
    body.length == 0 ? .empty : .stream(UncapturedBody(length: body.length))
  }
}
