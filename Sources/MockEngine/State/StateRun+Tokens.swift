import ContractModel
import JSONTree

/// Credentials that are handed out.
extension StateRun {
  func handOut(_ tokens: inout TokenDesk) -> StateOutcome {
    let found = rule.action == .login ? LoginDesk.persona(of: reading.body, in: contract) : reading.persona
    guard let persona = found else {
      // An endpoint's own failures come first: a login's own 401 is for a wrong password.
      let failure = reading.endpoint.failures.first { $0.status == 401 }
      let message = failure?.summary ?? "No persona has this login."
      return .refused(
        StateOutcome.Refusal(cause: .other, failure: failure, status: failure?.status ?? 401, message: message))
    }
    let shown = rule.action == .login ? reading.endpoint.authentication.names : []
    let credentials = contract.credentials.filter { credential in
      persona.credentials[credential.name] != nil && !shown.contains(credential.name) && credential.isHandedOut
    }
    let terms = credentials.map { (name: $0.name, lifetime: $0.lifetime.flatMap(DurationText.seconds)) }
    return .handedOut(persona, tokens.handOut(terms, to: persona.name, now: second))
  }
}

extension Credential {
  /// Whether it belongs to a session, rather than to a program: a bearer token, a cookie, or whatever has a lifetime.
  fileprivate var isHandedOut: Bool {
    switch carrier {
    case .bearer, .cookie: true
    case .basic, .header, .query: lifetime != nil
    }
  }
}
