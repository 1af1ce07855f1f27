import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Whether what logins and refreshes hand out opens anything.
extension SessionCheck {
  /// Tries what a login or a refresh handed out, where the run has seen that such a credential opens something.
  ///
  /// - Parameters:
  ///   - tokens: those that were handed out, by the credentials' names.
  ///   - endpoint: what handed them out, by the rule and in the payload.
  func judgeTokens(
    _ tokens: [String: String], of session: OwnSession, _ door: SessionDoor, _ endpoint: Endpoint, _ rule: StateRule,
    in payload: JSON
  ) async -> [Verdict] {
    let credentials = session.credentials.merging(tokens) { $1 }
    for reading in door.readings(with: session) {
      guard let name = reading.authentication.names.first(where: { tokens[$0] != nil }),
        await isOpen(reading, to: session.persona)
      else { continue }
      let verdict = await context.settled {
        guard let exchange = await door.send(reading, credentials), let status = exchange.response?.status else {
          return .undecided("\(reading.request) gave no answer")
        }
        return status == 401 ? opensNothing(name, reading, endpoint, rule, payload) : .fits
      }
      return [verdict]
    }
    return []
  }

  /// Whether a persona reads something with what the environment gives.
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
    let place = rule.assignments.first { assignment in
      if case .address(.credential(name)) = assignment.value { true } else { false }
    }
    return .drifts(
      context.drift(
        .effect.notApplied, at: endpoint, rule,
        pointer: JSONPointer(tokens: ["response", "body"]) + payload.pointer + (place?.target ?? JSONPointer()),
        expected: "a \(name) that opens \(tried.request)", actual: "401", detail: name,
        "\(endpoint.request) hands out a \(name) with which \(tried.request) is answered with 401."))
  }

  /// Uses what a refresh handed out: for what the session may read, and for one more refresh.
  func judgeNext(
    _ next: [String: String], _ session: OwnSession, _ door: SessionDoor, _ refresh: Found, _ payload: JSON
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
