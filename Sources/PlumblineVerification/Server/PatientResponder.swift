import PlumblineContractModel
import PlumblineHTTPMessages
import Synchronization

/// A decorator that waits as long as the server asks (RFC 9110 section 10.2.3) and retries, as long as the call has
/// time left.
///
/// A server that responds with 429 wants fewer requests (RFC 6585 section 4), and is assumed not to have executed this
/// one. A 503 may come from a gateway whose server has executed the request, so only idempotent requests are retried
/// after it (RFC 9110 section 9.2.2). A request that changes something without credentials, such as a login or a
/// registration, is never retried, because the account may be about to be locked. Each response is a separate exchange.
package final class PatientResponder: Responder {
  private let inner: any Responder
  private let contract: Contract
  private let clock: ProbeClock
  /// The time limit for all of a call's pauses and requests together.
  private let limit: Duration
  /// The start of the call, in seconds since 1970.
  private let begin: Int
  /// The total length of the pauses.
  private let waited = Mutex(Duration.zero)
  private let isOver: @Sendable () -> Bool

  /// - Parameter isOver: A closure that indicates whether nothing more may be sent, because the call has ended or the
  ///   run is about to.
  package init(
    _ inner: any Responder, contract: Contract, limit: Duration, clock: ProbeClock,
    isOver: @escaping @Sendable () -> Bool
  ) {
    self.inner = inner
    self.contract = contract
    self.limit = limit
    self.clock = clock
    begin = clock.now()
    self.isOver = isOver
  }

  package func respond(to request: Request, completion: Completion) -> Reply {
    let passedOn = Completion { [self] answer in
      guard let pause = pause(after: answer, to: request) else { return completion(answer) }
      Task { [self] in
        await clock.pause(pause)
        if isOver() { return completion(answer) }
        if case .now(let next) = respond(to: request, completion: completion) { completion(next) }
      }
    }
    guard case .now(let answer) = inner.respond(to: request, completion: passedOn) else { return .later }
    guard wish(of: answer, to: request) != nil else { return .now(answer) }
    passedOn(answer)
    return .later
  }

  /// Returns the pause before the request is sent again, or `nil` if the response is final.
  private func pause(after answer: OutgoingResponse, to request: Request) -> Duration? {
    guard !isOver(), let wish = wish(of: answer, to: request) else { return nil }
    return waited.withLock { waited in
      guard max(.seconds(clock.now() - begin), waited) + wish < limit else { return nil }
      waited += wish
      return wish
    }
  }

  /// Returns the pause that the server asks for, if the request may be retried, or `nil` for any other response.
  private func wish(of answer: OutgoingResponse, to request: Request) -> Duration? {
    guard case .response(let response) = answer.outcome, response.asksToWait,
      response.status == 429 || request.method.isIdempotent, !isOpening(request)
    else { return nil }
    // Always pause, or a server that always rejects would be called endlessly.
    return .seconds(max(1, RetryAfter.seconds(response.headers, now: clock.now())))
  }

  /// Returns a Boolean value that indicates whether a request may open an account or a session.
  private func isOpening(_ request: Request) -> Bool {
    guard case .found(let endpoint) = contract.router.route(request) else { return !request.method.isSafe }
    return !endpoint.isSafe && (endpoint.authentication.isOptional || endpoint.authentication.names.isEmpty)
      || endpoint.states.contains { $0.action == .login }
  }
}
