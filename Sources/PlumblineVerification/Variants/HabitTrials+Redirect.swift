import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineHTTPServer
import Synchronization

/// Trials with redirects to a different host.
extension HabitTrials {
  /// The header fields that carry credentials regardless of the contract.
  private static let usual: Set<String> = ["authorization", "cookie"]

  /// A foreign host that responds to every request and records it.
  private final class OtherHost: Responder {
    private let response: Response
    private let seen = Mutex<[Request]>([])

    init(_ response: Response) { self.response = response }

    var requests: [Request] { seen.withLock { $0 } }

    func respond(to request: Request, completion: Completion) -> Reply {
      seen.withLock { $0.append(request) }
      return .now(OutgoingResponse(response))
    }
  }

  /// Returns a finding if the client follows a redirect to a different host with its credentials (RFC 9110 section
  /// 15.4, RFC 6750 section 5.2). Not following it, or following it without credentials, is correct.
  ///
  /// The foreign host is this machine under another name.
  func leakedCredential() async throws -> Drift? {
    let sent = Self.credentials(in: maker.ordinary.request, of: plan.contract)
    guard !sent.isEmpty else { return nil }
    let host = OtherHost(maker.response)
    let listener = try plan.server.listen(host: "127.0.0.1", port: 0, responder: host)
    defer { listener.close() }
    let origin = listener.baseURL.replacing("127.0.0.1", with: "localhost")
    let redirect = Response(
      status: maker.endpoint.request.method == .get ? 302 : 307,
      headers: ["Location": "\(origin)\(maker.ordinary.request.target)", "Content-Length": "0"])
    let trial = try await trial(redirect)
    guard let request = trial.requests.first else { return nil }
    let names = host.requests.flatMap { Self.credentials(in: $0, of: plan.contract) }
    guard let name = names.sorted().first else { return nil }
    var drift = finding(
      Rule.client.leaksCredential, Exchange(request: request, response: redirect),
      expected: "no credential for a different host", actual: name, detail: name,
      "The response redirects to a different host, and the client sends its credential there (header \(name)).")
    // Group these findings, because the same client serves all endpoints.
    drift.promise = "sends credentials to another host"
    return drift
  }

  /// Returns the names of a request's header fields that carry credentials, in lowercase.
  private static func credentials(in request: Request, of contract: Contract) -> Set<String> {
    Set(request.headers.map { $0.name.lowercased() }.filter { usual.contains($0) || contract.isCredential(header: $0) })
  }
}
