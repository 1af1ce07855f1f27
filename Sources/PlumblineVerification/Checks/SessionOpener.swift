import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A session that the run opened with a login.
struct OwnSession: Sendable {
  let persona: Persona
  /// The login values, without secrets.
  let typed: [String: String]
  /// The issued values, by the credentials' names.
  let handedOut: [String: String]
  /// The issued credentials, and the persona's other credentials.
  let credentials: [String: String]
  let answer: Exchange
  let payload: JSON

  /// Returns the session with the tokens from a refresh.
  func renewed(_ next: [String: String]) -> OwnSession {
    OwnSession(
      persona: persona, typed: typed, handedOut: handedOut.merging(next) { $1 },
      credentials: credentials.merging(next) { $1 }, answer: answer, payload: payload)
  }
}

/// A client that opens sessions with the login values from the environment, and uses them as the contract describes.
struct SessionOpener: Sendable {
  let contract: Contract
  private let credentials: Credentials
  private let writes: WriteRule
  private let records: ServerRecords
  /// The endpoint that opens sessions, and its rule.
  let login: Endpoint
  let rule: StateRule

  /// Returns `nil` if the contract has no login that issues credentials, or if the login can't be called.
  init?(_ context: CheckContext) {
    self.init(context.contract, context.credentials, context.writes, context.records)
  }

  init?(_ contract: Contract, _ credentials: Credentials, _ writes: WriteRule, _ records: ServerRecords) {
    let found = contract.endpoints.lazy.compactMap { endpoint -> (Endpoint, StateRule)? in
      endpoint.states.first { !OwnSessions.handedOut(by: $0).isEmpty && $0.action == .login }.map { (endpoint, $0) }
    }.first
    guard let (login, rule) = found, writes.refusal(of: login) == nil else { return nil }
    self.contract = contract
    self.credentials = credentials
    self.writes = writes
    self.records = records
    self.login = login
    self.rule = rule
  }

  /// Returns the first endpoint with this effect on a session, and its rule.
  func endpoint(_ action: StateRule.Action) -> (endpoint: Endpoint, rule: StateRule)? {
    contract.endpoints.lazy.compactMap { endpoint in
      endpoint.states.first { $0.action == action }.map { (endpoint, $0) }
    }.first
  }

  /// The personas whose login values are in the environment.
  var personas: [Persona] {
    contract.personas.filter { records.logins.entry(of: $0) != nil }
  }

  /// The result of an attempt to open a session.
  enum Opening: Sendable {
    case open(OwnSession)
    /// The server rejected the login, with the given exchange.
    case refused(Exchange)
    /// The request can't be created.
    case impossible
  }

  /// Logs in. A rejected login is never repeated.
  ///
  /// - Parameter former: The values to use instead of the current ones.
  func open(_ persona: Persona, with former: [String: String] = [:]) async -> Opening {
    guard let typed = records.logins.entry(of: persona)?.typed.merging(former, uniquingKeysWith: { $1 }),
      let shown = try? credentials.values(for: persona, calling: login), login.path.isEmpty
    else { return .impossible }
    let item = JSON.object(typed.sorted { $0.key < $1.key }.map { ($0.key, JSON($0.value)) })
    let request = records.items.request(login, path: login.request.template.text, credentials: shown, body: item)
    let reading = RequestReading(request, for: login)
    guard RequestValidation(reading, in: contract).faults().isEmpty else { return .impossible }
    let exchange = former.isEmpty ? await records.items.send(request) : await records.items.sendWrong(request)
    await records.given.note([exchange], by: "\(login.id): \(SessionCheck.ownName)")
    guard let response = exchange.response, let answer = WireReading(request, in: contract), answer.isDone(response),
      let payload = answer.payload(of: response), let handedOut = tokens(in: payload, by: rule)
    else { return .refused(exchange) }
    let names = Set(handedOut.keys)
    let own = credentials.given(to: persona).credentials.filter { !names.contains($0.key) }
    let open = typed.filter { !SecretNames.isSecret($0.key, holding: $0.value) }
    return .open(
      OwnSession(
        persona: persona, typed: open, handedOut: handedOut, credentials: own.merging(handedOut) { $1 },
        answer: exchange, payload: payload))
  }

  /// Returns the tokens that a login or a refresh issues, by the credentials' names, or `nil` if one is missing.
  func tokens(in payload: JSON, by rule: StateRule) -> [String: String]? {
    var tokens: [String: String] = [:]
    for assignment in rule.assignments {
      guard case .address(.credential(let name)) = assignment.value else { continue }
      guard let token = payload.at(assignment.target)?.string, !token.isEmpty else { return nil }
      tokens[name] = token
    }
    return tokens.isEmpty ? nil : tokens
  }

  /// Calls an endpoint with credentials that the run obtained. Returns `nil` if that is impossible, or if the
  /// credentials are the user's.
  func send(_ endpoint: Endpoint, _ credentials: [String: String], isWrong: Bool = false) async -> Exchange? {
    let names = endpoint.authentication.alternatives.first { $0.allSatisfy { credentials[$0] != nil } }
    guard let names, endpoint.path.isEmpty, writes.refusal(of: endpoint) == nil else { return nil }
    let rule = endpoint.states.first { [.refresh, .logout].contains($0.action) }
    var shown = credentials.filter { names.contains($0.key) }
    var ended: String?
    if rule?.action == .logout, rule?.key != nil {
      // A token in the body is used up like one in a header field.
      guard let name = OwnSessions.handedOut(by: self.rule).first(where: { credentials[$0] != nil }) else { return nil }
      ended = credentials[name]
    }
    let request = records.items.request(
      endpoint, path: endpoint.request.template.text, credentials: shown,
      body: body(of: endpoint, rule, ending: ended))
    if let ended, let name = credentials.first(where: { $0.value == ended })?.key { shown[name] = ended }
    let faults = RequestValidation(RequestReading(request, for: endpoint), in: contract).faults()
    guard faults.isEmpty, OwnSessions.spending(of: endpoint) == nil || !isGiven(shown) else { return nil }
    let exchange = isWrong ? await records.items.sendWrong(request) : await records.items.send(request)
    let name = endpoint.states.contains { $0.action == .refresh } ? SessionCheck.refreshName : SessionCheck.logoutName
    await records.given.note([exchange], by: "\(endpoint.id): \(name)")
    return exchange
  }

  /// Returns a Boolean value that indicates whether one of the tokens also comes from the environment. A login may
  /// issue the same token each time.
  private func isGiven(_ shown: [String: String]) -> Bool {
    let names = OwnSessions.handedOut(by: rule)
    let given = contract.personas.flatMap { credentials.given(to: $0).credentials.values }
    return names.contains { name in shown[name].map(given.contains) ?? false }
  }

  /// Returns the values that a persona logs in with, including the run's changes.
  func entry(of persona: Persona) -> LoginHistory.Entry? { records.logins.entry(of: persona) }

  /// The reason why the personas' login values are uncertain, or `nil` if they are certain.
  var doubt: String? {
    if let doubt = personas.lazy.compactMap({ records.logins.entry(of: $0)?.doubt }).first { return doubt }
    guard !records.logins.followsChanges,
      let changed = records.ledger.open.first(where: { !$0.isMade && isAccount($0.item.collection) })
    else { return nil }
    return "\(changed.call) changed \(changed.item.collection), and its current login values are unknown"
  }

  /// Returns a Boolean value that indicates whether a collection's items contain personas' login values.
  private func isAccount(_ collection: String) -> Bool {
    if rule.collection == collection { return true }
    let typed = Set(contract.personas.flatMap { $0.login?.members.map(\.key) ?? [] })
    return contract.collection(collection)?.members.contains { typed.contains($0.name) } ?? false
  }

  /// Returns the read endpoints that require a session, starting with those that show the caller's own item.
  func readings(with session: OwnSession) -> [Endpoint] {
    let readings = contract.endpoints.filter { endpoint in
      let names = endpoint.authentication.names
      return endpoint.request.method == .get && endpoint.path.isEmpty && endpoint.isSafe
        && endpoint.authentication.alternatives.count == 1 && names.contains { session.handedOut[$0] != nil }
        && names.allSatisfy { session.credentials[$0] != nil } && !endpoint.query.contains(where: \.isRequired)
        && endpoint.requirement(lackedBy: session.persona, sending: Request(method: .get, target: "/")) == nil
    }
    return readings.filter(\.readsCaller) + readings.filter { !$0.readsCaller }
  }
}

extension Endpoint {
  /// A Boolean value that indicates whether the endpoint shows the item that represents the caller.
  var readsCaller: Bool {
    states.contains { rule in
      guard rule.action == .read, case .persona = rule.key else { return false }
      return true
    }
  }
}
