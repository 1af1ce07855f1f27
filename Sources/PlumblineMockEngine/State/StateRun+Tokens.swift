import PlumblineContractModel
import PlumblineJSONTree

/// Handing out credentials, and ending them.
extension StateRun {
  func handOut(_ tokens: inout TokenStore, _ store: ItemStore) -> StateOutcome {
    guard let persona = rule.action == .login ? whoLogsIn(store) : reading.persona else {
      // An endpoint's own failures come first: a login's own 401 is for a wrong password.
      let failure = reading.endpoint.ownRefusal
      let message = failure?.summary ?? "No persona has this login."
      return .refused(
        StateOutcome.Refusal(cause: .other, failure: failure, status: failure?.status ?? 401, message: message))
    }
    let shown = rule.action == .login ? reading.endpoint.authentication.names : []
    let credentials = contract.credentials.filter { credential in
      persona.credentials[credential.name] != nil && !shown.contains(credential.name) && credential.isHandedOut
    }
    let terms = credentials.map { (name: $0.name, lifetime: $0.lifetime.flatMap(DurationText.seconds)) }
    return .handedOut(persona, tokens.handOut(terms, to: persona, now: second))
  }

  /// Ends the caller's session. The recordings provide the response.
  func logOut(_ tokens: inout TokenStore) -> StateOutcome {
    let own = contract.credentials.filter(\.isHandedOut).compactMap { credential in
      reading.persona?.credentials[credential.name].map { (name: credential.name, value: $0) }
    }
    let names = reading.endpoint.authentication.names
    let shown = CredentialValues(reading.request, names: names, in: contract)
    for name in names {
      if let value = shown[name] { tokens.end(name, value, own: own) }
    }
    return .loggedOut
  }

  /// Returns the persona that logs in: the one whose login the body is; if the rule has a collection, the persona of the item
  /// that matches the request.
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
