import PlumblineHTTPMessages

/// A body that isn't part of the capture, so that it can't be checked. Its size may be known.
final class UncapturedBody: BodyStream {
  let length: Int?

  init(length: Int?) { self.length = length }

  func next(_ deliver: @escaping @Sendable (BodyChunk) -> Void) {
    deliver(.failed(TransportFailure(kind: .other, message: "The capture contains only the size of this body.")))
  }

  func cancel() {}
}

extension Body {
  /// A body that isn't part of the capture and whose size isn't known.
  package static var unknown: Body { .stream(UncapturedBody(length: nil)) }

  /// Returns an uncaptured body with the same size as another body.
  package static func uncaptured(_ body: Body) -> Body {
    body.length == 0 ? .empty : .stream(UncapturedBody(length: body.length))
  }
}
