import PlumblineHTTPMessages

/// An endpoint's requirements for its callers, with credentials and personas as bits.
final class AccessPlan: Sendable {
  /// The alternative sets of credentials, in the contract's order. A caller needs every credential in one of the sets.
  let alternatives: [UInt64]
  /// The personas that meet all requirements.
  let permitted: UInt64
  let hasRequirements: Bool
  let isOptional: Bool
  /// A Boolean value that indicates whether access depends only on the caller, so that the plan applies to every
  /// request.
  let isPlain: Bool

  init(_ endpoint: Endpoint, names: [String], personas: [Persona]) {
    let authentication = endpoint.authentication
    alternatives = authentication.alternatives.map { alternative in
      alternative.reduce(0) { set, name in set | 1 << UInt64(names.firstIndex(of: name) ?? 63) }
    }
    isOptional = authentication.isOptional
    hasRequirements = !endpoint.requirements.isEmpty
    isPlain =
      authentication.names.allSatisfy(names.contains) && endpoint.requirements.allSatisfy(Self.isAboutCaller)
    var permitted: UInt64 = 0
    for (index, persona) in personas.enumerated() where Self.isPermitted(persona, endpoint) {
      permitted |= 1 << UInt64(index)
    }
    self.permitted = permitted
  }

  private static func isAboutCaller(_ requirement: Requirement) -> Bool {
    guard case .condition(let condition) = requirement else { return true }
    return condition.clauses.allSatisfy { clause in
      switch clause.address {
      case .persona, .credential: true
      default: false
      }
    }
  }

  private static func isPermitted(_ persona: Persona, _ endpoint: Endpoint) -> Bool {
    let request = Request(method: endpoint.request.method, target: "/")
    return endpoint.requirement(lackedBy: persona, sending: request) == nil
  }
}
