import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages

/// A documented error that a server failed to return, and the contract statement that this violates.
struct IgnoredRefusal {
  let contract: Contract
  let endpoint: Endpoint
  /// The caller of the request.
  let caller: Call.Caller
  let exchange: Exchange
  let response: Response
  /// The documented error.
  let promised: Failure

  /// The drift that names the violated statement, or `nil` if only the call expects the error.
  var drift: Drift? {
    guard (200..<300).contains(response.status) else { return nil }
    let occasions = endpoint.occasions(of: promised)
    if caller == .nobody {
      guard occasions.contains(.unauthenticated) || occasions.contains(.forbidden) else { return nil }
      return drift(
        Rule.access.credentialIgnored, by: promised.standing,
        detail: endpoint.authentication.names.count == 1 ? endpoint.authentication.names[0] : nil,
        "The server accepted a caller without credentials, although the endpoint requires them.")
    }
    if occasions.contains(.forbidden), let persona,
      let missing = endpoint.requirement(lackedBy: persona, sending: exchange.request)?.words
    {
      var found = drift(
        Rule.access.permissionIgnored, detail: missing,
        "The server accepted the request of \(persona.name), who lacks the required permission.")
      // If the server never checks a permission, that is a single cause, regardless of how many endpoints require it.
      found.promise = "\(persona.name) \(missing)"
      return found
    }
    let rules = endpoint.states.flatMap(\.withAlso).filter { $0.mayRefuse(with: promised) }
    guard let rule = rules.first, !isWrong(for: occasions) else { return nil }
    return drift(
      Rule.effect.guardIgnored, by: promised.standing, rule.standing, detail: promised.name,
      "The contract's state requires the error \(promised.name), but the server accepted the request.")
  }

  private func drift(
    _ rule: Rule, by one: Standing? = nil, _ other: Standing? = nil, detail: String?, _ message: String
  ) -> Drift {
    Drift(
      rule: rule, severity: rule.severity(at: endpoint, by: one, other), service: contract.service,
      endpoint: endpoint.id, status: response.status, expected: "\(promised.statuses) \(promised.name)",
      actual: "\(response.status)", message: message, contract: promised.location, detail: detail)
  }

  /// Returns a Boolean value that indicates whether the error concerns the request's content rather than state, so that
  /// a server that accepts the request violates the documentation.
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
}

extension StateRule {
  /// The rule, and all rules that it triggers.
  fileprivate var withAlso: [StateRule] { [self] + also.flatMap(\.withAlso) }

  /// Returns a Boolean value that indicates whether the rule documents an error.
  fileprivate func mayRefuse(with failure: Failure) -> Bool {
    own === failure || otherwise === failure || guards.contains { $0.failure === failure }
  }
}
