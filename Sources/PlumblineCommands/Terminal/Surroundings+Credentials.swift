import PlumblineContractModel
import PlumblineMockEngine
import PlumblineVerification

extension Surroundings {
  /// Every value of the environment that is a credential of a service, for whichever persona, or opens the inspector. Of what is
  /// typed in to log in, a name without an `@` is none: it may be a word that stands everywhere.
  func credentials(of contract: Contract) -> [String] {
    let credentials = Credentials(contract: contract, environment: environment)
    let own = contract.personas.flatMap { persona -> [String] in
      let given = credentials.given(to: persona)
      let typed = given.login.filter { SecretNames.isSecret($0.key, holding: $0.value) || $0.value.contains("@") }
      return Array(given.credentials.values) + Array(typed.values)
    }
    return (own + namedCredentials(of: contract)).filter { !$0.isEmpty }
  }

  /// The values of the variables that a contract names, whether or not it has personas, and the inspector's token.
  func namedCredentials(of contract: Contract) -> [String] {
    let variables = contract.credentials.compactMap(\.environment) + [InspectorAccess.variable]
    return variables.compactMap { environment[$0] }.filter { !$0.isEmpty }
  }

  /// Keeps the credentials that the environment has for services out of all that is printed from now on, wherever they
  /// stand. Journals and reports ask the console for them. What a contract gives its personas is no secret: it stands there
  /// for everybody to read.
  func hideCredentials(of contracts: [Contract]) {
    for contract in contracts {
      let logins: [String] = contract.personas.flatMap { $0.login?.members.compactMap { $0.value.string } ?? [] }
      let open = Set(contract.personas.flatMap(\.credentials.values) + logins)
      console.hide(credentials(of: contract).filter { !open.contains($0) })
    }
  }
}
