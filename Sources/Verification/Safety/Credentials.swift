import ContractModel

/// Finds the credentials that a call is to send: the persona's own on a mock, the environment's on a real server.
package struct Credentials: Sendable {
  /// Credentials that can't be found.
  package struct Missing: Error, Sendable {
    /// One sentence that names the environment variable.
    package let reason: String
  }

  private let contract: Contract
  private let environment: [String: String]?

  /// - Parameter environment: the environment of a run against a real server; `nil` for a mock.
  package init(contract: Contract, environment: [String: String]?) {
    self.contract = contract
    self.environment = environment
  }

  /// The values for a persona, by credential name.
  package func values(for persona: Persona, calling endpoint: Endpoint) throws(Missing) -> [String: String] {
    guard let environment else { return persona.credentials }
    var values: [String: String] = [:]
    for name in endpoint.authentication.names {
      guard let credential = contract.credential(name) else { continue }
      let variables = variables(for: credential, of: persona)
      if let value = variables.lazy.compactMap({ environment[$0] }).first(where: { !$0.isEmpty }) {
        values[name] = value
      } else if !endpoint.authentication.isOptional {
        throw Missing(
          reason: variables.isEmpty
            ? "the contract names no environment variable for the credential \(name)"
            : "it needs the credential \(name) of \(persona.name); set \(variables.joined(separator: " or "))")
      }
    }
    return values
  }

  /// The variables that may hold a persona's credential, its own first. The plain one serves the first persona, and
  /// everyone where the contract's personas share one value.
  private func variables(for credential: Credential, of persona: Persona) -> [String] {
    guard let plain = credential.environment else { return [] }
    let own = "\(plain)_\(persona.name.uppercased())"
    let isShared = Set(contract.personas.compactMap { $0.credentials[credential.name] }).count <= 1
    return isShared || persona.name == contract.personas.first?.name ? [own, plain] : [own]
  }
}
