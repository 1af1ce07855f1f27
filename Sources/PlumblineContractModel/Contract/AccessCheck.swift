import PlumblineHTTPMessages

extension AccessDecision {
  /// Grants access if the request's credentials alone are enough to decide. In that case, the decision applies to every
  /// request with the same target and header fields, regardless of the body. Returns `nil` if the decision depends on
  /// more.
  package static func plain(_ request: Request, to endpoint: Endpoint, in contract: Contract) -> AccessDecision? {
    contract.access.grant(request, to: endpoint)
  }

  /// Decides whether a request to an endpoint is allowed.
  ///
  /// A persona is granted access if it has every value in one of the endpoint's alternatives. If several personas
  /// qualify, as with an API key that all of them share, the one that matches the request's other credentials is
  /// chosen, or else the first. A contract without personas can't validate values, so any value is accepted.
  ///
  /// - Parameter issued: A closure that returns the persona that a login issued a credential to, given the credential's
  ///   name and value.
  /// - Parameter holding: A closure that returns the item that holds a credential (``Credential/holders``), given the
  ///   credential's name and value. If omitted, personas hold all credentials.
  package static func decide(
    _ request: Request, to endpoint: Endpoint, in contract: Contract,
    issued: @escaping (_ credential: String, _ value: String) -> Persona? = { _, _ in nil },
    holding: ((_ credential: String, _ value: String) -> Persona?)? = nil
  ) -> AccessDecision {
    if holding == nil, let granted = plain(request, to: endpoint, in: contract) { return granted }
    let check = AccessCheck(
      contract: contract, endpoint: endpoint,
      values: CredentialValues(request, in: contract), issued: issued,
      holding: holding)
    let identified = check.identify()
    guard case .granted(let persona) = identified else { return identified }
    // Without personas, no caller could meet the requirements.
    if persona == nil, contract.personas.isEmpty { return .granted(nil) }
    return permit(persona, sending: request, to: endpoint)
  }
}

/// The intermediate state of one decision.
private struct AccessCheck {
  let contract: Contract
  let endpoint: Endpoint
  let values: CredentialValues
  let issued: (String, String) -> Persona?
  let holding: ((String, String) -> Persona?)?

  func identify() -> AccessDecision {
    let authentication = endpoint.authentication
    for name in authentication.names {
      if let value = values[name], !isKnown(value, of: name) {
        let holders = contract.credential(name)?.holders.flatMap { holding == nil ? nil : "item of \($0.collection)" }
        return .unauthenticated(
          reason: "The \(describe(name)) holds a value that no \(holders ?? "persona of the contract") has.",
          credential: name)
      }
    }
    for alternative in authentication.alternatives where !alternative.isEmpty {
      guard alternative.allSatisfy({ values[$0] != nil }) else { continue }
      if contract.personas.isEmpty { return .granted(nil) }
      if let persona = persona(having: alternative) { return .granted(persona) }
    }
    if authentication.isOptional { return .granted(nil) }
    return .unauthenticated(reason: missing, credential: lacking.count == 1 ? lacking[0] : nil)
  }

  private func isKnown(_ value: String, of name: String) -> Bool {
    contract.personas.isEmpty || owner(of: value, name) != nil || contract.credential(name)?.unknown != nil
  }

  /// Returns the item that holds a value, as a persona, or `nil` if only personas hold such credentials.
  private func holder(of value: String, _ name: String) -> Persona?? {
    guard let holding, contract.credential(name)?.holders != nil else { return .none }
    return .some(holding(name, value))
  }

  private func has(_ persona: Persona, _ value: String, of name: String) -> Bool {
    if let holder = holder(of: value, name) { return holder?.isSame(as: persona) ?? false }
    if persona.credentials[name] == value || issued(name, value)?.isSame(as: persona) == true { return true }
    // A value that isn't assigned to anyone belongs to the persona for unknown values.
    return contract.credential(name)?.unknown == persona.name && owner(of: value, name) == nil
  }

  /// Returns the owner that the contract or a login assigned to a value.
  private func owner(of value: String, _ name: String) -> String? {
    if let holder = holder(of: value, name) { return holder?.name }
    return contract.personas.first { $0.credentials[name] == value }?.name ?? issued(name, value)?.name
  }

  private func persona(having alternative: [String]) -> Persona? {
    // Callers that were created at run time are identified by the credentials that were issued to them.
    let newcomers = alternative.compactMap { name in
      values[name].flatMap { holder(of: $0, name) ?? issued(name, $0) }
    }
    .filter { $0.newcomer != nil }
    let fitting = (contract.personas + newcomers).filter { persona in
      alternative.allSatisfy { name in values[name].map { has(persona, $0, of: name) } ?? false }
    }
    let others = contract.credentials.map(\.name).filter { !alternative.contains($0) && values[$0] != nil }
    return fitting.first { persona in
      !others.isEmpty && others.allSatisfy { name in values[name].map { has(persona, $0, of: name) } ?? false }
    } ?? fitting.first
  }

  /// The missing credentials of the alternative that is closest to complete.
  private var lacking: [String] {
    endpoint.authentication.alternatives.filter { !$0.isEmpty }
      .map { alternative in alternative.filter { values[$0] == nil } }
      .min { $0.count < $1.count } ?? []
  }

  /// A sentence that names the missing credentials.
  private var missing: String {
    let names = endpoint.authentication.names
    if names.isEmpty { return "No credential is required." }
    let lacking = lacking
    if lacking.isEmpty { return "The credentials \(Spelling.list(names)) belong to different personas." }
    let list = lacking.enumerated().map { ($0 == 0 ? "The " : "the ") + describe($1) }
    return Spelling.list(list) + (lacking.count == 1 ? " is missing." : " are missing.")
  }

  private func describe(_ name: String) -> String {
    guard let credential = contract.credential(name) else { return "credential \(name)" }
    return "credential \(name) (\(credential.place))"
  }
}
