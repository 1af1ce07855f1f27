import ContractModel
import HTTPMessages
import MockEngine
import Proxying
import Verification

/// A real server behind the mock's port: asked for every request that its safety rules let through.
struct RealServer: Responder {
  let url: BaseURL
  private let forwarding: ForwardingResponder
  private let guarded: RedirectContainment

  /// - Parameter allowsWrites: whether requests may change something there. Where the contract says `"writes": "never"`
  ///   none may, whatever is allowed.
  init(_ url: BaseURL, contract: Contract, allowsWrites: Bool) throws {
    self.url = url
    let forwarding = ForwardingResponder(upstream: url, client: try UpstreamClient())
    self.forwarding = forwarding
    let rule = WriteRule(target: .server(url, forwarding), contract: contract, allowsWrites: allowsWrites)
    guarded = RedirectContainment(GuardedResponder(forwarding, rule: rule) { _ in }, upstream: url)
  }

  func respond(to request: Request, completion: Completion) -> Reply {
    let reply = guarded.respond(to: request, completion: Completion { completion(told($0)) })
    // The server's own answers take their time: one that is there at once is the guard's.
    guard case .now(let answer) = reply else { return reply }
    var response = answer.response
    response.headers[Labels.recording] = Labels.notSent
    return .now(Answer(response))
  }

  /// Ends what is under way.
  func shutdown() async { await forwarding.shutdown() }

  /// What a client gets where the server gave nothing: a 502 or 504 that says why, as of any proxy.
  private func told(_ answer: Answer) -> Answer {
    guard case .failure(let failure) = answer.content else { return answer }
    let status = failure.kind == .timeout ? 504 : 502
    let headers: HeaderFields = ["Content-Type": "text/plain; charset=utf-8"]
    return Answer(Response(status: status, headers: headers, body: Body("\(url): \(failure.message)\n")))
  }
}
