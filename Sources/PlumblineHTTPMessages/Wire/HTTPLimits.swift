/// The limits on messages and connections. If a request exceeds a limit, the response has the status for that limit.
package struct HTTPLimits: Sendable, Equatable {
  /// The maximum number of bytes in the request line. If exceeded, the status is 414.
  package var requestLine = 16 * 1024
  /// The maximum number of bytes in the request line and all fields together, or in the trailers. If exceeded, the
  /// status is 431.
  package var head = 64 * 1024
  /// The maximum number of header fields. If exceeded, the status is 431.
  package var fields = 128
  /// The maximum number of bytes in a body. If exceeded, the status is 413.
  package var body = 16 * 1024 * 1024
  /// The maximum size in bytes of a body that is kept whole, or `nil` to keep all bodies whole. Larger bodies are
  /// passed on as they arrive, with no limit on their size. A response of unknown length is passed on from its
  /// beginning (``OpenResponses``).
  package var streamed: Int?
  /// The maximum number of open connections. If it is reached, new connections wait to be accepted.
  package var connections = 16384
  /// The maximum number of response bytes that may wait for the other side to read them. If it is exceeded, no more
  /// requests are read.
  package var unsent = 256 * 1024
  /// The maximum time that a connection may stay open without a request.
  package var idle: Duration = .seconds(75)
  /// The maximum time that a client keeps a connection for its next request.
  package var kept: Duration = .seconds(30)
  /// The maximum time for receiving the head of a request. If exceeded, the status is 408.
  package var headTime: Duration = .seconds(30)
  /// The maximum time between bytes of a request's body. If exceeded, the status is 408.
  package var bodyTime: Duration = .seconds(60)
  /// The maximum time for the other side to accept another byte of a response.
  package var sendTime: Duration = .seconds(60)
  /// The time to keep reading from a closed connection, so that a reset doesn't discard the last response.
  package var linger: Duration = .seconds(2)

  package init() {}

  /// Time limits that are long enough not to be exceeded by accident, for a server whose clients are in the same busy
  /// process, as in tests.
  package static var patient: HTTPLimits {
    var limits = HTTPLimits()
    for path in [\HTTPLimits.idle, \.kept, \.headTime, \.bodyTime, \.sendTime] {
      limits[keyPath: path] = .seconds(3600)
    }
    return limits
  }
}

/// The selection of responses that are passed on as they arrive, if the limits allow that. Only responses of unknown
/// length and streams qualify.
///
/// A response that is passed on can't be requested again if it is interrupted.
package struct OpenResponses: Sendable {
  /// Returns a Boolean value that indicates whether to pass on responses of a media type. The media type has no
  /// parameters, and is `nil` for responses that don't specify one.
  package let include: @Sendable (_ mediaType: String?) -> Bool
  /// Returns a Boolean value that indicates whether responses of a media type are streams. Streams are passed on even
  /// if their length is known, and even if they are packed, provided that they can be unpacked as they arrive
  /// (``ContentUnpacker``).
  package let areStreams: @Sendable (_ mediaType: String?) -> Bool

  package init(
    streams areStreams: @escaping @Sendable (_ mediaType: String?) -> Bool,
    include: @escaping @Sendable (_ mediaType: String?) -> Bool
  ) {
    self.include = include
    self.areStreams = areStreams
  }

  /// Creates a selection that treats no response as a stream.
  package init(_ include: @escaping @Sendable (_ mediaType: String?) -> Bool) {
    self.init(streams: { _ in false }, include: include)
  }

  /// Responses of every media type.
  package static let all = OpenResponses { _ in true }
}
