import PlumblineHTTPMessages

extension Endpoint {
  /// Returns the first requirement that a caller doesn't meet, or `nil` if the caller may send the request.
  package func requirement(lackedBy persona: Persona?, sending request: Request) -> Requirement? {
    requirements.first { requirement in
      switch requirement {
      case .permission(let permission): !(persona?.permissions.contains(permission) ?? false)
      case .condition(let condition): !condition.holds(for: RequestReading(request, for: self, persona: persona))
      }
    }
  }
}

extension AccessDecision {
  /// Decides only by an endpoint's requirements, for a caller who has already been identified.
  package static func permit(_ persona: Persona?, sending request: Request, to endpoint: Endpoint) -> AccessDecision {
    switch endpoint.requirement(lackedBy: persona, sending: request) {
    case nil: return .granted(persona)
    case .permission(let permission):
      guard let persona else {
        return .unauthenticated(
          reason: "\(endpoint.id) requires the permission \(permission), but the caller isn't logged in.",
          credential: nil)
      }
      return .forbidden(reason: "\(persona.name) lacks the permission \(permission).", persona: persona)
    case .condition(let condition):
      let addresses = Spelling.list(condition.clauses.map { "\($0.address)" })
      let caller = persona?.name ?? "A caller without a persona"
      return .forbidden(
        reason: "\(caller) may not call \(endpoint.id): the endpoint's condition on \(addresses) isn't "
          + "met.", persona: persona)
    }
  }
}
