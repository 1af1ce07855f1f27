import PlumblineHTTPMessages
import PlumblineHTTPServer

/// A transport that sends plain HTTP to real servers, on one event loop.
final class PlainUpstream: Upstream {
  private let loop: EventLoop
  private let limits: HTTPLimits
  private let openAnswers: OpenResponses

  init(limits: HTTPLimits, opening openAnswers: OpenResponses, poller: PollerKind) throws(SystemFailure) {
    loop = try EventLoop(name: "upstream", poller: poller)
    self.limits = limits
    self.openAnswers = openAnswers
  }

  func send(
    _ request: Request, to base: BaseURL, deadline: Duration,
    _ completion: @escaping @Sendable (Exchange.Outcome) -> Void
  ) {
    send(request, promising: nil, to: base, deadline: deadline, completion)
  }

  /// Sends a request whose body never reaches the promised length. The connection then ends with a reset.
  func send(
    _ request: Request, promising promised: Int?, to base: BaseURL, deadline: Duration,
    _ completion: @escaping @Sendable (Exchange.Outcome) -> Void
  ) {
    var bytes: [UInt8] = []
    RequestWriter.append(request, host: base.authority, promising: promised, to: &bytes)
    let (limits, openAnswers) = (limits, openAnswers)
    var source: (any BodyStream)?
    if case .stream(let stream) = request.body { source = stream }
    let isPosted = loop.post { [bytes, source] core in
      let call = UpstreamCall(
        bytes: bytes, source: source, method: request.method, base: base, limits: limits, opening: openAnswers,
        isUnfinished: promised != nil, completion: completion)
      core.attachment { UpstreamPool(on: $0) }.begin(call, deadline: deadline.nanoseconds, on: core)
    }
    if !isPosted { completion(.failure(UpstreamCall.cancelled(base))) }
  }

  func shutdown() async {
    await loop.stop(grace: .zero)
  }
}
