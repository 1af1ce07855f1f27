import HTTPMessages
import HTTPServer

/// Sends requests to real servers: plain HTTP by our own codec and event loop, HTTPS by URLSession.
///
/// Redirects are not followed. Hop-by-hop fields are dropped both ways, Host names the server, and the body is asked for
/// as it is (`Accept-Encoding: identity`), so that it can be inspected.
package final class UpstreamClient: Sendable {
  private let plain: any Upstream
  private let secure: any Upstream

  /// A client with a thread of its own.
  ///
  /// - Parameter limits: how large an answer's head and body may be; beyond, it is a failure (`tooLarge`).
  package init(limits: HTTPLimits = HTTPLimits(), poller: PollerKind = .standard) throws(SystemFailure) {
    plain = try PlainUpstream(limits: limits, poller: poller)
    secure = SecureUpstream(limits: limits)
  }

  /// Sends a request to a server, with the path of its base URL before the request's own.
  package func send(
    _ request: Request, to base: BaseURL, deadline: Duration,
    _ completion: @escaping @Sendable (Exchange.Outcome) -> Void
  ) {
    var outgoing = request
    outgoing.headers = HopByHop.strip(request.headers)
    outgoing.headers.remove("host")
    outgoing.headers.remove("expect")
    outgoing.headers["accept-encoding"] = "identity"
    outgoing.target = request.target == "*" ? "*" : base.path + request.target
    (base.isSecure ? secure : plain).send(outgoing, to: base, deadline: deadline) { outcome in
      guard case .response(var response) = outcome else { return completion(outcome) }
      response.headers = HopByHop.strip(response.headers)
      completion(.response(response))
    }
  }

  /// Sends a request and waits for what comes of it.
  package func exchange(_ request: Request, with base: BaseURL, deadline: Duration) async -> Exchange {
    let start = ContinuousClock.now
    let outcome = await withCheckedContinuation { continuation in
      send(request, to: base, deadline: deadline) { continuation.resume(returning: $0) }
    }
    return Exchange(request: request, outcome: outcome, duration: ContinuousClock.now - start)
  }

  /// Ends what is under way, as cancelled, and the thread.
  package func shutdown() async {
    await plain.shutdown()
    await secure.shutdown()
  }
}
