import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineVerification

/// A responder that passes on a real server's streams as they arrive, and its other responses once they are complete.
///
/// A client shouldn't have to wait for an event because another reader needs the whole stream. Bodies that clients read
/// as a whole anyway, above all JSON, are read completely, so that the journal contains them.
struct StreamPassage: Responder {
  /// The kinds of responses to pass on as they arrive.
  enum Kinds: Sendable {
    /// Streams of events or lines.
    case parts
    /// Streams of events or lines, and other responses of unknown length that aren't JSON.
    case open
  }

  private let inner: any Responder
  private let kinds: Kinds
  private let server: String
  private let limit: Int
  private let deadline: Duration

  /// Creates a responder that wraps a real server's.
  ///
  /// - Parameters:
  ///   - server: The server's name, for messages.
  ///   - limit: The maximum size, in bytes, of a response whose length is known or that is read completely.
  ///   - deadline: The maximum time from the request to the last byte of a response that is read completely.
  init(_ inner: any Responder, handingOn kinds: Kinds, from server: String, limit: Int, deadline: Duration) {
    self.inner = inner
    self.kinds = kinds
    self.server = server
    self.limit = limit
    self.deadline = deadline
  }

  func respond(to request: Request, completion: Completion) -> Reply {
    let begin = ContinuousClock.now
    let reply = inner.respond(to: request, completion: Completion { [self] in take($0, since: begin, completion) })
    guard case .now(let answer) = reply, waits(for: answer) else { return reply }
    take(answer, since: begin, completion)
    return .later
  }

  private func take(_ answer: OutgoingResponse, since begin: ContinuousClock.Instant, _ completion: Completion) {
    guard waits(for: answer), case .response(let response) = answer.content else { return completion(answer) }
    let rest = deadline - begin.duration(to: .now)
    WholeResponse.take(response, of: answer, from: server, limit: limit, within: rest, completion)
  }

  /// Returns a Boolean value that indicates whether a response must be read completely before it is passed on.
  private func waits(for answer: OutgoingResponse) -> Bool {
    guard case .response(let response) = answer.content, case .stream(let stream) = response.body else { return false }
    return !Self.isHandedOn(response.mediaType, length: stream.length, kinds)
  }

  /// Returns a Boolean value that indicates whether a body that arrives in pieces is passed on piece by piece.
  ///
  /// - Parameters:
  ///   - mediaType: The media type without parameters, or `nil` if there is none.
  ///   - length: The length, or `nil` if it is unknown.
  static func isHandedOn(_ mediaType: String?, length: Int?, _ kinds: Kinds) -> Bool {
    guard let mediaType else { return false }
    return hasParts(mediaType) || length == nil && kinds == .open && !MediaType.isJSON(mediaType)
  }

  /// Returns a Boolean value that indicates whether bodies of a media type are streams of events or lines.
  static func hasParts(_ mediaType: String) -> Bool {
    mediaType == MediaType.eventStream || MediaType.isJSONLines(mediaType)
  }
}

extension OpenResponses {
  /// Responses of every media type. Streams of events or lines count regardless of their stated length and encoding.
  static let withStreams = OpenResponses(
    streams: { mediaType in mediaType.map(StreamPassage.hasParts) ?? false }, include: { _ in true })
}
