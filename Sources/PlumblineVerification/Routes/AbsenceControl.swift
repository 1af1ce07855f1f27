import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages

/// A check of whether a server really lacks the endpoints that its responses suggest are missing.
///
/// A 404 alone proves nothing, because it may be about an item. An endpoint is missing if all items in its path exist,
/// a GET of an impossible sibling path gets the same response, and OPTIONS doesn't list the endpoint's method. In all
/// other cases, the question is left open.
struct AbsenceControl: Sendable {
  private let inspector: Inspector
  private let items: ItemClient
  private let control: RouteControl
  /// The user's values, which are assumed to exist on the server.
  private let given: Set<String>

  /// - Parameter items: The client that sends the requests. Their responses aren't checked.
  init(_ inspector: Inspector, items: ItemClient, given: some Sequence<String>) {
    self.inspector = inspector
    self.items = items
    self.given = Set(given)
    control = RouteControl(inspector.contract)
  }

  /// Returns the ids of the endpoints that look missing in exchanges, without proof that they are.
  ///
  /// - Parameter known: The endpoints that other exchanges prove to exist. No requests are sent for them.
  func undecided(in exchanges: [Exchange], known: Set<String>) async -> Set<String> {
    var asked = known
    var undecided: Set<String> = []
    var shown: Set<String>?
    for exchange in exchanges {
      guard let endpoint = inspector.endpoint(of: exchange.request), !asked.contains(endpoint.id),
        inspector.inspect(exchange).contains(where: { $0.rule == .endpoint.missing })
      else { continue }
      // If the endpoint documents a 404, a missing item would get one of that shape, so this one isn't about an item.
      let isDocumented = exchange.response.map { endpoint.documents($0.status) } ?? true
      let values = isDocumented ? [] : Self.identifiers(in: exchange.request, of: endpoint)
      let known = values.isEmpty ? [] : shown ?? self.shown(in: exchanges)
      if !values.isEmpty { shown = known }
      let isMadeUp = values.contains { !given.contains($0) && !known.contains($0) }
      // Try the other exchanges as well, which may request an existing item.
      undecided.insert(endpoint.id)
      if isMadeUp { continue }
      asked.insert(endpoint.id)
      if await isMissing(exchange, endpoint) { undecided.remove(endpoint.id) }
    }
    return undecided
  }

  /// Returns the values of a path's parameters, except for parameters with few allowed values.
  private static func identifiers(in request: Request, of endpoint: Endpoint) -> [String] {
    let values = endpoint.request.template.match(request.path) ?? [:]
    return values.filter { name, _ in
      let source = endpoint.path.first { $0.name == name }?.schema.source
      return source?["enum"] == nil && source?["const"] == nil
    }.map(\.value)
  }

  /// Returns the identifiers that are known to exist on the server: those in paths with successful responses, and the
  /// keys of listed and new items, according to the contract's `state`.
  private func shown(in exchanges: [Exchange]) -> Set<String> {
    var found: Set<String> = []
    for exchange in exchanges {
      guard let response = exchange.response, let reading = WireReading(exchange.request, in: inspector.contract),
        reading.isDone(response)
      else { continue }
      if reading.endpoint.isSafe { found.formUnion(reading.within.values) }
      found.formUnion(reading.itemsShown(by: response).map(\.key))
      if let made = reading.itemMade(by: response) { found.insert(made.key) }
    }
    return found
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

  /// Returns a Boolean value that indicates whether OPTIONS of a path lists a method (RFC 9110 sections 9.3.7 and
  /// 10.2.1).
  private func isListed(_ method: HTTPMethod, at request: Request) async -> Bool {
    let question = RouteControl.bodyless(.options, request.path, like: request)
    guard let response = await items.sendWrong(question).response, let allow = response.headers["allow"],
      (200..<300).contains(response.status) || response.status == 405
    else { return false }
    return allow.split { $0 == "," || $0 == " " }.contains { $0.uppercased() == method.description }
  }
}
