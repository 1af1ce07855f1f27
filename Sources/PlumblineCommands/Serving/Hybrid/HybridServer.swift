import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineMockEngine
import PlumblineVerification
import Synchronization

/// A responder that uses the real server if possible and the mock otherwise.
struct HybridServer: Responder {
  private let contract: Contract
  private let real: RealServer
  private let mock: any PromptResponder
  private let plan: HybridPlan
  private let caller: Persona?
  private let control: RouteControl
  private let deleted = DeletedPaths()

  /// Creates a responder.
  ///
  /// - Parameters:
  ///   - mock: The session's mock, with its state.
  ///   - caller: The persona that the mock assumes for callers with credentials, or `nil` if the contract has no
  ///     personas. The mock can't know the server's credentials.
  init(
    _ real: RealServer, beside mock: any PromptResponder, plan: HybridPlan, as caller: Persona?, contract: Contract
  ) {
    self.contract = contract
    self.real = real
    self.mock = mock
    self.plan = plan
    self.caller = caller
    control = RouteControl(contract)
  }

  func respond(to request: Request, completion: Completion) -> Reply {
    if case .found(let endpoint) = contract.router.route(request), plan.isMocked(endpoint) {
      return .now(mocked(request, endpoint))
    }
    let reply = real.ask(request, completion: Completion { settle(request, $0, completion) })
    // If a request isn't forwarded, don't let the mock respond either, because the server may not have the route.
    guard case .now(let answer) = reply else { return reply }
    return .now(labelled(real.unsent(answer), Labels.server))
  }

  /// Chooses between the server's response and the mock's, and sends it.
  private func settle(_ request: Request, _ answer: OutgoingResponse, _ completion: Completion) {
    guard plan.fallsBack, case .found(let endpoint) = contract.router.route(request) else {
      return completion(told(answer))
    }
    if case .failure(let failure) = answer.content {
      return completion(
        isUnsent(request, failure) ? mocked(request, endpoint, because: failure.message) : told(answer))
    }
    let exchange = Exchange(request: request, response: answer.response)
    switch control.verdict(on: exchange) {
    case .present: completion(told(answer))
    case .absent(let reason): completion(mocked(request, endpoint, because: reason))
    case .undecided(let other):
      let reply = real.ask(
        other,
        completion: Completion { controlled in
          guard case .absent(let reason) = verdict(on: exchange, other, controlled) else {
            return completion(told(answer))
          }
          completion(mocked(request, endpoint, because: reason))
        })
      if case .now = reply { completion(told(answer)) }
    }
  }

  /// Returns a Boolean value that indicates whether the failure occurred before any connection was made, so that no
  /// part of the request can have reached the server. A TLS client may have sent a write on a reused connection and
  /// then report only that another connection failed.
  private func isUnsent(_ request: Request, _ failure: TransportFailure) -> Bool {
    [.nameNotFound, .connectionRefused, .tls].contains(failure.kind) && (request.method.isSafe || !real.url.isSecure)
  }

  private func verdict(on exchange: Exchange, _ other: Request, _ controlled: OutgoingResponse) -> RouteControl.Verdict
  {
    if case .failure = controlled.content { return .present }
    return control.verdict(on: exchange, beside: Exchange(request: other, response: controlled.response))
  }

  /// Returns the mock's response. For an item that only the server knows, this is a response recorded for another item.
  private func mocked(_ request: Request, _ endpoint: Endpoint, because reason: String? = nil) -> OutgoingResponse {
    let request = introduced(request, endpoint)
    var answer = mock.answer(to: request)
    if answer.response.status == 404, !deleted.has(request.path), !request.headers.contains("prefer"),
      let status = endpoint.answers.first?.status
    {
      var wish = request
      wish.headers.append(name: "Prefer", value: "code=\(status)")
      let recorded = mock.answer(to: wish)
      if (200..<300).contains(recorded.response.status) {
        var response = recorded.response
        response.headers.remove("Preference-Applied")
        answer = OutgoingResponse(response, delivery: recorded.delivery)
      }
    }
    if request.method == .delete, (200..<300).contains(answer.response.status) { deleted.note(request.path) }
    return labelled(answer, Labels.mock, because: reason)
  }

  /// Returns the request with any credentials replaced by the mock's, because the mock doesn't accept the server's.
  private func introduced(_ request: Request, _ endpoint: Endpoint) -> Request {
    guard let caller else { return request }
    var request = request
    for (name, value) in contract.headers(for: caller, endpoint) where request.headers.contains(name) {
      request.headers[name] = value
    }
    let own = contract.queryItems(for: caller, endpoint)
    let items = request.queryItems
    guard own.contains(where: { mine in items.contains { $0.name == mine.name } }) else { return request }
    let query = items.map { item in (item.name, own.first { $0.name == item.name }?.value ?? item.value) }
      .map { "\(PercentEncoding.encode($0))=\(PercentEncoding.encode($1))" }
    request.target = request.path + "?" + query.joined(separator: "&")
    return request
  }

  private func told(_ answer: OutgoingResponse) -> OutgoingResponse { labelled(real.told(answer), Labels.server) }

  private func labelled(_ answer: OutgoingResponse, _ who: String, because reason: String? = nil) -> OutgoingResponse {
    var response = answer.response
    response.headers[Labels.answeredBy] = who
    if let reason { response.headers[Labels.fallback] = Labels.field(reason) }
    var labelled = answer
    labelled.content = .response(response)
    return labelled
  }
}

/// The paths deleted on the mock. They stay deleted there, even if the mock never had the items.
private final class DeletedPaths: Sendable {
  private static let most = 10_000

  private let paths = Mutex<Set<String>>([])

  func has(_ path: String) -> Bool { paths.withLock { $0.contains(path) } }

  func note(_ path: String) {
    paths.withLock { paths in
      if paths.count < Self.most { paths.insert(path) }
    }
  }
}
