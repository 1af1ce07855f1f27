import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Checks of logins after the run has changed login values. The server must accept the new values and reject the old
/// ones.
extension SessionCheck {
  static let formerName = "accepts only the current login data"

  /// Logs in as each persona whose login the run has changed, with the new values, and once for each change with the
  /// old value.
  ///
  /// - Parameter refused: The names of the personas whose login was just rejected.
  func judgeFormer(_ door: SessionOpener, _ refused: Set<String>) async -> CallOutcome? {
    guard context.isAsked(door.login, Self.formerName) else { return nil }
    var verdicts: [Verdict] = []
    var exchanges: [Exchange] = []
    for persona in door.personas {
      guard let entry = door.entry(of: persona), !entry.former.isEmpty else { continue }
      if let reason = context.turnedAway {
        verdicts.append(.undecided(reason))
        break
      }
      var isOpen = false
      if !refused.contains(persona.name), case .open = await door.open(persona) { isOpen = true }
      for (name, former) in entry.former.sorted(by: { $0.key < $1.key }) {
        // Skip values that differ only in case, which servers may ignore.
        guard let now = entry.typed[name], now.lowercased() != former.lowercased() else { continue }
        let seen = await judge(former, as: name, after: now, of: persona, door, isOpen: isOpen)
        exchanges += seen.exchanges
        verdicts.append(seen.verdict)
      }
    }
    return context.outcome(of: door.login, Self.formerName, verdicts, exchanges: exchanges)
  }

  /// Logs in with the old values, and again later if they are accepted.
  private func judge(
    _ former: String, as name: String, after now: String, of persona: Persona, _ door: SessionOpener, isOpen: Bool
  ) async -> (verdict: Verdict, exchanges: [Exchange]) {
    let opening = await door.open(persona, with: [name: former])
    guard case .open(let first) = opening else {
      return (verdict(on: opening, of: persona, name, isOpen: isOpen), [])
    }
    await context.items.clock.pause(Self.settling)
    let again = await door.open(persona, with: [name: former])
    guard case .open(let second) = again else {
      return (verdict(on: again, of: persona, name, isOpen: isOpen), [first.answer])
    }
    guard isSame(second, name, now: now) else {
      return (
        .undecided("there is no way to tell whether the former \(name) of \(persona.name) still works"),
        [first.answer, second.answer]
      )
    }
    let drift = context.drift(
      .session.formerLoginTaken, at: door.login, door.rule, status: second.answer.response?.status,
      expected: "a rejection", actual: "a session", detail: name, by: second.answer,
      "The run changed the \(name) of \(persona.name), but \(door.login.request) still accepts the former one"
        + (isOpen ? "." : " and rejects the current one."))
    return (.drifts(drift), [first.answer, second.answer])
  }

  /// Evaluates a login with old values. It is undecided if a login with the current values is rejected as well, or if
  /// the response is a server error or a rate limit.
  private func verdict(
    on opening: SessionOpener.Opening, of persona: Persona, _ name: String, isOpen: Bool
  ) -> Verdict {
    guard isOpen else {
      return .undecided("the login of \(persona.name) with its current \(name) opened no session")
    }
    guard case .refused(let exchange) = opening, let status = exchange.response?.status, (200..<500).contains(status),
      ![423, 429].contains(status)
    else { return .undecided("the login of \(persona.name) with its former \(name) failed for a different reason") }
    return .fits
  }

  /// Returns a Boolean value that indicates whether a session belongs to the changed account. Another account may have
  /// taken over the freed address.
  private func isSame(_ session: OwnSession, _ name: String, now: String) -> Bool {
    if SecretNames.isSecret(name, holding: now) { return true }
    return Self.member(name, of: session.payload)?.string?.lowercased() == now.lowercased()
  }
}
