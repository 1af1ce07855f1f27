import PlumblineContractModel
import PlumblineHTTPMessages
import Synchronization

/// An answer that a server hands on as it comes, taken as a whole, as judges want it.
///
/// A stream of events or lines that goes on when the time is up ends there, with the parts that came whole; any other body
/// that does is a failure.
package final class WholeAnswer: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var isOver = false
    var timer: Task<Void, Never>?
  }

  private let response: Response
  private let stream: any BodyStream
  private let server: String
  private let limit: Int
  private let completion: @Sendable (Exchange.Outcome) -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - stream: the response's body, of which nothing was asked for yet.
  ///   - server: its name, for messages.
  ///   - limit: how many bytes the body may have; beyond, it is a failure (`tooLarge`).
  ///   - completion: called once, on any thread.
  package init(
    _ response: Response, _ stream: any BodyStream, from server: String, limit: Int,
    _ completion: @escaping @Sendable (Exchange.Outcome) -> Void
  ) {
    self.response = response
    self.stream = stream
    self.server = server
    self.limit = limit
    self.completion = completion
  }

  /// Takes the body to its end.
  package func read() {
    if state.withLock({ $0.isOver }) { return }
    if let length = stream.length, length > limit { return fail(tooLarge) }
    stream.next { [self] chunk in
      switch chunk {
      case .bytes(let more):
        guard take(more) else { return fail(tooLarge) }
        read()
      case .end(let trailers):
        guard let bytes = end() else { return }
        var whole = response
        whole.body = Body(bytes)
        whole.trailers = trailers
        completion(.response(whole))
      case .failed(let failure):
        // A stream in which nothing happens for so long is as good as one that goes on.
        guard failure.kind == .timeout else { return fail(failure) }
        timeIsUp()
      }
    }
  }

  /// Ends the body where it is.
  package func timeIsUp() {
    guard let type = response.mediaType, Self.isStream(type) else {
      return fail(TransportFailure(kind: .timeout, message: "\(server) didn't answer in time."))
    }
    guard let bytes = end() else { return }
    stream.cancel()
    var cut = response
    cut.body = Body(Self.wholeParts(of: bytes, type))
    completion(.response(cut))
  }

  /// The parts of a stream that came to their end.
  private static func wholeParts(of bytes: [UInt8], _ type: String) -> [UInt8] {
    let ends = StreamParts.wholeEnds(in: bytes, mediaType: type) ?? []
    let parts = Array(bytes.prefix(ends.last ?? 0))
    // An open stream in which nothing has happened is no answer without a body, and a comment is no event.
    guard parts.isEmpty, type == MediaType.eventStream else { return parts }
    return Array(": no event came before the time was up\n\n".utf8)
  }

  /// Returns a Boolean value that indicates whether bodies of a media type have parts, and may go on for ever.
  static func isStream(_ mediaType: String) -> Bool {
    mediaType == MediaType.eventStream || MediaType.isJSONLines(mediaType)
  }

  /// Ends the body by itself when the time is up.
  fileprivate func end(after time: Duration) {
    let timer = Task { [self] in
      if (try? await Task.sleep(for: time)) != nil { timeIsUp() }
    }
    state.withLock { $0.timer = timer }
  }

  private var tooLarge: TransportFailure {
    TransportFailure(
      kind: .tooLarge,
      message: "The answer of \(server) is larger than \(ByteSize(limit)); "
        + "--limit answer=SIZE says how large one may be.")
  }

  /// Keeps a piece; false where that makes too many bytes.
  private func take(_ more: [UInt8]) -> Bool {
    state.withLock { state in
      if state.isOver { return true }
      state.bytes += more
      return state.bytes.count <= limit
    }
  }

  private func fail(_ failure: TransportFailure) {
    guard end() != nil else { return }
    stream.cancel()
    completion(.failure(failure))
  }

  /// The bytes that came, the first time.
  private func end() -> [UInt8]? {
    let (bytes, timer) = state.withLock { state -> ([UInt8]?, Task<Void, Never>?) in
      guard !state.isOver else { return (nil, nil) }
      defer { state = State(isOver: true) }
      return (state.bytes, state.timer)
    }
    timer?.cancel()
    return bytes
  }
}

extension WholeAnswer {
  /// Takes an answer as a whole; one whose body is all there at once.
  ///
  /// - Parameter time: how long the rest of the body may take.
  package static func take(
    _ response: Response, from server: String, limit: Int, within time: Duration,
    _ completion: @escaping @Sendable (Exchange.Outcome) -> Void
  ) {
    guard case .stream(let stream) = response.body else { return completion(.response(response)) }
    let whole = WholeAnswer(response, stream, from: server, limit: limit, completion)
    whole.end(after: max(.zero, time))
    whole.read()
  }

  /// Takes an exchange's answer as a whole. A stream of events or lines is left at once: that it is there says enough to those
  /// who only ask for that.
  ///
  /// - Parameter time: how long the exchange may take in all.
  package static func take(
    _ exchange: Exchange, from server: String, limit: Int, within time: Duration
  ) async -> Exchange {
    guard case .response(let response) = exchange.outcome, case .stream = response.body else { return exchange }
    let mayGoOn = response.mediaType.map(Self.isStream) ?? false
    let rest = mayGoOn ? .zero : time - (exchange.duration ?? .zero)
    var exchange = exchange
    exchange.outcome = await withCheckedContinuation { continuation in
      take(response, from: server, limit: limit, within: rest) { continuation.resume(returning: $0) }
    }
    return exchange
  }
}

extension OpenAnswers {
  /// Streams of events or lines, which may go on for ever (``WholeAnswer`` ends them). Any other answer is read as a whole
  /// anyway, so that it may come whole, and be asked for again where it breaks off.
  package static let streams = OpenAnswers { mediaType in mediaType.map(WholeAnswer.isStream) ?? false }
}

/// A decorator that takes the answers of a server as a whole.
package struct WholeAnswerResponder: Responder {
  private let inner: any Responder
  private let server: String
  private let limit: Int
  private let deadline: Duration

  /// - Parameters:
  ///   - limit: how many bytes a body may have.
  ///   - deadline: from the request to the answer's last byte.
  package init(_ inner: any Responder, from server: String, limit: Int, deadline: Duration) {
    self.inner = inner
    self.server = server
    self.limit = limit
    self.deadline = deadline
  }

  package func respond(to request: Request, completion: Completion) -> Reply {
    let begin = ContinuousClock.now
    let passedOn = Completion { [self] answer in take(answer, since: begin, completion) }
    guard case .now(let answer) = inner.respond(to: request, completion: passedOn) else { return .later }
    guard case .response(let response) = answer.content, case .stream = response.body else { return .now(answer) }
    take(answer, since: begin, completion)
    return .later
  }

  private func take(_ answer: Answer, since begin: ContinuousClock.Instant, _ completion: Completion) {
    guard case .response(let response) = answer.content else { return completion(answer) }
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
}
