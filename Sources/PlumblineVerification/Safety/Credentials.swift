import PlumblineContractModel

/// The credentials for calls: a persona's own on a mock, and those in the environment on a real server.
package struct Credentials: Sendable {
  /// The error for credentials that can't be found.
  package struct Missing: Error, Sendable {
    /// A sentence that names the environment variables.
    package let reason: String
  }

  private let contract: Contract
  private let environment: [String: String]?

  /// - Parameter environment: The environment of a run against a real server, or `nil` for a mock.
  package init(contract: Contract, environment: [String: String]?) {
    self.contract = contract
    self.environment = environment
  }

  /// Returns a persona's values for the first of the endpoint's alternatives that is complete, by credential name.
  package func values(for persona: Persona, calling endpoint: Endpoint) throws(Missing) -> [String: String] {
    guard environment != nil else { return persona.credentials }
    var lacking: [String] = []
    for alternative in endpoint.authentication.alternatives {
      var values: [String: String] = [:]
      for name in alternative {
        if let value = value(of: name, for: persona), canBeSent(value, as: name) { values[name] = value }
      }
      // A credential that an error response issues becomes available with the first such response.
      let needed = alternative.filter { name in
        contract.credential(name).map { endpoint.refusal(handingOut: $0) == nil } ?? true
      }
      guard let missing = needed.first(where: { values[$0] == nil }) else { return values }
      lacking.append(missing)
    }
    throw Missing(reason: "it needs " + lacking.map { need($0, of: persona) }.joined(separator: ", or "))
  }

  /// Returns the names of the environment variables that hold the values of ``values(for:calling:)``, or an empty array
  /// on a mock.
  func variables(for persona: Persona, calling endpoint: Endpoint) -> [String] {
    variables(for: persona, giving: (try? values(for: persona, calling: endpoint))?.keys.sorted() ?? [])
  }

  /// Returns the names of the environment variables that hold a persona's credentials, or an empty array on a mock.
  func variables(for persona: Persona, giving names: [String]) -> [String] {
    names.compactMap(contract.credential).flatMap { variables(for: $0, of: persona) }.filter {
      environment?[$0]?.isEmpty == false
    }
  }

  /// Returns a persona's login values, by their names in the contract. On a mock, they are the contract's own; on a
  /// real server, they come from environment variables named after the service and the value, such as
  /// `TRUELOG_LOGIN_EMAIL`.
  package func login(of persona: Persona?) throws(Missing) -> [String: String] {
    guard let persona = persona ?? contract.personas.first else { return [:] }
    var login: [String: String] = [:]
    var lacking: [String] = []
    for member in persona.login.map({ Array($0.members) }) ?? [] {
      let name = member.key
      guard let environment else {
        login[name] = member.value.string
        continue
      }
      let variables = loginVariables(for: name, of: persona)
      login[name] = variables.compactMap { environment[$0] }.first { !$0.isEmpty }
      if login[name] == nil { lacking.append(variables.joined(separator: " or ")) }
    }
    guard lacking.isEmpty else {
      throw Missing(reason: "it needs the login of \(persona.name); set \(lacking.joined(separator: " and "))")
    }
    return login
  }

  /// All credentials that a call of the run may send, for any persona. Reports must not show them.
  package var all: [String] {
    contract.personas.flatMap { persona in
      guard let environment else { return Array(persona.credentials.values) }
      let logins = (persona.login?.members.map(\.key) ?? []).flatMap { loginVariables(for: $0, of: persona) }
      return contract.credentials.compactMap { value(of: $0.name, for: persona) }
        + logins.compactMap { environment[$0] }
    }
  }

  /// Returns a persona's credentials and login values in the environment, by name.
  package func given(to persona: Persona) -> (credentials: [String: String], login: [String: String]) {
    var given: (credentials: [String: String], login: [String: String]) = ([:], [:])
    for credential in contract.credentials {
      given.credentials[credential.name] = value(of: credential.name, for: persona)
    }
    for name in persona.login?.members.keys ?? [] {
      let variables = loginVariables(for: name, of: persona)
      given.login[name] = variables.compactMap { environment?[$0] }.first { !$0.isEmpty }
    }
    return given
  }

  private func value(of name: String, for persona: Persona) -> String? {
    guard let environment, let credential = contract.credential(name) else { return nil }
    return variables(for: credential, of: persona).compactMap { environment[$0] }.first { !$0.isEmpty }
  }

  /// Returns a Boolean value that indicates whether a credential's value can be sent. Header fields can't contain
  /// control characters, such as a line break read from a file.
  private func canBeSent(_ value: String, as name: String) -> Bool {
    switch contract.credential(name)?.carrier {
    case .basic, .query, .body: true
    case .bearer, .header, .cookie, nil: value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
  }

  private func need(_ name: String, of persona: Persona) -> String {
    let set = contract.credential(name).map { variables(for: $0, of: persona) } ?? []
    if let unfit = set.first(where: { environment?[$0]?.isEmpty == false }) {
      return
        "a usable credential \(name) for \(persona.name): \(unfit) contains a line break or another control "
        + "character"
    }
    return set.isEmpty
      ? "the credential \(name), for which the contract names no environment variable"
      : "the credential \(name) for \(persona.name); set \(set.joined(separator: " or "))"
  }

  /// Returns the environment variables that may hold a persona's credential, starting with the persona's own. The
  /// variable without a suffix serves the first persona, or all personas if they share one value.
  private func variables(for credential: Credential, of persona: Persona) -> [String] {
    guard let plain = credential.environment else { return [] }
    let own = "\(plain)_\(Self.suffix(for: persona.name))"
    let isShared = Set(contract.personas.compactMap { $0.credentials[credential.name] }).count <= 1
    return isShared || persona.name == contract.personas.first?.name ? [own, plain] : [own]
  }

  /// Returns the environment variables that may hold part of a persona's login, starting with the persona's own. The
  /// variable without a suffix serves the first persona.
  private func loginVariables(for name: String, of persona: Persona) -> [String] {
    let plain = "\(Self.suffix(for: contract.service))_LOGIN_\(Self.suffix(for: name))"
    let own = "\(plain)_\(Self.suffix(for: persona.name))"
    return persona.name == contract.personas.first?.name ? [own, plain] : [own]
  }

  /// Returns a name in the format of environment variables, such as `FIELD_AGENT` for `field-agent`.
  private static func suffix(for name: String) -> String {
    String(name.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }
}
