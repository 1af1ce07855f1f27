import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import Synchronization

/// A client that reads a real server's items and undoes changes with the verifier's own requests.
struct ItemClient: Sendable {
  /// The result of looking for an item.
  enum Sight: Sendable {
    case there(Snapshot)
    case absent
    /// The result is unknown, for the given reason.
    case unknown(String)
  }

  /// An item as a server showed it.
  struct Snapshot: Sendable {
    let item: JSON
    /// The request and its response.
    let exchange: Exchange
  }

  /// The items of a list, page by page.
  struct Listing: Sendable {
    var items: [JSON] = []
    /// The reason why the list may be incomplete, or `nil` if it was read completely.
    var unfinished: String?
    /// A Boolean value that indicates whether a page couldn't be read.
    var isBroken = false
  }

  /// The pauses while polling a server that may take time to show a change, 5 s in total.
  static let patience: [Duration] = [100, 200, 300, 400, 1000, 1000, 2000].map { .milliseconds($0) }
  /// The pauses before repeating a request to an overloaded server, unless its response specifies one.
  private static let pauses: [Duration] = [.seconds(1), .seconds(2), .seconds(4)]
  private static let longestPause = 60
  /// The maximum number of pages to read from a list.
  private static let mostPages = 100
  private static let pageSizes = [1000, 500, 250, 200, 100, 50, 30, 25, 20, 10, 5, 2, 1]

  let contract: Contract
  let clock: ProbeClock
  private let inspector: Inspector
  /// The responder that sends requests to the server through the write safeguard.
  private let responder: any Responder
  private var log = ExchangeLog()
  /// The operations on each collection's items, by collection name.
  private let resources: [String: Resource]
  private let renewals = Renewals()
  private let handedOut: HandedOutIds

  init(contract: Contract, responder: any Responder, clock: ProbeClock) {
    self.contract = contract
    resources = Dictionary(
      contract.collections.map { ($0.name, Resource($0, in: contract)) }, uniquingKeysWith: { first, _ in first })
    handedOut = HandedOutIds(contract: contract)
    self.responder = responder
    self.clock = clock
    inspector = Inspector(contract)
  }

  /// Every exchange so far.
  var exchanges: [Exchange] { log.all }

  /// A client that doesn't add its exchanges to ``exchanges``. It is for lists that are read often and checked
  /// elsewhere, and for requests whose responses are checked before they count.
  var unlogged: ItemClient {
    var client = self
    client.log = ExchangeLog()
    return client
  }

  /// Adds an exchange of an ``unlogged`` client to ``exchanges``.
  func note(_ exchange: Exchange) { log.append(exchange) }

  func resource(_ item: ServerItem) -> Resource? { resources[item.collection] }

  func resource(_ collection: String) -> Resource? { resources[collection] }

  // MARK: - Requests

  /// Replaces expired credentials with new values from now on.
  func renew(_ values: [String: String]) { renewals.add(values) }

  /// Returns a request to an endpoint.
  func request(
    _ endpoint: Endpoint, path: String, credentials: [String: String], query: [(String, String)] = [],
    body: JSON? = nil
  ) -> Request {
    var headers: HeaderFields = [
      "Accept": contract.accept(from: endpoint), "User-Agent": "plumbline-verify/\(Toolkit.version)",
    ]
    let credentials = renewals.current(credentials)
    let asked = ConditionValues(endpoint)
    // Add the parameters that the endpoint requires.
    let made = MadeRequest(parametersOf: endpoint, asked)
    for (name, value) in made.headers { headers[name] = value }
    headers.set(credentials: contract.headers(of: credentials, for: endpoint))
    let body = asked.body.isEmpty ? body : asked.completing(body ?? [:])
    let written = body.flatMap { body in endpoint.body?.structured?.body(of: body) }
    if body != nil { headers["Content-Type"] = written?.contentType ?? "application/json" }
    let own = contract.queryItems(of: credentials, for: endpoint).map { ($0.name, $0.value) }
    let named = Set(query.map(\.0))
    let wanted = made.query.filter { !named.contains(PercentEncoding.decode(String($0.prefix { $0 != "=" }))) }
    let items =
      wanted + (query + own).map { "\(PercentEncoding.encode($0.0))=\(PercentEncoding.encode($0.1))" }
    let request = Request(
      method: endpoint.request.method, target: path + (items.isEmpty ? "" : "?" + items.joined(separator: "&")),
      headers: headers, body: written.map { Body($0.bytes) } ?? body.map { Body($0.text) } ?? .empty)
    return contract.showing(credentials, in: request, for: endpoint)
  }

  /// Sends a request.
  ///
  /// - Parameter isTrial: A Boolean value that indicates whether a value in the request is made up. In this case, a
  ///   refusal proves nothing about the server and isn't added to ``exchanges``.
  func send(_ request: Request, isTrial: Bool = false) async -> Exchange {
    let request = handedOut.completed(request)
    var exchange = Exchange(request: request, outcome: await responder.answer(to: request).outcome)
    if let again = exchange.response.flatMap({ handedOut.retry(request, after: $0) }) {
      exchange = Exchange(request: again, outcome: await responder.answer(to: again).outcome)
    }
    if !isTrial || !Self.refusesValues(exchange) { log.append(exchange) }
    return exchange
  }

  /// Returns a Boolean value that indicates whether a response's status rejects a request because of its values, rather
  /// than its sender, its frequency or something missing.
  private static func refusesValues(_ exchange: Exchange) -> Bool {
    guard let status = exchange.response?.status else { return false }
    return (400..<500).contains(status) && ![401, 403, 404, 407, 408, 410, 421, 423, 429].contains(status)
  }

  /// Sends a request that is deliberately wrong, or whose caller lacks permission. The request isn't added to
  /// ``exchanges``, because its faults aren't a client's.
  func sendWrong(_ request: Request) async -> Exchange {
    Exchange(request: request, outcome: await responder.answer(to: request).outcome)
  }

  /// Sends a request, and repeats it later after a rate limit (429), or if the server is overloaded or doesn't respond
  /// and the request is idempotent, as GET, PUT and DELETE are (RFC 9110 section 9.2.2). A gateway may return 503 for a
  /// request that was executed.
  func sendPatiently(_ request: Request, isTrial: Bool = false) async -> Exchange {
    var exchange = await send(request, isTrial: isTrial)
    for pause in Self.pauses {
      guard let wait = wait(after: exchange, otherwise: pause) else { return exchange }
      await clock.pause(wait)
      exchange = await send(request, isTrial: isTrial)
    }
    return exchange
  }

  private func wait(after exchange: Exchange, otherwise pause: Duration) -> Duration? {
    let isRepeatable = exchange.request.method.isIdempotent
    guard let response = exchange.response else { return isRepeatable ? pause : nil }
    guard response.status == 429 || response.status == 503 && isRepeatable else { return nil }
    if response.asksToWait {
      let seconds = RetryAfter.seconds(response.headers, now: clock.now())
      return seconds <= Self.longestPause ? .seconds(seconds) : nil
    }
    return isRepeatable ? pause : nil
  }

  /// Returns a Boolean value that indicates whether the server is a mock whose control interface reports that its data
  /// is disposable. The server's address and name prove nothing, because a port forward to production is also on
  /// localhost.
  func isDisposable() async -> Bool {
    let exchange = await send(
      Request(method: .get, target: "/__plumbline/health", headers: ["Accept": "application/json"]))
    guard let response = exchange.response, response.status == 200, let bytes = response.body.bytes else {
      return false
    }
    return (try? JSON.parse(bytes))?["disposable"]?.bool == true
  }

  // MARK: - Looking

  /// Looks for an item by reading it or, if that isn't possible, by reading its list.
  ///
  /// - Parameter isPatient: A Boolean value that indicates whether to repeat requests to an overloaded server.
  func look(for item: ServerItem, credentials: [String: String], isPatient: Bool = false) async -> Sight {
    guard let resource = resource(item) else { return .unknown("the contract has no \(item.collection)") }
    for read in resource.reads {
      guard let path = item.path(at: read) else { continue }
      let reading = request(read, path: path, credentials: credentials)
      let exchange = isPatient ? await sendPatiently(reading) : await send(reading)
      guard let response = exchange.response, let reading = WireReading(exchange.request, in: contract) else {
        return .unknown(Self.summary(exchange))
      }
      if reading.isDone(response), let payload = reading.payload(of: response) {
        let isGone = resource.isTombstone(payload)
        guard isGone || resource.isShown(payload, by: read) else {
          return .unknown("\(Self.summary(exchange)) and doesn't show the \(item.collection) item")
        }
        if !item.key.isEmpty, let shown = key(of: payload, in: resource.collection), shown != item.key {
          return .unknown("\(Self.summary(exchange)) and shows \(item.collection) \(shown)")
        }
        return isGone ? .absent : .there(Snapshot(item: payload, exchange: exchange))
      }
      return saysAbsent(exchange) ? .absent : .unknown(Self.summary(exchange))
    }
    for list in resource.lists where !item.key.isEmpty {
      guard Set(list.request.template.parameters) == Set(item.within.keys), let path = item.path(inList: list) else {
        continue
      }
      var found: Snapshot?
      let listing = await read(list, path: path, credentials: credentials, isPatient: isPatient) { exchange, items in
        found = items.first { key(of: $0, in: resource.collection) == item.key }
          .map { Snapshot(item: $0, exchange: exchange) }
        return found == nil
      }
      if let found { return resource.isTombstone(found.item) ? .absent : .there(found) }
      return listing.unfinished.map { .unknown($0) } ?? .absent
    }
    return .unknown("the contract has no endpoint that shows it")
  }

  /// Returns a Boolean value that indicates whether a response is the documented one for a missing item, rather than a
  /// gateway's page.
  func saysAbsent(_ exchange: Exchange) -> Bool {
    [404, 410].contains(exchange.response?.status) && !inspector.inspect(exchange).contains { $0.severity == .breaking }
  }

  /// Returns a Boolean value that indicates whether a completely read list of a collection lacks an item. A read of the
  /// item alone may be wrong.
  func isUnlisted(_ item: ServerItem, credentials: [String: String]) async -> Bool {
    guard let resource = resource(item), !item.key.isEmpty else { return false }
    for list in resource.lists where Set(list.request.template.parameters) == Set(item.within.keys) {
      // A list that shows only some of the items proves nothing.
      let rule = list.states.first { $0.action == .list }
      let isWhole = rule?.within.allSatisfy { if case .path = $0.address { true } else { false } } ?? false
      guard isWhole, let path = item.path(inList: list) else { continue }
      let listing = await read(list, path: path, credentials: credentials)
      guard listing.unfinished == nil else { continue }
      return !listing.items.contains {
        key(of: $0, in: resource.collection) == item.key && !resource.isTombstone($0)
      }
    }
    return false
  }

  /// Polls an item until it is as expected or no pauses are left, and returns the last result. If a patient request
  /// doesn't show the item's state, there is no polling.
  ///
  /// - Parameter isKnown: A closure that returns whether an earlier wait for a result already failed, so that one retry
  ///   is enough.
  func look(
    for item: ServerItem, credentials: [String: String], unless isKnown: @Sendable (Sight) -> Bool = { _ in false },
    until isExpected: @Sendable (Sight) -> Bool
  ) async -> Sight {
    var sight = await look(for: item, credentials: credentials, isPatient: true)
    for (index, pause) in Self.patience.enumerated() where !isExpected(sight) {
      if case .unknown = sight { break }
      if index > 0, isKnown(sight) { break }
      await clock.pause(pause)
      sight = await look(for: item, credentials: credentials, isPatient: true)
    }
    return sight
  }

  /// Reads a list completely, in the largest pages that the contract allows, or in pages of the server's default size
  /// if it rejects the largest one.
  ///
  /// A page without new items ends the reading, because some servers ignore the requested page.
  ///
  /// - Parameter isWanted: A closure that is called with each page, and returns `false` to stop reading.
  func read(
    _ list: Endpoint, path: String, credentials: [String: String], isPatient: Bool = false,
    _ isWanted: (Exchange, [JSON]) -> Bool = { _, _ in true }
  ) async -> Listing {
    var listing = Listing()
    var seen: Set<JSON> = []
    let rule = list.states.first { $0.action == .list }
    func page(_ query: [(String, String)], isTrial: Bool = false) async -> Exchange {
      let reading = request(list, path: path, credentials: credentials, query: query)
      return isPatient ? await sendPatiently(reading, isTrial: isTrial) : await send(reading, isTrial: isTrial)
    }
    var size: [(String, String)] = []
    if case .query(let name) = rule?.size, let largest = Self.largestSize(of: name, at: list) {
      size = [(name, "\(largest)")]
    }
    let isPaged = if case .query(let name) = rule?.page { name } else { String?.none }
    let offset = if case .query(let name) = rule?.offset { name } else { String?.none }
    let cursor = rule.flatMap { keyCursor(of: $0, at: list) }
    var last: String?
    for number in 1...Self.mostPages {
      let skipped = number == 1 ? nil : offset.map { [($0, "\((rule?.firstOffset ?? 0) + listing.items.count)")] }
      let place =
        isPaged.map { [($0, "\(number)")] } ?? skipped ?? cursor.flatMap { name in last.map { [(name, $0)] } } ?? []
      var exchange = await page(size + place, isTrial: number == 1 && !size.isEmpty)
      if number == 1, !size.isEmpty, Self.refusesValues(exchange) {
        size = []
        exchange = await page(place)
      }
      guard let items = items(in: exchange, of: list) else {
        listing.unfinished = Self.summary(exchange, asking: size + place)
        // A list below a missing item doesn't exist, so it isn't broken.
        listing.isBroken = list.request.template.parameters.isEmpty || !saysAbsent(exchange)
        return listing
      }
      let new = items.filter { seen.insert($0).inserted }
      listing.items += new
      guard isWanted(exchange, items) else { return listing }
      if new.isEmpty { return listing }
      if cursor != nil, let rule {
        if isLast(exchange, items, rule, size: size) { return listing }
        last = lastKey(of: items, rule)
        if last != nil { continue }
      }
      guard isPaged != nil || offset != nil else {
        // The list may be a single page if its length is a round number, as page sizes are.
        if items.count >= 10, items.count % 5 == 0 { listing.unfinished = "the list may continue" }
        return listing
      }
    }
    listing.unfinished = "the list has more than \(Self.mostPages) pages"
    return listing
  }

  private static func largestSize(of name: String, at list: Endpoint) -> Int? {
    guard let schema = list.query.first(where: { $0.name == name })?.schema else { return nil }
    return pageSizes.first { schema.isValid(JSON($0)) }
  }

  /// Returns the items that a list response shows, or `nil` if the response isn't a list.
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

  /// Returns the reason why a snapshot can't be trusted to show the values of some members, or `nil` if it can.
  ///
  /// If there is drift in these members, in the key or around the item, a value may originally have been something
  /// else.
  func doubt(of snapshot: Snapshot, in members: [JSONPointer], key: JSONPointer?) -> String? {
    let place = JSONPointer(tokens: ["response", "body"]) + snapshot.item.pointer
    let watched = (members + [key].compactMap { $0 }).map { Self.folded(place + $0) }
    let around = Self.folded(place)
    let drift = inspector.inspect(snapshot.exchange).first { drift in
      // An undocumented member still has its value.
      guard drift.severity != .notice, drift.rule != .response.field.undocumented,
        let pointer = drift.folded ?? drift.pointer
      else { return false }
      let folded = Self.folded(pointer)
      return around.isWithin(folded) || drift.rule.isAbout(.envelope, of: .response)
        || watched.contains { $0.isWithin(folded) || folded.isWithin($0) }
    }
    return drift.map { drift in
      "\(Self.summary(snapshot.exchange)) with \(drift.rule.id) at \(drift.pointer?.description ?? "/response")"
    }
  }

  private static func folded(_ pointer: JSONPointer) -> JSONPointer {
    JSONPointer(tokens: pointer.tokens.map { Int($0) == nil ? $0 : "*" })
  }

  /// Returns a short description of a request's outcome, such as `PUT /tickets/7 answered 500`.
  ///
  /// - Parameter query: The part of the query to show. The other parameters may be secret.
  static func summary(_ exchange: Exchange, asking query: [(String, String)] = []) -> String {
    let asked = query.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
    let place = "\(exchange.request.method) \(exchange.request.path)" + (asked.isEmpty ? "" : "?\(asked)")
    switch exchange.outcome {
    case .response(let response): return "\(place) returned \(response.status)"
    case .failure(let failure): return "\(place) got no response: \(failure.message.asClause)"
    }
  }
}

/// The expired values of credentials, each with its replacement.
private final class Renewals: Sendable {
  private let values = Mutex<[String: String]>([:])

  func add(_ new: [String: String]) { values.withLock { $0.merge(new) { $1 } } }

  func current(_ credentials: [String: String]) -> [String: String] {
    values.withLock { values in values.isEmpty ? credentials : credentials.mapValues { values[$0] ?? $0 } }
  }
}
