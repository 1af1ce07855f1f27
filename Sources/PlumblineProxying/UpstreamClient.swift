import Dispatch
import PlumblineHTTPMessages
import PlumblineHTTPServer
import Synchronization

/// A client that sends requests to real servers. Plain HTTP uses our own codec and event loop, and HTTPS uses
/// URLSession.
///
/// Redirects aren't followed. Hop-by-hop fields are removed in both directions, `Host` names the server, and the body
/// is requested without compression (`Accept-Encoding: identity`) so that it can be inspected. A body that is
/// compressed anyway is decompressed.
package final class UpstreamClient: Sendable {
  private let plain: PlainUpstream
  private let secure: any Upstream
  private let limit: ResponseLimit
  private let openAnswers: OpenResponses
  private let rule: SendingRule
  private let pacer: Pacer
  private let repeated = Atomic<Int>(0)

  /// Creates a client with its own thread.
  ///
  /// - Parameters:
  ///   - rule: The number of retries, and the pace of requests.
  ///   - limits: The maximum sizes of a response's head and body, including the decompressed body. A larger response is
  ///     a failure (`tooLarge`).
  ///   - openAnswers: The responses that are returned before they are complete, if the limits allow that. A compressed
  ///     stream is decompressed as it arrives. For other responses, the request is sent again if the connection fails
  ///     in the middle of the response.
  ///   - authorities: The authorities that HTTPS trusts in addition to the machine's own.
  package init(
    rule: SendingRule = SendingRule(), limits: HTTPLimits = HTTPLimits(), opening openAnswers: OpenResponses = .all,
    poller: PollerKind = .standard, trusting authorities: TrustedAuthorities? = nil
  ) throws(SystemFailure) {
    plain = try PlainUpstream(limits: limits, opening: openAnswers, poller: poller)
    secure = Self.secure(limits, openAnswers, authorities)
    limit = ResponseLimit(bytes: limits.body)
    self.openAnswers = openAnswers
    self.rule = rule
    pacer = Pacer(interval: rule.interval)
  }

  private static func secure(
    _ limits: HTTPLimits, _ openAnswers: OpenResponses, _ authorities: TrustedAuthorities?
  ) -> any Upstream {
    #if os(Linux)
      if let authorities {
        return AuthorityUpstream(authorities: authorities, limits: limits, openAnswers: openAnswers)
      }
    #endif
    return SecureUpstream(limits: limits, opening: openAnswers)
  }

  /// The number of times that requests have been sent again.
  package var repetitions: Int { repeated.load(ordering: .relaxed) }

  /// Sends a request to a server, with the path of the server's base URL before the request's own.
  package func send(
    _ request: Request, to base: BaseURL, deadline: Duration,
    _ completion: @escaping @Sendable (Exchange.Outcome) -> Void
  ) {
    if case .stream(let stream) = request.body, base.isSecure {
      // URLSession accepts only complete bodies.
      return WholeBody(limit: limit.bytes).read(stream) { [self] body in
        guard let body else { return completion(.failure(limit.exceeded(to: base))) }
        var request = request
        request.body = body
        send(request, to: base, deadline: deadline, completion)
      }
    }
    let isWhole = request.body.bytes != nil
    let left = request.method.isIdempotent && isWhole ? rule.retries : 0
    let outgoing = Self.outgoing(request, to: base)
    attempt(outgoing, to: base, deadline: deadline, left: left) { [limit, openAnswers] outcome in
      if case .response(let response) = outcome, openAnswers.areStreams(response.mediaType),
        case .stream = response.body
      {
        let unpacked = limit.unpackedAsItComes(response, from: base)
        return completion(Self.incoming(.response(unpacked), from: base, limit))
      }
      guard case .response(let response) = outcome, response.headers.contains("content-encoding") else {
        return completion(Self.incoming(outcome, from: base, limit))
      }
      // Decompress on another thread: it may take a while, and the calling thread serves other connections.
      DispatchQueue.global().async { completion(Self.incoming(outcome, from: base, limit)) }
    }
  }

  /// Returns the request as it is sent.
  private static func outgoing(_ request: Request, to base: BaseURL) -> Request {
    var outgoing = request
    outgoing.headers = request.headers.withoutConnection
    outgoing.headers.remove("host")
    outgoing.headers.remove("expect")
    outgoing.headers["accept-encoding"] = "identity"
    outgoing.target = request.target == "*" ? "*" : base.path + request.target
    return outgoing
  }

  private static func incoming(
    _ outcome: Exchange.Outcome, from base: BaseURL, _ limit: ResponseLimit
  ) -> Exchange.Outcome {
    switch outcome {
    case .response(var response):
      response.headers = response.headers.withoutConnection
      return limit.unpacked(response, from: base)
    case .failure(let failure):
      // Replace the parser's failure: the parser knows neither the server nor the name of its limit.
      return failure.exceedsBodyLimit ? .failure(limit.exceeded(by: base)) : outcome
    }
  }

  /// Sends a request when its turn comes, and retries as long as the connection fails and the deadline and the rule
  /// allow it.
  private func attempt(
    _ request: Request, to base: BaseURL, deadline: Duration, left: Int,
    _ completion: @escaping @Sendable (Exchange.Outcome) -> Void
  ) {
    pacer.whenDue { [self] in
      let begin = ContinuousClock.now
      (base.isSecure ? secure : plain).send(request, to: base, deadline: deadline) { [self] outcome in
        guard left > 0, case .failure(let failure) = outcome, Self.isOfConnection(failure) else {
          return completion(outcome)
        }
        let pause = Self.pause * (1 << min(max(rule.retries - left, 0), 5))
        let rest = deadline - begin.duration(to: .now) - pause
        guard rest > .zero else { return completion(outcome) }
        repeated.add(1, ordering: .relaxed)
        Pacer.after(pause) { [self] in
          attempt(request, to: base, deadline: rest, left: left - 1, completion)
        }
      }
    }
  }

  /// The pause before the first retry. Each further pause is twice as long.
  private static let pause = Duration.milliseconds(100)

  /// Returns a Boolean value that indicates whether a failed connection is the reason for the missing response, so that
  /// a new connection may help.
  private static func isOfConnection(_ failure: TransportFailure) -> Bool {
    switch failure.kind {
    case .connectionRefused, .connectionReset, .connectionClosed: true
    case .nameNotFound, .timeout, .tls, .malformedResponse, .tooLarge, .cancelled, .other: false
    }
  }

  /// Sends a request and waits for its outcome.
  package func exchange(_ request: Request, with base: BaseURL, deadline: Duration) async -> Exchange {
    let start = ContinuousClock.now
    let outcome = await withCheckedContinuation { continuation in
      send(request, to: base, deadline: deadline) { continuation.resume(returning: $0) }
    }
    return Exchange(request: request, outcome: outcome, duration: ContinuousClock.now - start)
  }

  /// Sends a request whose body never completes, and waits for the server's response.
  ///
  /// The request gets its own connection, which ends with a reset regardless of the response, so that the server
  /// doesn't mistake its end for the end of the body. The request is never sent again. This works only over plain HTTP,
  /// because URLSession closes its connections in the regular way.
  ///
  /// - Parameter promised: The `Content-Length`. It must be larger than the body.
  package func exchange(
    unfinished request: Request, promising promised: Int, with base: BaseURL, deadline: Duration
  ) async -> Exchange {
    precondition(promised > request.body.bytes?.count ?? 0, "A body that is all there is finished.")
    guard !base.isSecure else {
      let message = "Over TLS no connection of ours ends in a reset, so no body is left unfinished."
      return Exchange(request: request, outcome: .failure(TransportFailure(kind: .other, message: message)))
    }
    let outgoing = Self.outgoing(request, to: base)
    let outcome = await withCheckedContinuation { continuation in
      pacer.whenDue { [plain] in
        plain.send(outgoing, promising: promised, to: base, deadline: deadline) { continuation.resume(returning: $0) }
      }
    }
    return Exchange(request: request, outcome: Self.incoming(outcome, from: base, limit))
  }

  /// Ends the thread and the requests in flight, which are reported as canceled.
  package func shutdown() async {
    await plain.shutdown()
    await secure.shutdown()
  }
}
