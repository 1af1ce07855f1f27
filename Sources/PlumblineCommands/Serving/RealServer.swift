import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineMockEngine
import PlumblineProxying
import PlumblineVerification

/// A real server behind the mock's port that receives every request that the safety rules allow.
struct RealServer: Responder {
  let url: BaseURL
  private let forwarding: ForwardingResponder
  private let guarded: any Responder

  /// Creates a responder that forwards requests to a real server.
  ///
  /// - Parameters:
  ///   - allowsWrites: A Boolean value that indicates whether requests may change data on the server. If the contract
  ///     has `"writes": "never"`, they never may.
  ///   - limits: The limits on the size of the server's responses.
  ///   - kinds: The kinds of responses to pass on as they arrive, if the limits allow it, or `nil` for all kinds.
  ///   - authorities: The certificate authorities that HTTPS trusts in addition to the machine's own.
  ///   - observe: A closure that receives the sent requests and the server's unmodified responses. It must not block.
  ///   - refused: A closure that receives one sentence, without the query, about each request that wasn't forwarded. It
  ///     must not block.
  init(
    _ url: BaseURL, contract: Contract, allowsWrites: Bool, limits: HTTPLimits = LimitOptions().upstream,
    handingOn kinds: StreamPassage.Kinds? = nil, trusting authorities: TrustedAuthorities? = nil,
    observe: (@Sendable (Exchange) -> Void)? = nil,
    refused: @escaping @Sendable (String) -> Void = { _ in }
  ) throws {
    self.url = url
    let forwarding = ForwardingResponder(
      upstream: url,
      client: try UpstreamClient(limits: limits, opening: .withStreams, trusting: authorities))
    self.forwarding = forwarding
    let rule = WriteRule(target: .server(url, forwarding), contract: contract, allowsWrites: allowsWrites)
    let asked: any Responder =
      observe.map { ObservingResponder(forwarding, keeping: limits.streamed, observe: $0) } ?? forwarding
    let contained = RedirectContainment(GuardedResponder(asked, rule: rule, observe: refused), upstream: url)
    guarded =
      kinds.map { kinds -> any Responder in
        StreamPassage(
          contained, handingOn: kinds, from: url.authority, limit: limits.body, deadline: forwarding.deadline)
      } ?? contained
  }

  func respond(to request: Request, completion: Completion) -> Reply {
    let reply = ask(request, completion: Completion { completion(told($0)) })
    guard case .now(let answer) = reply else { return reply }
    return .now(unsent(answer))
  }

  /// Forwards a request if the safety rules allow it, and returns the server's own response or the reason that there is
  /// none. An immediate response comes from the safety rules, not from the server.
  func ask(_ request: Request, completion: Completion) -> Reply {
    guarded.respond(to: request, completion: completion)
  }

  /// Returns the response for a client whose request wasn't sent.
  func unsent(_ answer: OutgoingResponse) -> OutgoingResponse {
    var response = answer.response
    response.headers[Labels.recording] = Labels.notSent
    return OutgoingResponse(response)
  }

  /// Cancels the requests in flight.
  func shutdown() async { await forwarding.shutdown() }

  /// Returns the response for a client when the server sent none: a 502 or 504 with the reason, as from any proxy.
  func told(_ answer: OutgoingResponse) -> OutgoingResponse {
    guard case .failure(let failure) = answer.content else { return answer }
    let status = failure.kind == .timeout ? 504 : 502
    let headers: HeaderFields = ["Content-Type": "text/plain; charset=utf-8", Labels.recording: Labels.unanswered]
    return OutgoingResponse(Response(status: status, headers: headers, body: Body("\(url): \(failure.message)\n")))
  }
}
