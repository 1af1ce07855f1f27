import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Checks with swapped tokens: an access token is sent to a refresh endpoint, and a refresh token to endpoints that
/// require access tokens.
extension SessionCheck {
  static let kindName = "accepts each token only for its purpose"

  /// Sends both kinds of tokens of a session where the other kind is required.
  ///
  /// - Returns: The report line, and the resulting session. If a refresh accepts the wrong token, it replaces the
  ///   session's tokens.
  func judgeKinds(
    _ session: OwnSession, _ door: SessionOpener, _ refresh: Found
  ) async -> (outcome: CallOutcome?, session: OwnSession) {
    var exchanges: [Exchange] = []
    var later = session
    let verdicts = await judgeKinds(session, door, refresh, &later, &exchanges)
    return (context.outcome(of: refresh.endpoint, Self.kindName, verdicts, exchanges: exchanges), later)
  }

  private func judgeKinds(
    _ session: OwnSession, _ door: SessionOpener, _ refresh: Found, _ later: inout OwnSession,
    _ exchanges: inout [Exchange]
  ) async -> [Verdict] {
    guard let renewing = kind(askedBy: refresh.endpoint, session) else { return [] }
    guard let (reading, _) = await opened(by: session, door) else {
      return [.undecided("there is no way to tell that the session is open")]
    }
    guard let opening = kind(askedBy: reading, session), opening.name != renewing.name,
      opening.token != renewing.token
    else { return [] }
    if let reason = context.turnedAway { return [.undecided(reason)] }
    let first = await show(renewing, insteadOf: opening, to: reading, session, door)
    exchanges += first.exchanges
    let second = await show(opening, insteadOf: renewing, to: refresh.endpoint, session, door)
    exchanges += second.exchanges
    if let taken = second.exchanges.first(where: isDone), let answer = WireReading(taken.request, in: context.contract),
      let next = taken.response.flatMap(answer.payload).flatMap({ door.tokens(in: $0, by: refresh.rule) })
    {
      later = session.renewed(next)
    }
    return [first.verdict, second.verdict]
  }

  /// A session's token, with the name of its credential.
  private struct Kind {
    let name: String
    let token: String
  }

  /// Returns the only token of a session that an endpoint requires, or `nil` if the endpoint is a login, or requires
  /// none, several, or one of several.
  private func kind(askedBy endpoint: Endpoint, _ session: OwnSession) -> Kind? {
    guard endpoint.authentication.alternatives.count(where: { !$0.isEmpty }) == 1 else { return nil }
    let names = endpoint.authentication.names.filter { session.handedOut[$0] != nil }
    guard names.count == 1, let token = session.handedOut[names[0]] else { return nil }
    return Kind(name: names[0], token: token)
  }

  /// Sends a token to an endpoint that requires the other kind. If the token is accepted, also calls the endpoint
  /// without any token, because an open endpoint says nothing about tokens.
  private func show(
    _ wrong: Kind, insteadOf right: Kind, to endpoint: Endpoint, _ session: OwnSession, _ door: SessionOpener
  ) async -> (verdict: Verdict, exchanges: [Exchange]) {
    var shown = session.credentials
    shown[right.name] = wrong.token
    guard let exchange = await door.send(endpoint, shown, isWrong: true), let status = exchange.response?.status else {
      return (.undecided("\(endpoint.request) got no response"), [])
    }
    if status >= 500 || [423, 429].contains(status) {
      return (.undecided("\(endpoint.request) returned \(status)"), [exchange])
    }
    guard isDone(exchange) else { return (.fits, [exchange]) }
    let others = shown.filter { endpoint.authentication.names.contains($0.key) && $0.key != right.name }
    let open = context.items.request(endpoint, path: endpoint.request.template.text, credentials: others)
    guard let without = await context.askWrong(open) else {
      return (.undecided("\(endpoint.request) wasn't tried without a token"), [exchange])
    }
    if without.response == nil || isDone(without) {
      return (.undecided("\(endpoint.request) isn't rejected without a token"), [exchange, without])
    }
    let drift = context.drift(
      .session.tokenKindIgnored, at: endpoint, status: status, expected: "a rejection", actual: "\(status)",
      detail: wrong.name, by: exchange,
      "\(endpoint.request) requires \(right.name), but returns \(status) when sent the \(wrong.name) from "
        + "the same login instead.")
    return (.drifts(drift), [exchange, without])
  }
}
