/// The limits of messages and connections. A request that exceeds a limit gets that limit's own status.
package struct HTTPLimits: Sendable, Equatable {
  /// Bytes of the request line: 414 beyond.
  package var requestLine = 16 * 1024
  /// Bytes of the request line and all fields, or of the trailers: 431 beyond.
  package var head = 64 * 1024
  /// Number of header fields: 431 beyond.
  package var fields = 128
  /// Bytes of a body: 413 beyond.
  package var body = 16 * 1024 * 1024
  /// Bytes of a body beyond which it is passed on as it arrives, regardless of its size, and a response of unknown
  /// length from its beginning (``OpenAnswers``); `nil` if bodies are always whole.
  package var streamed: Int?
  /// Open connections; beyond, new ones wait to be accepted.
  package var connections = 16384
  /// Bytes of responses that wait for the other side to read; beyond, no further request is read.
  package var unsent = 256 * 1024
  /// How long a connection may stay open without a request.
  package var idle: Duration = .seconds(75)
  /// The time that a client keeps a connection for its next request.
  package var kept: Duration = .seconds(30)
  /// The time that a request's head may take: 408 beyond.
  package var headTime: Duration = .seconds(30)
  /// The time that a request's body may pause without a new byte: 408 beyond.
  package var bodyTime: Duration = .seconds(60)
  /// The time that the other side may accept no byte of a response.
  package var sendTime: Duration = .seconds(60)
  /// How long a closed connection is still read, so that a last response isn't lost to a reset.
  package var linger: Duration = .seconds(2)

  package init() {}

  /// Time limits that aren't reached by accident, for a server whose clients are in the same busy process, as in tests.
  package static var patient: HTTPLimits {
    var limits = HTTPLimits()
    for path in [\HTTPLimits.idle, \.kept, \.headTime, \.bodyTime, \.sendTime] {
      limits[keyPath: path] = .seconds(3600)
    }
    return limits
  }
}

/// The selection of responses that are passed on as they arrive, if limits allow that at all: of those of unknown
/// length, and of streams.
///
/// A response that is handed on can't be requested again when it breaks off.
package struct OpenAnswers: Sendable {
  /// Returns a Boolean value that indicates whether responses of a media type, by its essence, are handed on; `nil` is for
  /// responses that name none.
  package let include: @Sendable (_ mediaType: String?) -> Bool
  /// Returns a Boolean value that indicates whether responses of a media type are streams. Streams are handed on even if their
  /// length is known, or if they are packed, provided that they can be unpacked on their way (``ContentUnpacker``).
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
