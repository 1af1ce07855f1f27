import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineVerification

/// A decorator that hands a real server's streams on as they come, and its other answers when they are whole.
///
/// A client waits for none of a stream's events because somebody else wants to see the last one. What is read as a whole
/// anyway, JSON above all, is taken as a whole, so that the journal has it.
struct StreamPassage: Responder {
  /// The answers that are handed on as they come.
  enum Kinds: Sendable {
    /// Streams of events or lines.
    case parts
    /// These, and other answers of unknown length that aren't JSON.
    case open
  }

  private let inner: any Responder
  private let kinds: Kinds
  private let server: String
  private let limit: Int
  private let deadline: Duration

  /// - Parameters:
  ///   - server: its name, for messages.
  ///   - limit: how many bytes an answer may have whose length is known, or that is taken as a whole.
  ///   - deadline: from the request to the last byte of what is taken as a whole.
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

  private func take(_ answer: Answer, since begin: ContinuousClock.Instant, _ completion: Completion) {
    guard waits(for: answer), case .response(let response) = answer.content else { return completion(answer) }
    let rest = deadline - begin.duration(to: .now)
    WholeAnswer.take(response, of: answer, from: server, limit: limit, within: rest, completion)
  }

  /// Returns a Boolean value that indicates whether an answer has to be read whole first.
  private func waits(for answer: Answer) -> Bool {
    guard case .response(let response) = answer.content, case .stream(let stream) = response.body else { return false }
    return !Self.isHandedOn(response.mediaType, length: stream.length, kinds)
  }

  /// Returns a Boolean value that indicates whether a body that comes in pieces is handed on piece by piece.
  ///
  /// - Parameters:
  ///   - mediaType: its essence, where it has one.
  ///   - length: how long it is, where that is known.
  static func isHandedOn(_ mediaType: String?, length: Int?, _ kinds: Kinds) -> Bool {
    guard let mediaType else { return false }
    return hasParts(mediaType) || length == nil && kinds == .open && !MediaType.isJSON(mediaType)
  }

  /// Returns a Boolean value that indicates whether bodies of a media type are streams of events or lines.
  static func hasParts(_ mediaType: String) -> Bool {
    mediaType == MediaType.eventStream || MediaType.isJSONLines(mediaType)
  }
}

extension OpenAnswers {
  /// Answers of every media type, and streams of events or lines whatever they say of their length, or how they are packed.
  static let withStreams = OpenAnswers(
    streams: { mediaType in mediaType.map(StreamPassage.hasParts) ?? false }, include: { _ in true })
}
