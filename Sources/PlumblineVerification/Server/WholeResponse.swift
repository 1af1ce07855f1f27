import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineReporting
import Synchronization

/// A streamed response, collected as a whole for the checks.
///
/// A stream of events or lines that exceeds the limit, or is still open when the time runs out, is cut off at that
/// point. Its complete parts are kept, with a note on how much was read. Any other such body is an error.
package final class WholeResponse: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var isOver = false
    var timer: Task<Void, Never>?
  }

  private let response: Response
  private let stream: any BodyStream
  private let server: String
  private let limit: Int
  private let completion: @Sendable (_ outcome: Exchange.Outcome, _ left: TransportFailure?) -> Void
  private let begin = ContinuousClock.now
  private let state = Mutex(State())

  /// - Parameters:
  ///   - stream: The response's body, which hasn't been read yet.
  ///   - server: The server's name, for messages.
  ///   - limit: The maximum number of bytes in the body. A longer stream is cut off, and any other longer body is an
  ///     error (`tooLarge`).
  ///   - completion: A closure that is called once, on any thread, with the amount read if a stream was cut off.
  package init(
    _ response: Response, _ stream: any BodyStream, from server: String, limit: Int,
    _ completion: @escaping @Sendable (_ outcome: Exchange.Outcome, _ left: TransportFailure?) -> Void
  ) {
    self.response = response
    self.stream = stream
    self.server = server
    self.limit = limit
    self.completion = completion
  }

  /// Reads the body to its end.
  package func read() {
    if state.withLock({ $0.isOver }) { return }
    if let length = stream.length, length > limit, partsType == nil { return fail(tooLarge) }
    stream.next { [self] chunk in
      switch chunk {
      case .bytes(let more):
        guard take(more) else { return partsType == nil ? fail(tooLarge) : leave() }
        read()
      case .end(let trailers):
        guard let bytes = end() else { return }
        var whole = response
        whole.body = Body(bytes)
        whole.trailers = trailers
        completion(.response(whole), nil)
      case .failed(let failure):
        // Treat a stream without events for this long as still open.
        guard failure.kind == .timeout else { return fail(failure) }
        timeIsUp()
      }
    }
  }

  /// Ends the body at its current length.
  package func timeIsUp() {
    guard partsType != nil else {
      return fail(TransportFailure(kind: .timeout, message: "\(server) didn't respond in time."))
    }
    leave()
  }

  /// The media type of a body that consists of parts, or `nil` for any other body.
  private var partsType: String? { response.mediaType.flatMap { Self.isStream($0) ? $0 : nil } }

  /// Ends a stream after the last complete part.
  private func leave() {
    guard let type = partsType, let bytes = end() else { return }
    stream.cancel()
    let ends = StreamParts.wholeEnds(in: bytes, mediaType: type) ?? []
    var cut = response
    cut.headers.remove("content-length")
    cut.body = Body(Self.parts(of: bytes, to: ends.last ?? 0, type))
    let parts = String.count(ends.count, type == MediaType.eventStream ? "event" : "line")
    let seconds = String.count(Int(begin.duration(to: .now).components.seconds), "second")
    let left = TransportFailure(
      kind: .cancelled,
      message: "The stream was closed after \(parts) (\(String.count(bytes.count, "byte")) in \(seconds)): "
        + "the rest wasn't read.")
    completion(.response(cut), left)
  }

  /// Returns the complete parts of a stream.
  private static func parts(of bytes: [UInt8], to end: Int, _ type: String) -> [UInt8] {
    let parts = Array(bytes.prefix(end))
    // Return a comment rather than nothing: an open stream without events isn't a response without a body, and a
    // comment isn't an event.
    guard parts.isEmpty, type == MediaType.eventStream else { return parts }
    return Array(": no event arrived in time\n\n".utf8)
  }

  /// Returns a Boolean value that indicates whether bodies of a media type consist of parts and may continue forever.
  static func isStream(_ mediaType: String) -> Bool {
    mediaType == MediaType.eventStream || MediaType.isJSONLines(mediaType)
  }

  /// Ends the body when the time runs out.
  fileprivate func end(after time: Duration) {
    let timer = Task { [self] in
      if (try? await Task.sleep(for: time)) != nil { timeIsUp() }
    }
    state.withLock { $0.timer = timer }
  }

  private var tooLarge: TransportFailure {
    TransportFailure(
      kind: .tooLarge,
      message: "The response from \(server) is larger than \(ByteSize(limit)); "
        + "--limit answer=SIZE sets the limit.")
  }

  /// Appends a chunk. Returns `false` if that exceeds the limit.
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
    completion(.failure(failure), nil)
  }

  /// Returns the received bytes on the first call, and `nil` after that.
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

extension WholeResponse {
  /// Collects a response as a whole. A complete body is passed on immediately.
  ///
  /// - Parameter time: The time limit for the rest of the body.
  package static func take(
    _ response: Response, from server: String, limit: Int, within time: Duration,
    _ completion: @escaping @Sendable (_ outcome: Exchange.Outcome, _ left: TransportFailure?) -> Void
  ) {
    guard case .stream(let stream) = response.body else { return completion(.response(response), nil) }
    let whole = WholeResponse(response, stream, from: server, limit: limit, completion)
    whole.end(after: max(.zero, time))
    whole.read()
  }

  /// Collects an exchange's response as a whole. A stream of events or lines is cut off immediately, because callers
  /// only need to know that it exists.
  ///
  /// - Parameter time: The time limit for the whole exchange.
  package static func take(
    _ exchange: Exchange, from server: String, limit: Int, within time: Duration
  ) async -> Exchange {
    guard case .response(let response) = exchange.outcome, case .stream = response.body else { return exchange }
    let mayGoOn = response.mediaType.map(Self.isStream) ?? false
    let rest = mayGoOn ? .zero : time - (exchange.duration ?? .zero)
    var exchange = exchange
    let (outcome, left) = await withCheckedContinuation {
      (continuation: CheckedContinuation<(Exchange.Outcome, TransportFailure?), Never>) in
      take(response, from: server, limit: limit, within: rest) { outcome, left in
        continuation.resume(returning: (outcome, left))
      }
    }
    exchange.outcome = outcome
    exchange.fragment = left.map { BodyFragment(bytes: [], reason: $0) }
    return exchange
  }
}

extension OpenResponses {
  /// The rule for streams of events or lines, which may continue forever until ``WholeResponse`` ends them. Any other
  /// response is delivered as a whole, because it is needed as a whole anyway, and the request is retried if the
  /// connection breaks.
  package static let streams = OpenResponses(
    streams: { mediaType in mediaType.map(WholeResponse.isStream) ?? false },
    include: { mediaType in mediaType.map(WholeResponse.isStream) ?? false })
}

/// A decorator that collects each of a server's responses as a whole.
package struct WholeResponseResponder: Responder {
  private let inner: any Responder
  private let server: String
  private let limit: Int
  private let deadline: Duration

  /// - Parameters:
  ///   - limit: The maximum number of bytes in a body.
  ///   - deadline: The time limit from the request to the response's last byte.
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

  private func take(_ answer: OutgoingResponse, since begin: ContinuousClock.Instant, _ completion: Completion) {
    guard case .response(let response) = answer.content else { return completion(answer) }
    let rest = deadline - begin.duration(to: .now)
    WholeResponse.take(response, of: answer, from: server, limit: limit, within: rest, completion)
  }
}

extension WholeResponse {
  /// Reads a streamed response to its end, and completes with the collected response or the reason why there is none.
  package static func take(
    _ response: Response, of answer: OutgoingResponse, from server: String, limit: Int, within rest: Duration,
    _ completion: Completion
  ) {
    take(response, from: server, limit: limit, within: rest) { outcome, left in
      var whole = answer
      whole.left = left
      switch outcome {
      case .response(let response): whole.content = .response(response)
      case .failure(let failure): whole.content = .failure(failure)
      }
      completion(whole)
    }
  }
}
