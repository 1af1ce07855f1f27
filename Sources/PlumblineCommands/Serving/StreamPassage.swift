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
    WholeAnswer.take(response, from: server, limit: limit, within: rest) { outcome in
      var whole = answer
      switch outcome {
      case .response(let response): whole.content = .response(response)
      case .failure(let failure): whole.content = .failure(failure)
      }
      completion(whole)
    }
  }

  /// Whether an answer isn't all there, and has to be.
  private func waits(for answer: Answer) -> Bool {
    guard case .response(let response) = answer.content, case .stream(let stream) = response.body else { return false }
    return !Self.isHandedOn(response.mediaType, length: stream.length, kinds)
  }

  /// Whether a body that comes in pieces is handed on piece by piece.
  ///
  /// - Parameters:
  ///   - mediaType: its essence, where it has one.
  ///   - length: how long it is, where that is known.
  static func isHandedOn(_ mediaType: String?, length: Int?, _ kinds: Kinds) -> Bool {
    guard length == nil, let mediaType else { return false }
    if mediaType == MediaType.eventStream || MediaType.isJSONLines(mediaType) { return true }
    return kinds == .open && !MediaType.isJSON(mediaType)
  }
}
