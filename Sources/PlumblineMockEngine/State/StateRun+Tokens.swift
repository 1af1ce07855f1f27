import PlumblineContractModel
import PlumblineJSONTree

/// Issuance and revocation of credentials.
extension StateRun {
  func handOut(_ tokens: inout TokenStore, _ store: ItemStore) -> StateOutcome {
    guard let persona = rule.action == .login ? whoLogsIn(store) : reading.persona else {
      // Prefer the endpoint's own error. A login's own 401, for example, means that the password is wrong.
      let failure = reading.endpoint.ownRefusal
      let message = failure?.summary ?? "No persona matches this login."
      return .refused(
        StateOutcome.Refusal(cause: .other, failure: failure, status: failure?.status ?? 401, message: message))
    }
    let shown = rule.action == .login ? reading.endpoint.authentication.names : []
    let credentials = contract.credentials.filter { credential in
      guard persona.credentials[credential.name] != nil else { return false }
      return rule.handsOut(credential) || !shown.contains(credential.name) && credential.isHandedOut
    }
    let terms = credentials.map { (name: $0.name, lifetime: $0.lifetime.flatMap(DurationText.seconds)) }
    return .handedOut(persona, tokens.handOut(terms, to: persona, now: second))
  }

  /// Ends the caller's session. The recordings provide the response.
  func logOut(_ tokens: inout TokenStore) -> StateOutcome {
    if let key = rule.key {
      if let token = value(at: key)?.string { end(token, &tokens) }
      return .loggedOut
    }
    let own = own(reading.persona)
    let names = reading.endpoint.authentication.names
    let shown = CredentialValues(reading.request, names: names, in: contract)
    for name in names {
      if let value = shown[name] { tokens.end(name, value, own: own) }
    }
    return .loggedOut
  }

  /// Returns those of a persona's credentials that logins and refreshes issue.
  private func own(_ persona: Persona?) -> [(name: String, value: String)] {
    let rules = contract.endpoints.flatMap(\.states)
    return contract.credentials.filter { credential in
      credential.isHandedOut || rules.contains { $0.handsOut(credential) }
    }
    .compactMap { credential in persona?.credentials[credential.name].map { (name: credential.name, value: $0) } }
  }

  /// Ends the session of a token that is revoked (RFC 7009). It can be an access token or a refresh token. An unknown
  /// token has no effect.
  private func end(_ token: String, _ tokens: inout TokenStore) {
    for credential in contract.credentials {
      let owner = contract.personas.first { $0.credentials[credential.name] == token }
      tokens.end(credential.name, token, own: own(owner))
    }
  }

  /// Returns the persona that logs in. It is the persona whose login values are in the body or, if the rule refers to a
  /// collection, the persona for the item that matches the request.
  private func whoLogsIn(_ store: ItemStore) -> Persona? {
    guard let name = rule.collection, let (number, collection) = store.collection(name),
      store.remembers(place(of: collection, number))
    else { return PersonaLogin.persona(of: reading.body, in: contract) }
    guard let item = items(of: name, rule.within, store, nil)?.first, let id = collection.key.flatMap({ item.at($0) })
    else { return nil }
    let text = ItemTable.text(of: id)
    let known = contract.personas.first { $0.source["id"].map { ItemTable.text(of: $0) } == text }
    return known ?? rule.persona.flatMap { contract.persona($0)?.becoming(id) }
  }
}

extension StateRule {
  /// Returns a Boolean value that indicates whether the response issues a credential that is sent in bodies, such as a
  /// refresh token. This is what distinguishes such a credential from a key that every caller has.
  fileprivate func handsOut(_ credential: Credential) -> Bool {
    guard case .body = credential.carrier else { return false }
    return action.handsOutCredential
      && assignments.contains { assignment in
        if case .address(.credential(credential.name)) = assignment.value { true } else { false }
      }
  }
}
