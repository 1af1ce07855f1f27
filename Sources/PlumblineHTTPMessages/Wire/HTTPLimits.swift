/// The limits on messages and connections. A request that exceeds a limit gets the status of that limit.
package struct HTTPLimits: Sendable, Equatable {
  /// The maximum number of bytes in the request line. Exceeding it is a 414.
  package var requestLine = 16 * 1024
  /// The maximum number of bytes in the request line and all fields together, or in the trailers. Exceeding it is a
  /// 431.
  package var head = 64 * 1024
  /// The maximum number of header fields. Exceeding it is a 431.
  package var fields = 128
  /// The maximum number of bytes in a body. Exceeding it is a 413.
  package var body = 16 * 1024 * 1024
  /// The number of bytes above which a body is passed on as it arrives, whatever its size. A response of unknown length
  /// is passed on from its beginning (``OpenAnswers``). If it is `nil`, bodies are always kept whole.
  package var streamed: Int?
  /// The maximum number of open connections. Above it, new ones wait to be accepted.
  package var connections = 16384
  /// The number of response bytes that may wait for the other side to read them. Above it, no more requests are read.
  package var unsent = 256 * 1024
  /// The time that a connection may stay open without a request.
  package var idle: Duration = .seconds(75)
  /// The time that a client keeps a connection for its next request.
  package var kept: Duration = .seconds(30)
  /// The time that the head of a request may take. Exceeding it is a 408.
  package var headTime: Duration = .seconds(30)
  /// The time that may pass without a new byte of a request's body. Exceeding it is a 408.
  package var bodyTime: Duration = .seconds(60)
  /// The time that may pass without the other side accepting a byte of a response.
  package var sendTime: Duration = .seconds(60)
  /// The time for which a closed connection is still read, so that a reset doesn't discard the last response.
  package var linger: Duration = .seconds(2)

  package init() {}

  /// Time limits that aren't exceeded by accident, for a server whose clients are in the same busy process, as in
  /// tests.
  package static var patient: HTTPLimits {
    var limits = HTTPLimits()
    for path in [\HTTPLimits.idle, \.kept, \.headTime, \.bodyTime, \.sendTime] {
      limits[keyPath: path] = .seconds(3600)
    }
    return limits
  }
}

/// The selection of responses that are passed on as they arrive, if the limits allow that at all. Only responses of
/// unknown length and streams qualify.
///
/// A response that is passed on can't be requested again if it breaks off.
package struct OpenAnswers: Sendable {
  /// Returns a Boolean value that indicates whether responses of a media type, given without parameters, are passed on.
  /// `nil` stands for responses that name no media type.
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

  /// Creates a selection in which no response is a stream.
  package init(_ include: @escaping @Sendable (_ mediaType: String?) -> Bool) {
    self.init(streams: { _ in false }, include: include)
  }

  /// Responses of every media type.
  package static let all = OpenAnswers { _ in true }
}
