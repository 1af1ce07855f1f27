/// The content of a message: nothing, complete bytes, or a stream of bytes.
package enum Body: Sendable {
  case empty
  case bytes([UInt8])
  case stream(any BodyStream)

  /// A body of these bytes; empty if there are none.
  package init(_ bytes: [UInt8]) {
    self = bytes.isEmpty ? .empty : .bytes(bytes)
  }

  /// A body of this text as UTF-8.
  package init(_ text: String) {
    self.init(Array(text.utf8))
  }

  /// The bytes if they are all there: none for an empty body, nil for a stream.
  package var bytes: [UInt8]? {
    switch self {
    case .empty: []
    case .bytes(let bytes): bytes
    case .stream: nil
    }
  }

  /// The number of bytes, as far as it is known.
  package var length: Int? {
    switch self {
    case .empty: 0
    case .bytes(let bytes): bytes.count
    case .stream(let stream): stream.length
    }
  }
}

/// One piece of a streamed body, or how it ended.
package enum BodyChunk: Sendable {
  case bytes([UInt8])
  case end(trailers: HeaderFields)
  case failed(TransportFailure)
}

/// A body that comes in pieces, one asked for at a time.
package protocol BodyStream: AnyObject, Sendable {
  /// The total number of bytes, if it is known in advance.
  var length: Int? { get }

  /// Asks for the next piece. `deliver` is called exactly once, on any thread; ask again only after that.
  func next(_ deliver: @escaping @Sendable (BodyChunk) -> Void)

  /// Cancels the rest of the body; a requested piece may still arrive.
  func cancel()
}
