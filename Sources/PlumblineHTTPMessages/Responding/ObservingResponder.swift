/// A decorator that reports every exchange to an observer, either before the response is sent or after the last byte of
/// its body.
package struct ObservingResponder: Responder {
  private let inner: any Responder
  private let limit: Int?
  private let observe: @Sendable (Exchange) -> Void

  /// Creates a decorator.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of bytes to keep of a body that is passed on as it arrives. The exchange is then
  ///     reported at the end. If it is `nil`, the exchange is reported at once, with its body as a stream.
  ///   - observe: A closure to call once per exchange, on the thread that answers it. It must not block.
  package init(
    _ inner: any Responder, keeping limit: Int? = nil, observe: @escaping @Sendable (Exchange) -> Void
  ) {
    self.inner = inner
    self.limit = limit
    self.observe = observe
  }

  package func respond(to request: Request, completion: Completion) -> Reply {
    let begin = ContinuousClock.now
    let reply = inner.respond(
      to: request, completion: Completion { answer in completion(shown(answer, to: request, since: begin)) })
    guard case .now(let answer) = reply else { return reply }
    return .now(shown(answer, to: request, since: begin))
  }

  /// Reports an answer to the observer, and returns the answer to pass on.
  private func shown(_ answer: OutgoingResponse, to request: Request, since begin: ContinuousClock.Instant)
    -> OutgoingResponse
  {
    let exchange = Exchange(
      request: request, outcome: answer.outcome, duration: begin.duration(to: .now),
      recording: answer.response.headers["Plumbline-Recording"]
    ).reading(upTo: answer.left)
    // Don't keep a body whose declared length exceeds the limit.
    guard let limit, case .response(var response) = answer.content, case .stream(let stream) = response.body,
      stream.length ?? 0 <= limit
    else {
      observe(exchange)
      return answer
    }
    let observe = observe
    response.body = .stream(
      ObservedBody(stream, limit: limit) { came in observe(exchange.ended(came, after: begin.duration(to: .now))) })
    var answer = answer
    answer.content = .response(response)
    return answer
  }
}

extension Exchange {
  /// Returns the exchange with its body as an incomplete stream, if reading the stream stopped before its end.
  fileprivate func reading(upTo left: TransportFailure?) -> Exchange {
    guard let left else { return self }
    var exchange = self
    exchange.fragment = BodyFragment(bytes: [], reason: left)
    return exchange
  }

  /// Returns the exchange with the observed body and end of its stream.
  fileprivate func ended(_ came: ObservedBody.Observation, after duration: Duration) -> Exchange {
    var exchange = self
    exchange.duration = duration
    switch came.ending {
    case .whole(let trailers):
      guard case .response(var response) = outcome else { break }
      response.body = Body(came.bytes)
      response.trailers = trailers
      exchange.outcome = .response(response)
      exchange.timing = came.timing
    case .tooLarge: break
    case .brokenOff(let reason):
      exchange.fragment = BodyFragment(bytes: came.bytes, reason: reason)
      exchange.timing = came.timing
    }
    return exchange
  }
}
