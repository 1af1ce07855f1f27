/// What a message carries: nothing, bytes that are all there, or a stream of them.
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

  /// How many bytes it has, as far as that is known.
  package var length: Int? {
    switch self {
    case .empty: 0
    case .bytes(let bytes): bytes.count
    case .stream(let stream): stream.length
    }
  }
}
