import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages

/// A server that does what its contract says that it refuses: which promise it breaks.
struct IgnoredRefusal {
  let contract: Contract
  let endpoint: Endpoint
  /// Who asked.
  let caller: Call.Caller
  let exchange: Exchange
  let response: Response
  /// The refusal that was promised.
  let promised: Failure

  /// The drift that names the promise; `nil` where only the call says that it has to be refused.
  var drift: Drift? {
    guard (200..<300).contains(response.status) else { return nil }
    let occasions = endpoint.occasions(of: promised)
    if caller == .nobody {
      guard occasions.contains(.unauthenticated) || occasions.contains(.forbidden) else { return nil }
      return drift(
        Rule.access.credentialIgnored, standing: [promised.standing], detail: nil,
        "The server let a caller without credentials in, and the endpoint asks for them.")
    }
    if occasions.contains(.forbidden), let persona, let missing = missing(to: persona) {
      var found = drift(
        Rule.access.permissionIgnored, standing: [], detail: missing,
        "The server let \(persona.name) do what needs a permission that \(persona.name) doesn't have.")
      // One permission that nobody looks at is one cause, wherever it is asked for.
      found.promise = "\(persona.name) \(missing)"
      return found
    }
    let rules = endpoint.states.flatMap(\.withAlso).filter { $0.mayRefuse(with: promised) }
    guard let rule = rules.first, !isWrong(for: occasions) else { return nil }
    return drift(
      Rule.effect.guardIgnored, standing: [promised.standing, rule.standing], detail: promised.name,
      "The contract's state refuses this with \(promised.name), and the server did it.")
  }

  private func drift(_ rule: Rule, standing: [Standing], detail: String?, _ message: String) -> Drift {
    // What was only assumed breaks nobody who relied on the documents.
    let isAssumed = ([endpoint.standing] + standing).contains(.assumed)
    return Drift(
      rule: rule, severity: isAssumed ? min(rule.severity, .warning) : nil, service: contract.service,
      endpoint: endpoint.id, status: response.status, expected: "\(promised.statuses) \(promised.name)",
      actual: "\(response.status)", message: message, contract: promised.location, detail: detail)
  }

  /// Whether the failure is for what the request says, whatever the state of things: it isn't as documented.
  private func isWrong(for occasions: [Occasion]) -> Bool {
    guard occasions.contains(.invalid) || occasions.contains(.malformed) else { return false }
    let reading = RequestReading(exchange.request, for: endpoint)
    return !RequestValidation(reading, in: contract).faults().allSatisfy(\.isTolerated)
  }

  private var persona: Persona? {
    switch caller {
    case .nobody: nil
    case .first: contract.personas.first
    case .persona(let name): contract.persona(name)
    }
  }

  /// What the endpoint requires and a persona doesn't have; `nil` where the persona has all of it.
  private func missing(to persona: Persona) -> String? {
    for requirement in endpoint.requirements {
      switch requirement {
      case .permission(let permission): if !persona.permissions.contains(permission) { return requirement.words }
      case .condition(let condition):
        let reading = RequestReading(exchange.request, for: endpoint, persona: persona)
        if !condition.holds(for: reading) { return requirement.words }
      }
    }
    return nil
  }
}

extension Requirement {
  /// It in few words: the permission's name, or the condition's addresses.
  var words: String {
    switch self {
    case .permission(let permission): permission
    case .condition(let condition): condition.clauses.map { "\($0.address)" }.joined(separator: ", ")
    }
  }
}

extension StateRule {
  /// The rule, and what else happens by it.
  fileprivate var withAlso: [StateRule] { [self] + also.flatMap(\.withAlso) }

  /// Whether it is what promises a failure.
  fileprivate func mayRefuse(with failure: Failure) -> Bool {
    own === failure || otherwise === failure || guards.contains { $0.failure === failure }
  }
}
