import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages

/// Asks a server whether it lacks the endpoints that its answers make look missing.
///
/// A 404 says nothing by itself: it may be about an item. An endpoint is missing where a GET of a sibling path that can't exist is
/// answered alike, and OPTIONS doesn't list the endpoint's method. Whatever is not shown so is left open.
struct AbsenceControl: Sendable {
  private let inspector: Inspector
  private let items: ItemClient
  private let control: RouteControl

  /// - Parameter items: sends the requests; nothing of them is judged.
  init(_ inspector: Inspector, items: ItemClient) {
    self.inspector = inspector
    self.items = items
    control = RouteControl(inspector.contract)
  }

  /// The ids of endpoints that look missing in exchanges and aren't shown to be.
  ///
  /// - Parameter known: those that other exchanges show to be there: nobody asks for them.
  func undecided(in exchanges: [Exchange], known: Set<String>) async -> Set<String> {
    var asked = known
    var undecided: Set<String> = []
    for exchange in exchanges {
      guard let endpoint = inspector.endpoint(of: exchange.request), !asked.contains(endpoint.id),
        inspector.inspect(exchange).contains(where: { $0.rule == .endpoint.missing })
      else { continue }
      asked.insert(endpoint.id)
      if await !isMissing(exchange, endpoint) { undecided.insert(endpoint.id) }
    }
    return undecided
  }

  private func isMissing(_ exchange: Exchange, _ endpoint: Endpoint) async -> Bool {
    switch control.verdict(on: exchange) {
    case .present: return false
    case .absent: break
    case .undecided(let other):
      guard case .absent = control.verdict(on: exchange, beside: await items.sendWrong(other)) else { return false }
    }
    return await !isListed(endpoint.request.method, at: exchange.request)
  }

  /// Whether OPTIONS of a path lists a method (RFC 9110 sections 9.3.7 and 10.2.1).
  private func isListed(_ method: HTTPMethod, at request: Request) async -> Bool {
    let question = RouteControl.bodyless(.options, request.path, like: request)
    guard let response = await items.sendWrong(question).response, let allow = response.headers["allow"],
      (200..<300).contains(response.status) || response.status == 405
    else { return false }
    return allow.split { $0 == "," || $0 == " " }.contains { $0.uppercased() == method.description }
  }
}
