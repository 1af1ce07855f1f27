import PlumblineContractModel
import PlumblineHTTPMessages

/// A monitor for the sessions that the environment provides. It finds the request that ended one of them.
///
/// A session has ended if a read without path parameters succeeds at first but returns 401 after a request that opens,
/// renews or ends sessions, or after the session is rejected. The run reports this first, and sends no more requests
/// with the session's tokens. A session without such a read isn't watched.
actor GivenSessions {
  /// A session that has ended.
  struct End: Sendable {
    let persona: String
    /// The environment variables that contain the session's tokens.
    let variables: [String]
    /// The endpoint of the request that ended the session or, if that request is unknown, of the call that noticed.
    let endpoint: Endpoint
    /// The request that ended the session, and the call that sent it, such as `POST /login of "auth.login: logs in"`.
    let cause: String
    /// The rejected read and its status, such as `GET /me answers 401`.
    let refusal: String
    /// A Boolean value that indicates whether the run has opened a replacement session.
    var isRenewed = false

    /// The reason why calls that need the session are skipped.
    var reason: String { "\(persona)'s session from the environment was ended by \(cause)" }

    /// The complete sentence for the report.
    var sentence: String {
      "\(reason): \(refusal). Log in again and set \(Spelling.list(variables))."
        + (isRenewed ? " The run cleans up with its own session." : "")
    }
  }

  private struct Session {
    let persona: Persona
    /// The tokens, by the credentials' names. If some tokens are unique to this persona, the dictionary contains only
    /// those.
    let tokens: [String: String]
    /// A Boolean value that indicates whether a login was tried to replace the session. A rejected login isn't
    /// repeated.
    var isRenewalTried = false
    /// A read that succeeded with the session.
    var read: Request?
    var end: End?
  }

  private let contract: Contract
  private let credentials: Credentials
  private let items: ItemClient
  private var sessions: [Session] = []
  /// A Boolean value that indicates whether the server is known to respond. Until then, only calls send requests.
  private var isThere: Bool

  /// - Parameter isThere: A Boolean value that indicates whether to assume that the server responds before it has done
  ///   so.
  init(contract: Contract, credentials: Credentials, items: ItemClient, isThere: Bool = false) {
    self.isThere = isThere
    self.contract = contract
    self.credentials = credentials
    self.items = items
    let names = OwnSessions.names(in: contract)
    let given = contract.personas.map { persona in
      (persona: persona, tokens: credentials.given(to: persona).credentials.filter { names.contains($0.key) })
    }
    for (persona, tokens) in given {
      let own = tokens.filter { name, value in given.count { $0.tokens[name] == value } == 1 }
      let told = own.isEmpty ? tokens : own
      guard !told.isEmpty, !sessions.contains(where: { $0.tokens == told }) else { continue }
      sessions.append(Session(persona: persona, tokens: told))
    }
  }

  /// The sessions that have ended.
  var ends: [End] { sessions.compactMap(\.end) }

  /// Returns the end of the session that a persona would use to call an endpoint, or `nil` if the session is open, or
  /// if none is needed.
  func end(for persona: Persona?, calling endpoint: Endpoint) -> End? {
    guard let persona = persona, !endpoint.authentication.isOptional else { return nil }
    let given = credentials.given(to: persona).credentials
    return sessions.first { session in
      let names = endpoint.authentication.names.filter { session.tokens[$0] != nil }
      return session.end != nil && !names.isEmpty && names.allSatisfy { given[$0] == session.tokens[$0] }
    }?.end
  }

  /// Returns a Boolean value that indicates whether the server rejected one of the requests because its session has
  /// ended.
  func refused(_ exchanges: [Exchange]) -> Bool {
    exchanges.contains { exchange in
      guard exchange.response?.status == 401, case .found(let endpoint) = contract.router.route(exchange.request) else {
        return false
      }
      return sessions.contains { $0.end != nil && isShown($0, in: exchange.request, to: endpoint) }
    }
  }

  /// Finds a read for each session that has none, before a request that may end sessions.
  func prepare(before endpoint: Endpoint) async {
    guard isThere, Self.mayEndSessions(endpoint) else { return }
    for index in sessions.indices where sessions[index].read == nil && sessions[index].end == nil {
      let session = sessions[index]
      for reading in contract.endpoints.filter({ Self.isRead($0, with: session.tokens) }).prefix(3) {
        let given = credentials.given(to: session.persona).credentials
        let request = items.request(reading, path: reading.request.template.text, credentials: given)
        if await isAnswered(request) {
          sessions[index].read = request
          break
        }
      }
    }
  }

  /// Records exchanges, and checks whether a session has ended.
  ///
  /// - Returns: `true` if a session has ended.
  @discardableResult func note(_ exchanges: [Exchange], by call: String) async -> Bool {
    var cause: (endpoint: Endpoint, text: String)?
    var doubtful: Set<Int> = []
    isThere = isThere || exchanges.contains { $0.response != nil }
    for exchange in exchanges {
      guard let response = exchange.response, case .found(let endpoint) = contract.router.route(exchange.request) else {
        continue
      }
      if Self.mayEndSessions(endpoint) {
        cause = (endpoint, "\(exchange.request.method) \(exchange.request.path) of \"\(call)\"")
        doubtful.formUnion(sessions.indices)
      }
      for index in sessions.indices where isShown(sessions[index], in: exchange.request, to: endpoint) {
        if response.status == 401 {
          doubtful.insert(index)
          cause = cause ?? (endpoint, "\(exchange.request.method) \(exchange.request.path) of \"\(call)\" or before it")
        } else if Self.isRead(endpoint), (200..<300).contains(response.status) {
          // Use only reads without items in their paths. An item may be removed, or change its owner later.
          if Self.isRead(endpoint, with: sessions[index].tokens) { sessions[index].read = exchange.request }
          if !Self.mayEndSessions(endpoint) { doubtful.remove(index) }
        }
      }
    }
    guard let cause else { return false }
    var isEnded = false
    for index in doubtful.sorted() where sessions[index].end == nil {
      guard let read = sessions[index].read, let refusal = await refusal(of: read), sessions[index].end == nil else {
        continue
      }
      let session = sessions[index]
      sessions[index].end = End(
        persona: session.persona.name,
        variables: credentials.variables(for: session.persona, giving: session.tokens.keys.sorted()),
        endpoint: cause.endpoint, cause: cause.text, refusal: refusal)
      isEnded = true
    }
    return isEnded
  }

  /// Opens new sessions to replace those that have ended, so that the run's changes can be undone.
  ///
  /// - Parameter open: A closure that logs in a persona, and returns the tokens by the credentials' names.
  func renew(_ open: (Persona) async -> [String: String]?) async {
    for index in sessions.indices where sessions[index].end != nil && !sessions[index].isRenewalTried {
      sessions[index].isRenewalTried = true
      guard let tokens = await open(sessions[index].persona) else { continue }
      var renewals: [String: String] = [:]
      for (name, value) in sessions[index].tokens { renewals[value] = tokens[name] }
      items.renew(renewals)
      sessions[index].end?.isRenewed = true
    }
  }

  // MARK: - Requests

  /// Returns a Boolean value that indicates whether a request to an endpoint may end the account's sessions.
  private static func mayEndSessions(_ endpoint: Endpoint) -> Bool {
    OwnSessions.spending(of: endpoint) != nil || endpoint.states.contains { $0.action == .login }
      || !endpoint.isSafe && endpoint.authentication.isOptional
  }

  private static func isRead(_ endpoint: Endpoint) -> Bool {
    endpoint.request.method == .get && endpoint.isSafe && !endpoint.authentication.isOptional
  }

  /// Returns a Boolean value that indicates whether an endpoint is a read that requires only a session's tokens.
  private static func isRead(_ endpoint: Endpoint, with tokens: [String: String]) -> Bool {
    isRead(endpoint) && endpoint.path.isEmpty && endpoint.requirements.isEmpty
      && endpoint.authentication.names.contains { tokens[$0] != nil }
  }

  private func isShown(_ session: Session, in request: Request, to endpoint: Endpoint) -> Bool {
    let names = endpoint.authentication.names.filter { session.tokens[$0] != nil }
    let shown = CredentialValues(request, names: names, in: contract)
    return !names.isEmpty && names.allSatisfy { shown[$0] == session.tokens[$0] }
  }

  private func isAnswered(_ request: Request) async -> Bool {
    (await items.sendWrong(request).response?.status).map { (200..<300).contains($0) } ?? false
  }

  /// Returns a description of the refusal of a read that succeeded before, such as `GET /me answers 401 since then`, or
  /// `nil` if the read isn't rejected twice.
  private func refusal(of read: Request) async -> String? {
    for _ in 0..<2 {
      guard await items.sendWrong(read).response?.status == 401 else { return nil }
    }
    return "\(read.method) \(read.path) has returned 401 since then"
  }
}
