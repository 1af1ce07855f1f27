import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A factory of the requests for one endpoint. A run sends them, and a dry run prints them.
struct ProbeRequests: Sendable {
  let contract: Contract
  /// The credential values to send, by name, or an empty dictionary for anonymous requests.
  let credentials: [String: String]
  /// The user's permission. Without it, only OPTIONS, GET and HEAD are created.
  let permission: WritePermission?
  /// A Boolean value that indicates whether POSTs that the contract marks as `safe` may be sent. If the contract
  /// forbids writes, they may not.
  var sendsSafePosts = true

  func options(_ place: ProbePlace, _ step: ProbeStep) -> HarmlessRequest { .options(place, caller(place), step) }

  /// Returns an OPTIONS request as a CORS preflight.
  func preflight(_ place: ProbePlace, _ step: ProbeStep) -> HarmlessRequest {
    .preflight(place, in: contract, step)
  }

  /// Returns a POST that the contract marks as `safe`.
  func documented(_ place: ProbePlace, _ step: ProbeStep) -> HarmlessRequest? {
    sendsSafePosts ? .documented(place, caller(place), step) : nil
  }

  /// Returns a read, or `nil` if reading changes something according to the contract.
  func read(_ place: ProbePlace, _ step: ProbeStep) -> HarmlessRequest? {
    .read(place, caller(place), in: contract, step)
  }

  /// Returns a request for a missing item: a GET that changes something, a POST, or a DELETE.
  func absent(_ place: ProbePlace, _ absence: Absence, _ step: ProbeStep) -> HarmlessRequest? {
    .absent(place, caller(place), absence, permission, step)
  }

  /// Returns a request for a missing item with a method that the contract doesn't document for the path.
  func otherMethod(
    _ place: ProbePlace, _ absence: Absence, _ step: ProbeStep
  ) -> (request: HarmlessRequest, place: ProbePlace)? {
    for method in [HTTPMethod.post, .delete] where method != place.method {
      if !contract.router.endpoints(method, path: place.path).isEmpty { continue }
      let other = ProbePlace(place, at: Endpoint.RequestLine(method: method, template: place.line.template))
      if let request = absent(other, absence, step) { return (request, other) }
    }
    return nil
  }

  /// Returns a POST whose body never completes.
  func unfinished(_ place: ProbePlace) -> HarmlessRequest? {
    permission.flatMap { .unfinished(place, caller(place), $0) }
  }

  /// Returns the same request to a sibling path that can't exist.
  func control(_ request: HarmlessRequest, of place: ProbePlace, _ control: ProbePlace.Control) -> HarmlessRequest? {
    request.control(control, of: place, caller(place), in: contract)
  }

  /// Returns a Boolean value that indicates whether a GET of a place carries no credentials, because the contract
  /// doesn't document one there and the endpoint needs only a caller. A server that accepts GET for such an endpoint,
  /// for example for a logout, then has no user to act on.
  func isAnonymous(_ place: ProbePlace) -> Bool {
    place.method == .get && !place.endpoint.request.method.isSafe && !contract.documentsReading(place.path)
      && !place.hasIdentifiers
      && !place.endpoint.requiresField
  }

  private func caller(_ place: ProbePlace) -> ProbeCaller {
    ProbeCaller(place.endpoint, credentials: isAnonymous(place) ? [:] : credentials, in: contract)
  }
}

/// The header fields and the query that carry a caller's credentials for one place.
struct ProbeCaller: Sendable {
  let headers: HeaderFields
  private let query: String
  /// The query items that the endpoint or its `when` requires, as sent.
  private let asked: [String]

  /// - Parameter credentials: The values to send, by name, or an empty dictionary for anonymous requests.
  init(_ endpoint: Endpoint, credentials: [String: String], in contract: Contract) {
    var headers: HeaderFields = [
      "Accept": contract.accept(from: endpoint), "User-Agent": "plumbline-probe/\(Toolkit.version)",
    ]
    let made = MadeRequest(parametersOf: endpoint, ConditionValues(endpoint))
    for (name, value) in made.headers { headers[name] = value }
    headers.set(credentials: contract.headers(of: credentials, for: endpoint))
    self.headers = headers
    asked = made.query
    query = contract.queryItems(of: credentials, for: endpoint)
      .map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
  }

  /// Returns a target, completed with the query items that the endpoint's `when` and its required parameters need, and
  /// with the credentials that belong in the query.
  func target(_ target: String) -> String {
    let named = Set(asked.isEmpty ? [] : Request(method: .get, target: target).queryItems.map(\.name))
    let lacking = asked.filter { !named.contains(PercentEncoding.decode(String($0.prefix { $0 != "=" }))) }
    let items = (lacking + [query]).filter { !$0.isEmpty }
    return items.isEmpty ? target : target + (target.contains("?") ? "&" : "?") + items.joined(separator: "&")
  }
}

extension PathTemplate {
  /// Returns the number of leading segments that two templates share.
  func kinship(_ other: PathTemplate) -> Int {
    zip(shape, other.shape).prefix { $0 == $1 }.count
  }
}
