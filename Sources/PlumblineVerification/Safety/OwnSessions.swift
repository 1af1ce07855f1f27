import PlumblineContractModel
import PlumblineHTTPMessages

/// A check that distinguishes the sessions that a run opened itself, by logging in, from those in the environment.
///
/// Refreshing, logging out, and changing a password use up the session. The user's own tokens would become invalid, and
/// the new ones would be lost when the run ends.
struct OwnSessions: Sendable {
  /// The tokens from the environment that a login could also issue.
  private let given: SecretTable

  /// - Parameter credentials: The credentials of a run.
  init(contract: Contract, credentials: Credentials) {
    let names = Self.names(in: contract)
    var given = SecretTable()
    for persona in contract.personas {
      let values = credentials.given(to: persona).credentials
      for value in names.compactMap({ values[$0] }) { given.addGiven(value) }
    }
    self.given = given
  }

  /// Returns the names of the credentials that logins issue, or of all credentials if logins issue none.
  static func names(in contract: Contract) -> [String] {
    let handedOut = Set(contract.endpoints.flatMap(\.states).flatMap(Self.handedOut))
    return contract.credentials.map(\.name).filter { handedOut.isEmpty || handedOut.contains($0) }
  }

  /// Returns the reason why a request must not be sent because it would use up one of the user's sessions, or `nil` if
  /// it may be sent.
  func objection(to request: Request, at endpoint: Endpoint) -> String? {
    guard let spending = Self.spending(of: endpoint), isGivenShown(in: request) else { return nil }
    return
      "it \(spending) from the environment; Plumbline does that only with sessions that the run itself opened"
  }

  /// Returns a description of a request's effect on its own session, or `nil` if there is none.
  static func spending(of endpoint: Endpoint) -> String? {
    if endpoint.states.contains(where: { $0.action == .logout }) { return "ends the session" }
    if endpoint.states.contains(where: { $0.action == .refresh }) { return "uses up the session" }
    return changesPassword(endpoint) ? "changes the password of the account whose session comes" : nil
  }

  /// Returns a Boolean value that indicates whether a request changes the password of an existing account.
  private static func changesPassword(_ endpoint: Endpoint) -> Bool {
    guard !endpoint.isSafe, !endpoint.states.contains(where: { [.login, .create].contains($0.action) }),
      let schema = endpoint.body?.structured?.schema
    else { return false }
    let names = schema.outline().places.first?.members.keys.map { $0.lowercased() } ?? []
    return names.contains { $0.contains("password") || $0.contains("passphrase") || $0.contains("passcode") }
  }

  /// Returns the names of the credentials that a rule issues.
  static func handedOut(by rule: StateRule) -> [String] {
    guard [.login, .refresh].contains(rule.action) else { return [] }
    return rule.assignments.compactMap { assignment in
      if case .address(.credential(let name)) = assignment.value { name } else { nil }
    }
  }

  /// Returns a Boolean value that indicates whether a request contains a token from the environment, anywhere and in
  /// any encoding.
  private func isGivenShown(in request: Request) -> Bool {
    let texts = [request.target] + request.headers.map(\.value)
    return texts.contains { given.occurs(in: Array($0.utf8)) } || given.occurs(in: request.body.bytes ?? [])
  }
}
