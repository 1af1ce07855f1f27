/// The content of a message: empty, complete, or a stream of bytes.
package enum Body: Sendable {
  case empty
  case bytes([UInt8])
  case stream(any BodyStream)

  /// Creates a body from bytes. If there are none, the body is empty.
  package init(_ bytes: [UInt8]) {
    self = bytes.isEmpty ? .empty : .bytes(bytes)
  }

  /// Creates a body from a string, encoded as UTF-8.
  package init(_ text: String) {
    self.init(Array(text.utf8))
  }

  /// The bytes of a complete body, an empty array for an empty body, or `nil` for a stream.
  package var bytes: [UInt8]? {
    switch self {
    case .empty: []
    case .bytes(let bytes): bytes
    case .stream: nil
    }
  }

  /// The number of bytes, or `nil` if it is unknown.
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
  /// The total number of bytes, or `nil` if it isn't known in advance.
  var length: Int? { get }

  /// Requests the next piece. `deliver` is called exactly once, on any thread. Don't request another piece before that.
  func next(_ deliver: @escaping @Sendable (BodyChunk) -> Void)

  /// Cancels the rest of the body. A piece that has already been requested may still arrive.
  func cancel()
}
