import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A check that opens sessions and verifies that they belong to the right accounts, that their tokens work, that a
/// logout ends them, and that a refresh replaces the token.
///
/// It ends only sessions that it opened itself. No persona logs in more than twice, and none with a wrong password,
/// with two exceptions: if the run has changed a persona's login, the persona logs in once more, and once with the old
/// value; and if the user allows the account to be locked, one persona logs in once with a wrong password.
struct SessionCheck: Sendable {
  static let ownName = "logs in the right account"
  static let logoutName = "ends the session"
  static let refreshName = "replaces the token it was sent"
  /// The maximum time that a server may take to invalidate a token everywhere.
  static let settling = Duration.seconds(5)

  let context: CheckContext

  func outcomes() async -> [CallOutcome] {
    guard let door = SessionOpener(context) else { return [] }
    if let doubt = door.doubt { return skipped(door, doubt) }
    var refused: Set<String> = []
    let outcomes = await sessions(door, &refused)
    let former = await judgeFormer(door, refused)
    return await outcomes + [former, judgeWrong(door, refused)].compactMap { $0 }
  }

  /// Opens and ends sessions.
  ///
  /// - Parameter refused: The names of the personas whose login is rejected. Names are added to the set.
  private func sessions(_ door: SessionOpener, _ refused: inout Set<String>) async -> [CallOutcome] {
    let asksOwn = context.isAsked(door.login, Self.ownName)
    let logout = door.endpoint(.logout).flatMap { found in
      let isAllowed = context.writes.refusal(of: found.endpoint) == nil
      return isAllowed && context.isAsked(found.endpoint, Self.logoutName) ? found : nil
    }
    // A refresh replaces tokens only if the contract says that it ends the previous session.
    let refresh = door.endpoint(.refresh).flatMap { found in
      let isReplacing = found.rule.also.contains { $0.action == .logout }
      return isReplacing && context.isAsked(found.endpoint, Self.refreshName) ? found : nil
    }
    let renewal = door.endpoint(.refresh).flatMap { found in
      let isAllowed = context.writes.refusal(of: found.endpoint) == nil
      return isAllowed && context.isAsked(found.endpoint, Self.kindName) ? found : nil
    }
    guard asksOwn || logout != nil || refresh != nil || renewal != nil else { return [] }
    var outcomes: [CallOutcome] = []
    var own: [Verdict] = []
    for (index, persona) in door.personas.enumerated() where index == 0 || asksOwn {
      guard case .open(var session) = await door.open(persona) else {
        own.append(.undecided("the login of \(persona.name) opened no session"))
        refused.insert(persona.name)
        // Stop, because a caller whose login is rejected may be locked out next.
        break
      }
      if asksOwn {
        own.append(await judgeOwner(of: session, door))
        own += await judgeTokens(session.handedOut, of: session, door, door.login, door.rule, in: session.payload)
      }
      guard index == 0 else { continue }
      if let renewal {
        let (outcome, later) = await judgeKinds(session, door, renewal)
        outcomes += [outcome].compactMap { $0 }
        session = later
      }
      outcomes += await judgeEnds(session, door, logout, refresh)
    }
    if asksOwn, let outcome = context.outcome(of: door.login, Self.ownName, own) { outcomes.append(outcome) }
    return outcomes
  }

  /// Returns the report line that explains why no session is opened. There is none if sessions aren't checked, or if no
  /// persona can log in.
  private func skipped(_ door: SessionOpener, _ reason: String) -> [CallOutcome] {
    var lines = [(door.login, Self.ownName)]
    lines += [door.endpoint(.logout)].compactMap { $0 }.map { ($0.endpoint, Self.logoutName) }
    lines += [door.endpoint(.refresh)].compactMap { $0 }.map { ($0.endpoint, Self.refreshName) }
    lines += [door.endpoint(.refresh)].compactMap { $0 }.map { ($0.endpoint, Self.kindName) }
    lines.append((door.login, Self.formerName))
    guard !door.personas.isEmpty, let line = lines.first(where: { context.isAsked($0.0, $0.1) }) else { return [] }
    let verdict = Verdict.undecided("no session was opened: \(reason)")
    return [context.outcome(of: line.0, line.1, [verdict])].compactMap { $0 }
  }

  // MARK: - Whose session it is

  /// Compares the login values with the caller's data in the login response and in reads with the session.
  private func judgeOwner(of session: OwnSession, _ door: SessionOpener) async -> Verdict {
    var sights: [(Endpoint, Exchange, JSON)] = [(door.login, session.answer, session.payload)]
    for reading in door.readings(with: session).prefix(1) where reading.readsCaller {
      guard let exchange = await door.send(reading, session.credentials), let response = exchange.response,
        let answer = WireReading(exchange.request, in: context.contract), answer.isDone(response),
        let payload = answer.payload(of: response)
      else { continue }
      sights.append((reading, exchange, payload))
    }
    var isSeen = false
    for (endpoint, exchange, payload) in sights {
      for (name, typed) in session.typed.sorted(by: { $0.key < $1.key }) {
        guard let shown = Self.member(name, of: payload), let text = shown.string else { continue }
        isSeen = true
        if Self.isSame(text, typed) { continue }
        return .drifts(
          context.drift(
            .session.tokenOfAnother, at: endpoint, status: exchange.response?.status,
            pointer: JSONPointer(tokens: ["response", "body"]) + shown.pointer,
            expected: "the \(name) that was sent",
            actual: "a different \(name)", detail: name,
            "The login of \(session.persona.name) logs in a different user: the \(name) in the response isn't the one "
              + "that was sent."
          ))
      }
    }
    return isSeen ? .fits : .undecided("there is no way to tell whose session it is")
  }

  /// Returns a member that describes the caller, from the top level or from the only object that has it.
  static func member(_ name: String, of payload: JSON) -> JSON? {
    if let own = payload[name] { return own }
    let inner = payload.members.compactMap { $0.value.kind == .object ? $0.value[name] : nil }
    return inner.count == 1 ? inner[0] : nil
  }

  /// Returns a Boolean value that indicates whether two strings are the same name, ignoring case, spaces and
  /// punctuation.
  private static func isSame(_ one: String, _ other: String) -> Bool {
    func bare(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
    let (one, other) = (bare(one), bare(other))
    // A phone number may include the country code.
    return one == other || one.hasSuffix(other) || other.hasSuffix(one)
  }

  // MARK: - The end

  typealias Found = (endpoint: Endpoint, rule: StateRule)

  private func judgeEnds(
    _ session: OwnSession, _ door: SessionOpener, _ logout: Found?, _ refresh: Found?
  ) async -> [CallOutcome] {
    var outcomes: [CallOutcome] = []
    var session = session
    if let logout {
      var exchanges: [Exchange] = []
      let verdicts = await judgeLogout(session, door, logout, &exchanges)
      if let outcome = context.outcome(of: logout.endpoint, Self.logoutName, verdicts, exchanges: exchanges) {
        outcomes.append(outcome)
      }
      guard refresh != nil, case .open(let next) = await door.open(session.persona) else { return outcomes }
      session = next
    }
    if let refresh {
      var exchanges: [Exchange] = []
      let verdicts = await judgeRefresh(session, door, refresh, &exchanges)
      if let outcome = context.outcome(of: refresh.endpoint, Self.refreshName, verdicts, exchanges: exchanges) {
        outcomes.append(outcome)
      }
    }
    return outcomes
  }

  private func judgeLogout(
    _ session: OwnSession, _ door: SessionOpener, _ logout: Found, _ exchanges: inout [Exchange]
  ) async -> [Verdict] {
    guard let (reading, _) = await opened(by: session, door) else {
      return [.undecided("there is no way to tell that the session is open")]
    }
    guard let ended = await door.send(logout.endpoint, session.credentials), isDone(ended) else {
      return [.undecided("the logout wasn't performed")]
    }
    var tried: Set<String> = []
    let doors = [reading, door.endpoint(.refresh)?.endpoint].compactMap { $0 }
    return await ending(session, door, .session.logoutIgnored, logout, doors, "After a logout", &tried, &exchanges)
  }

  private func judgeRefresh(
    _ session: OwnSession, _ door: SessionOpener, _ refresh: Found, _ exchanges: inout [Exchange]
  ) async -> [Verdict] {
    guard let (reading, _) = await opened(by: session, door) else {
      return [.undecided("there is no way to tell that the session is open")]
    }
    guard let refreshed = await sendTwice(refresh.endpoint, session.credentials, door) else {
      return [.undecided("the refresh wasn't performed")]
    }
    if refreshed.response?.status == 401,
      let name = refresh.endpoint.authentication.names.first(where: { session.handedOut[$0] != nil })
    {
      return [opensNothing(name, refresh.endpoint, door.login, door.rule, session.payload)]
    }
    guard isDone(refreshed), let answer = WireReading(refreshed.request, in: context.contract),
      let payload = refreshed.response.flatMap(answer.payload), let next = door.tokens(in: payload, by: refresh.rule)
    else { return [.undecided("the refresh wasn't performed")] }
    let (kept, last) = await judgeKept(next, session, door, refresh, payload)
    // If the refresh kept all tokens, there is no replaced token to check.
    guard last.contains(where: { session.handedOut[$0.key] != $0.value }) else { return kept }
    let earlier = session.handedOut.filter { last[$0.key] != $0.value }
    let old = OwnSession(
      persona: session.persona, typed: session.typed, handedOut: earlier,
      credentials: session.credentials.filter { session.handedOut[$0.key] == nil || earlier[$0.key] != nil },
      answer: session.answer, payload: session.payload)
    // Read first, because a further refresh may invalidate a token. Send the refresh token last, because some servers
    // end all sessions if one is used twice.
    var tried: Set<String> = []
    var verdicts =
      await kept
      + ending(
        old, door, .session.refreshNotRotated, refresh, [reading], "After a refresh", &tried, &exchanges)
    verdicts += await judgeNext(last, session, door, refresh, payload)
    return await verdicts
      + ending(
        old, door, .session.refreshNotRotated, refresh, [refresh.endpoint], "After a refresh", &tried, &exchanges)
  }

  /// Checks whether an ended session's tokens still work for reads and for a refresh.
  private func ending(
    _ session: OwnSession, _ door: SessionOpener, _ rule: Rule, _ ended: Found, _ endpoints: [Endpoint], _ when: String,
    _ tried: inout Set<String>, _ exchanges: inout [Exchange]
  ) async -> [Verdict] {
    var verdicts: [Verdict] = []
    for endpoint in endpoints {
      guard let name = endpoint.authentication.names.first(where: { session.handedOut[$0] != nil }),
        tried.insert(name).inserted
      else { continue }
      guard var exchange = await door.send(endpoint, session.credentials, isWrong: true) else { continue }
      exchanges.append(exchange)
      // Don't repeat a refresh, because it uses up its token.
      if isDone(exchange), !endpoint.states.contains(where: { $0.action == .refresh }) {
        await context.items.clock.pause(Self.settling)
        guard let again = await door.send(endpoint, session.credentials, isWrong: true) else { continue }
        exchanges.append(again)
        exchange = again
      }
      guard isDone(exchange), let status = exchange.response?.status else {
        verdicts += [.fits] + judgeRefusal(exchange, by: endpoint)
        continue
      }
      verdicts.append(
        .drifts(
          context.drift(
            rule, at: ended.endpoint, ended.rule, status: status, expected: "a rejection", actual: "\(status)",
            detail: name,
            "\(when), \(endpoint.request) with the earlier \(name) still returns \(status).")))
    }
    return verdicts
  }

  /// Sends a request, and repeats it later if the credentials aren't accepted yet. A refusal doesn't use up a token.
  func sendTwice(_ endpoint: Endpoint, _ credentials: [String: String], _ door: SessionOpener) async -> Exchange? {
    guard let first = await door.send(endpoint, credentials) else { return nil }
    guard first.response?.status == 401 else { return first }
    await context.items.clock.pause(Self.settling)
    return await door.send(endpoint, credentials)
  }

  /// Returns an endpoint that can be read with the session, and the exchange.
  func opened(by session: OwnSession, _ door: SessionOpener) async -> (Endpoint, Exchange)? {
    for reading in door.readings(with: session).prefix(2) {
      if let exchange = await door.send(reading, session.credentials), isDone(exchange) { return (reading, exchange) }
    }
    return nil
  }

  func isDone(_ exchange: Exchange) -> Bool {
    guard let response = exchange.response, let reading = WireReading(exchange.request, in: context.contract) else {
      return false
    }
    // A login page isn't a success.
    return reading.isDone(response) && response.mediaType.map { !$0.hasPrefix("text/html") } ?? true
  }
}
