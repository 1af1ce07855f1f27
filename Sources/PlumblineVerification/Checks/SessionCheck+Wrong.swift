import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages

/// A check that logs in with a wrong password, to an account that may be locked.
extension SessionCheck {
  static let wrongName = "rejects a wrong password"
  /// A password that no account has. It is long and mixes kinds of characters, so that most schemas allow it.
  private static let wrongPassword = "Plumbline-0-wrong!"

  /// Logs in once with a wrong password but otherwise right values, if the user allows the account to be locked. It is
  /// the last login of the run.
  ///
  /// - Parameter refused: The names of the personas whose login was just rejected.
  func judgeWrong(_ door: SessionOpener, _ refused: Set<String>) async -> CallOutcome? {
    guard context.mayLockAccount, context.isAsked(door.login, Self.wrongName), context.turnedAway == nil,
      let persona = door.personas.first, !refused.contains(persona.name), let typed = door.entry(of: persona)?.typed,
      let name = typed.keys.sorted().first(where: { SecretNames.isSecret($0, holding: typed[$0] ?? "") }),
      typed[name] != Self.wrongPassword
    else { return nil }
    var exchanges: [Exchange] = []
    let verdicts: [Verdict]
    switch await door.open(persona, with: [name: Self.wrongPassword]) {
    case .impossible: verdicts = [.undecided("the contract allows no password that is certainly wrong")]
    case .refused(let exchange):
      exchanges.append(exchange)
      let status = exchange.response?.status ?? 0
      verdicts =
        (200..<500).contains(status) && ![423, 429].contains(status)
        ? [.fits] + judgeRefusal(exchange, by: door.login)
        : [.undecided("the login of \(persona.name) with a wrong \(name) failed for a different reason")]
    case .open(let session):
      exchanges.append(session.answer)
      verdicts = [
        .drifts(
          context.drift(
            .session.wrongPasswordTaken, at: door.login, door.rule, status: session.answer.response?.status,
            expected: "a rejection", actual: "a session", detail: name, by: session.answer,
            "\(door.login.request) with a wrong \(name) of \(persona.name) opens a session."))
      ]
    }
    return context.outcome(of: door.login, Self.wrongName, verdicts, exchanges: exchanges)
  }
}
