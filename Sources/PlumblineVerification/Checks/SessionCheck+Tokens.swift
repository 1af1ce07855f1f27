import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Checks that the tokens from logins and refreshes work.
extension SessionCheck {
  /// Tries the tokens from a login or a refresh, provided that the server has accepted such a credential in the run.
  ///
  /// - Parameters:
  ///   - tokens: The tokens, by the credentials' names.
  ///   - endpoint: The endpoint that issued them.
  func judgeTokens(
    _ tokens: [String: String], of session: OwnSession, _ door: SessionOpener, _ endpoint: Endpoint, _ rule: StateRule,
    in payload: JSON
  ) async -> [Verdict] {
    let credentials = session.credentials.merging(tokens) { $1 }
    for reading in door.readings(with: session) {
      guard let name = reading.authentication.names.first(where: { tokens[$0] != nil }),
        await isOpen(reading, to: session.persona)
      else { continue }
      let verdict = await context.settled {
        guard let exchange = await door.send(reading, credentials), let status = exchange.response?.status else {
          return .undecided("\(reading.request) got no response")
        }
        return status == 401 ? opensNothing(name, reading, endpoint, rule, payload) : .fits
      }
      return [verdict]
    }
    return []
  }

  /// Returns a Boolean value that indicates whether a persona can read with the credentials from the environment.
  private func isOpen(_ reading: Endpoint, to persona: Persona) async -> Bool {
    if context.samples.all(of: reading).contains(where: { $0.persona?.name == persona.name }) { return true }
    guard let shown = try? context.credentials.values(for: persona, calling: reading), !shown.isEmpty,
      let exchange = await context.ask(
        context.items.request(reading, path: reading.request.template.text, credentials: shown))
    else { return false }
    return isDone(exchange)
  }

  func opensNothing(
    _ name: String, _ tried: Endpoint, _ endpoint: Endpoint, _ rule: StateRule, _ payload: JSON
  ) -> Verdict {
    .drifts(
      context.drift(
        .effect.notApplied, at: endpoint, rule,
        pointer: JSONPointer(tokens: ["response", "body"]) + payload.pointer + rule.handingPlace(of: name),
        expected: "a \(name) that \(tried.request) accepts", actual: "401", detail: name,
        "\(endpoint.request) issues a \(name) that \(tried.request) rejects with 401."))
  }

  /// Refreshes once more after a pause if a refresh returns the same token, because tokens issued in the same second
  /// may be equal.
  ///
  /// - Returns: The verdicts, and the tokens that are then valid.
  func judgeKept(
    _ next: [String: String], _ session: OwnSession, _ door: SessionOpener, _ refresh: Found, _ payload: JSON
  ) async -> (verdicts: [Verdict], tokens: [String: String]) {
    guard next.contains(where: { session.handedOut[$0.key] == $0.value }) else { return ([], next) }
    await context.items.clock.pause(Self.settling)
    guard let again = await door.send(refresh.endpoint, session.credentials.merging(next) { $1 }), isDone(again),
      let answer = WireReading(again.request, in: context.contract),
      let later = again.response.flatMap(answer.payload).flatMap({ door.tokens(in: $0, by: refresh.rule) })
    else { return ([.undecided("the refresh returned an existing token and wasn't repeated")], next) }
    let names = later.keys.filter { later[$0] == next[$0] && later[$0] == session.handedOut[$0] }.sorted()
    let verdicts = names.map { name -> Verdict in
      let place = refresh.rule.handingPlace(of: name)
      return .drifts(
        context.drift(
          .session.refreshNotRotated, at: refresh.endpoint, refresh.rule, status: again.response?.status,
          pointer: JSONPointer(tokens: ["response", "body"]) + payload.pointer + place,
          expected: "a new \(name)", actual: "the earlier one", detail: name, by: again,
          "\(refresh.endpoint.request) was sent twice and issued the earlier \(name) both times."))
    }
    return (verdicts.isEmpty ? [.fits] : verdicts, later)
  }

  /// Uses the tokens from a refresh for a read and for a further refresh.
  func judgeNext(
    _ next: [String: String], _ session: OwnSession, _ door: SessionOpener, _ refresh: Found, _ payload: JSON
  ) async -> [Verdict] {
    let verdicts = await judgeTokens(next, of: session, door, refresh.endpoint, refresh.rule, in: payload)
    let spent = refresh.endpoint.authentication.names.first { next[$0] != nil && next[$0] != session.handedOut[$0] }
    guard let spent,
      let again = await sendTwice(refresh.endpoint, session.credentials.merging(next) { $1 }, door),
      again.response?.status == 401
    else { return verdicts }
    return verdicts + [opensNothing(spent, refresh.endpoint, refresh.endpoint, refresh.rule, payload)]
  }
}

extension StateRule {
  /// Returns the location of an issued credential in the payload.
  fileprivate func handingPlace(of name: String) -> JSONPointer {
    let found = assignments.first { assignment in
      if case .address(.credential(name)) = assignment.value { true } else { false }
    }
    return found?.target ?? JSONPointer()
  }
}
