/// The content of a message, which is empty, complete, or a stream of bytes.
package enum Body: Sendable {
  case empty
  case bytes([UInt8])
  case stream(any BodyStream)

  /// Creates a body from bytes. Without bytes, the body is empty.
  package init(_ bytes: [UInt8]) {
    self = bytes.isEmpty ? .empty : .bytes(bytes)
  }

  /// Creates a body from a string, encoded as UTF-8.
  package init(_ text: String) {
    self.init(Array(text.utf8))
  }

  /// The bytes of a complete body. They are empty for an empty body and `nil` for a stream.
  package var bytes: [UInt8]? {
    switch self {
    case .empty: []
    case .bytes(let bytes): bytes
    case .stream: nil
    }
  }

  /// The number of bytes, if it is known.
  package var length: Int? {
    switch self {
    case .empty: 0
    case .bytes(let bytes): bytes.count
    case .stream(let stream): stream.length
    }
  }
}

/// A piece of a streamed body, or its end.
package enum BodyChunk: Sendable {
  case bytes([UInt8])
  case end(trailers: HeaderFields)
  case failed(TransportFailure)
}

/// A body that is delivered in pieces, one for each request.
package protocol BodyStream: AnyObject, Sendable {
  /// The total number of bytes, if it is known in advance.
  var length: Int? { get }

  /// Requests the next piece. `deliver` is called exactly once, on any thread. Only then may the next piece be
  /// requested.
  func next(_ deliver: @escaping @Sendable (BodyChunk) -> Void)

  /// Cancels the rest of the body. A piece that has been requested may still arrive.
  func cancel()
}
