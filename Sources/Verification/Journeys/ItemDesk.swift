import ContractModel
import HTTPMessages
import JSONTree
import Synchronization

/// Looks at a real server's items and undoes changes, by requests of the verifier's own.
struct ItemDesk: Sendable {
  /// What looking for an item came to.
  enum Sight: Sendable {
    case there(JSON)
    case absent
    /// It can't be told, and why.
    case unknown(String)
  }

  let contract: Contract
  /// The server, behind the write rule.
  let responder: any Responder
  private let log = ExchangeLog()

  init(contract: Contract, responder: any Responder) {
    self.contract = contract
    self.responder = responder
  }

  /// Every exchange so far.
  var exchanges: [Exchange] { log.all }

  func resource(_ item: ServerItem) -> Resource? {
    contract.collection(item.collection).map { Resource($0, in: contract) }
  }

  /// A request to an endpoint.
  func request(
    _ endpoint: Endpoint, path: String, credentials: [String: String], body: JSON? = nil
  ) -> Request {
    var headers: HeaderFields = ["Accept": "application/json", "User-Agent": "plumbline-verify"]
    for (name, value) in contract.headers(of: credentials, for: endpoint) { headers[name] = value }
    if body != nil { headers["Content-Type"] = "application/json" }
    let items = contract.queryItems(of: credentials, for: endpoint).map {
      "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))"
    }
    return Request(
      method: endpoint.request.method, target: path + (items.isEmpty ? "" : "?" + items.joined(separator: "&")),
      headers: headers, body: body.map { Body($0.text) } ?? .empty)
  }

  func send(_ request: Request) async -> Exchange {
    let exchange = Exchange(request: request, outcome: await responder.answer(to: request).outcome)
    log.append(exchange)
    return exchange
  }

  /// Looks for an item: by reading it, else in the list that it is in.
  func look(for item: ServerItem, credentials: [String: String]) async -> Sight {
    guard let resource = resource(item) else { return .unknown("the contract has no \(item.collection)") }
    for read in resource.reads {
      guard let path = item.path(at: read) else { continue }
      let exchange = await send(request(read, path: path, credentials: credentials))
      guard let response = exchange.response, let reading = WireReading(exchange.request, in: contract) else {
        return .unknown(Self.summary(exchange))
      }
      if reading.isDone(response), let payload = reading.payload(of: response) {
        if resource.isShown(payload, by: read) { return .there(payload) }
        return .unknown("\(Self.summary(exchange)), and shows none of the \(item.collection)")
      }
      return [404, 410].contains(response.status) ? .absent : .unknown(Self.summary(exchange))
    }
    for list in resource.lists where !item.key.isEmpty {
      guard Set(list.request.template.parameters) == Set(item.within.keys), let path = item.path(inList: list) else {
        continue
      }
      let exchange = await send(request(list, path: path, credentials: credentials))
      guard let items = items(in: exchange, of: list) else { return .unknown(Self.summary(exchange)) }
      let found = items.first { key(of: $0, in: resource.collection) == item.key }
      if let found { return .there(found) }
      // Page sizes are round numbers; a list of such a length may go on.
      return items.count < 10 || items.count % 5 != 0 ? .absent : .unknown("the list of \(item.collection) may go on")
    }
    return .unknown("the contract has no endpoint that shows it")
  }

  /// The items that a list shows; `nil` for an answer that is no list.
  func items(in exchange: Exchange, of list: Endpoint) -> [JSON]? {
    guard let response = exchange.response, let reading = WireReading(exchange.request, in: contract),
      reading.isDone(response), let payload = reading.payload(of: response)
    else { return nil }
    let place = list.states.first { $0.action == .list }?.place
    guard let items = place.map({ payload.at($0) }) ?? payload, items.kind == .array else { return nil }
    return Array(items.elements)
  }

  func key(of item: JSON, in collection: ItemCollection) -> String? {
    collection.key.flatMap { item.at($0) }.flatMap(WireReading.text)
  }

  /// What came of a request, in a few words, without its query: `PUT /tickets/7 answered 500`.
  static func summary(_ exchange: Exchange) -> String {
    let place = "\(exchange.request.method) \(exchange.request.path)"
    switch exchange.outcome {
    case .response(let response): return "\(place) answered \(response.status)"
    case .failure(let failure): return "\(place) got no answer: \(failure.message)"
    }
  }
}
