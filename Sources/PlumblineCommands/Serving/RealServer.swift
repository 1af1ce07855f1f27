import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineMockEngine
import PlumblineProxying
import PlumblineVerification

/// A real server behind the mock's port: asked for every request that its safety rules let through.
struct RealServer: Responder {
  let url: BaseURL
  private let forwarding: ForwardingResponder
  private let guarded: any Responder

  /// - Parameters:
  ///   - allowsWrites: whether requests may change something there. Where the contract says `"writes": "never"` none may,
  ///     whatever is allowed.
  ///   - limits: how large its answers may be.
  ///   - kinds: which of its answers are handed on as they come, where limits let answers be so at all; `nil` for all.
  ///   - authorities: whom HTTPS trusts besides the machine's own authorities.
  ///   - observe: sees what was sent on and what came of it, as the server said it. It must not block.
  ///   - refused: told of each request that wasn't sent on, in a sentence without its query. It must not block.
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

  /// Sends a request on, where the safety rules let it through: what comes is the server's own answer, or why there is none.
  /// Its answers take their time: one that is there at once is the guard's.
  func ask(_ request: Request, completion: Completion) -> Reply {
    guarded.respond(to: request, completion: completion)
  }

  /// What a client gets where a request wasn't sent.
  func unsent(_ answer: Answer) -> Answer {
    var response = answer.response
    response.headers[Labels.recording] = Labels.notSent
    return Answer(response)
  }

  /// Ends what is under way.
  func shutdown() async { await forwarding.shutdown() }

  /// What a client gets where the server gave nothing: a 502 or 504 that says why, as of any proxy.
  func told(_ answer: Answer) -> Answer {
    guard case .failure(let failure) = answer.content else { return answer }
    let status = failure.kind == .timeout ? 504 : 502
    let headers: HeaderFields = ["Content-Type": "text/plain; charset=utf-8", Labels.recording: Labels.unanswered]
    return Answer(Response(status: status, headers: headers, body: Body("\(url): \(failure.message)\n")))
  }
}
