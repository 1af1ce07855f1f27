import PlumblineContractModel
import PlumblineMockEngine
import PlumblineVerification

extension Surroundings {
  /// Returns every value in the environment that is a credential of a service for any persona, or the inspector's
  /// token. Login names without an `@` aren't included, because they may be common words.
  func credentials(of contract: Contract) -> [String] {
    let credentials = Credentials(contract: contract, environment: environment)
    let own = contract.personas.flatMap { persona -> [String] in
      let given = credentials.given(to: persona)
      let typed = given.login.filter { SecretNames.isSecret($0.key, holding: $0.value) || $0.value.contains("@") }
      return Array(given.credentials.values) + Array(typed.values)
    }
    return (own + namedCredentials(of: contract)).filter { !$0.isEmpty }
  }

  /// Returns the values of the environment variables that a contract names, whether or not it has personas, and the
  /// inspector's token.
  func namedCredentials(of contract: Contract) -> [String] {
    let variables = contract.credentials.compactMap(\.environment) + [InspectorAccess.variable]
    return variables.compactMap { environment[$0] }.filter { !$0.isEmpty }
  }

  /// Masks the services' credentials from the environment in all output from now on. Journals and reports get the list
  /// from the console. The credentials in a contract's personas aren't secret, because anyone can read the contract.
  func hideCredentials(of contracts: [Contract]) {
    for contract in contracts {
      let logins: [String] = contract.personas.flatMap { $0.login?.members.compactMap { $0.value.string } ?? [] }
      let open = Set(contract.personas.flatMap(\.credentials.values) + logins)
      console.hide(credentials(of: contract).filter { !open.contains($0) })
    }
  }
}
