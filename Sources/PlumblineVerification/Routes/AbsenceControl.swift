import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Asks a server whether it lacks the endpoints that its answers make look missing.
///
/// A 404 says nothing by itself: it may be about an item. An endpoint is missing where the server has whatever its path names, a GET
/// of a sibling path that can't exist is answered alike, and OPTIONS doesn't list the endpoint's method. Whatever is not shown so is
/// left open.
struct AbsenceControl: Sendable {
  private let inspector: Inspector
  private let items: ItemClient
  private let control: RouteControl
  /// Values that people gave: they say that the server has them.
  private let given: Set<String>

  /// - Parameter items: sends the requests; nothing of them is judged.
  init(_ inspector: Inspector, items: ItemClient, given: some Sequence<String>) {
    self.inspector = inspector
    self.items = items
    self.given = Set(given)
    control = RouteControl(inspector.contract)
  }

  /// The ids of endpoints that look missing in exchanges and aren't shown to be.
  ///
  /// - Parameter known: those that other exchanges show to be there: nobody asks for them.
  func undecided(in exchanges: [Exchange], known: Set<String>) async -> Set<String> {
    var asked = known
    var undecided: Set<String> = []
    var shown: Set<String>?
    for exchange in exchanges {
      guard let endpoint = inspector.endpoint(of: exchange.request), !asked.contains(endpoint.id),
        inspector.inspect(exchange).contains(where: { $0.rule == .endpoint.missing })
      else { continue }
      asked.insert(endpoint.id)
      // A documented 404 of another shape is no word about an item, whatever was asked for.
      let isDocumented = exchange.response.map { endpoint.documents($0.status) } ?? true
      let values = isDocumented ? [] : Self.identifiers(in: exchange.request, of: endpoint)
      let known = values.isEmpty ? [] : shown ?? Self.shown(in: exchanges)
      if !values.isEmpty { shown = known }
      let isMadeUp = values.contains { !given.contains($0) && !known.contains($0) }
      let isMissing = isMadeUp ? false : await isMissing(exchange, endpoint)
      if !isMissing { undecided.insert(endpoint.id) }
    }
    return undecided
  }

  /// What a path has for its parameters, but for those whose values the contract lists.
  private static func identifiers(in request: Request, of endpoint: Endpoint) -> [String] {
    let values = endpoint.request.template.match(request.path) ?? [:]
    return values.filter { name, _ in endpoint.path.first { $0.name == name }?.schema.listsValues != true }.map(\.value)
  }

  /// Every text and number that a GET of a run shows: what a path names by one of them is likely there.
  private static func shown(in exchanges: [Exchange]) -> Set<String> {
    var found: Set<String> = []
    func add(_ value: JSON) {
      switch value.kind {
      case .array: value.elements.forEach(add)
      case .object: value.members.forEach { add($0.value) }
      case .string, .number: if let text = WireReading.text(value) { found.insert(text) }
      case .bool, .null: break
      }
    }
    for exchange in exchanges where exchange.request.method == .get {
      guard let response = exchange.response, (200..<300).contains(response.status), let bytes = response.body.bytes
      else { continue }
      if let body = try? JSON.parse(bytes) { add(body) }
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

  /// Whether OPTIONS of a path lists a method (RFC 9110 sections 9.3.7 and 10.2.1).
  private func isListed(_ method: HTTPMethod, at request: Request) async -> Bool {
    let question = RouteControl.bodyless(.options, request.path, like: request)
    guard let response = await items.sendWrong(question).response, let allow = response.headers["allow"],
      (200..<300).contains(response.status) || response.status == 405
    else { return false }
    return allow.split { $0 == "," || $0 == " " }.contains { $0.uppercased() == method.description }
  }
}
