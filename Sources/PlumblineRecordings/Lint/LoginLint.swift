import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Checks that callers can use the credentials that they get from a login.
///
/// The mock responds to a login with the recorded response. A token in it is valid if it is a persona's credential, or
/// if the endpoint's `state` replaces it with `set`. Otherwise, it is useless, because the mock rejects it: after a
/// successful login, every request gets a 401.
struct LoginLint {
  /// A string in a login's response that looks like a credential.
  private struct Token {
    /// The location of the token in the response's payload, or `nil` if it is in a cookie or in a string outside of the
    /// payload.
    let place: JSONPointer?
    let name: String
    let text: String
    let location: SourceLocation
  }

  private let contract: Contract

  static func problems(in recordings: [Recording], contract: Contract) -> [Problem] {
    let lint = LoginLint(contract: contract)
    let groups = Dictionary(grouping: recordings, by: \.endpoint)
    return contract.endpoints.flatMap { lint.problems(of: $0, groups[$0.id] ?? []) }
  }

  /// Returns the problems with a recording's own response. Credentials from other endpoints are in other files.
  static func problems(of recording: Recording, contract: Contract) -> [Problem] {
    guard let endpoint = contract.endpoint(recording.endpoint) else { return [] }
    return LoginLint(contract: contract).problems(of: endpoint, [recording])
  }

  private func problems(of endpoint: Endpoint, _ recordings: [Recording]) -> [Problem] {
    let rules = endpoint.states.filter { $0.action == .login || $0.action == .refresh }
    let successes = recordings.filter { $0.response.status < 400 }
    guard !rules.isEmpty || successes.contains(where: { isLogin($0, endpoint) }) else { return [] }
    // A login doesn't issue the credentials that it requires.
    let asked = rules.allSatisfy { $0.action == .login } ? endpoint.authentication.names : []
    let credentials = contract.credentials.filter { credential in
      credential.isHandedOut && !asked.contains(credential.name)
        && contract.personas.contains { $0.credentials[credential.name] != nil }
    }
    let answers: [[Token]]
    if successes.isEmpty {
      answers = [made(by: endpoint)]
    } else {
      answers = successes.map(tokens)
    }
    return credentials.compactMap { credential in
      if rules.contains(where: { $0.handsOut(credential.name) }) { return nil }
      let values = Set(contract.personas.compactMap { $0.credentials[credential.name] })
      for tokens in answers where !tokens.contains(where: { values.contains($0.text) }) {
        let dead = tokens.filter { token in isDead(token, rules) && isMeant(token, by: credential, among: credentials) }
        guard let token = dead.first else { continue }
        return problem(token, credential, endpoint, hasRule: !rules.isEmpty)
      }
      return nil
    }
  }

  private func problem(_ token: Token, _ credential: Credential, _ endpoint: Endpoint, hasRule: Bool) -> Problem {
    let persona = contract.personas.first { $0.credentials[credential.name] != nil }
    let value = persona?.credentials[credential.name] ?? ""
    let owner = persona?.name ?? ""
    var remedy = "record \"\(value)\", which is \(owner)'s, instead"
    if let place = token.place {
      let set = "\"set\": { \"\(place)\": \"credential.\(credential.name)\" }"
      remedy =
        (hasRule
          ? "add \(set) to the \"state\" of \(endpoint.id)"
          : "give \(endpoint.id) \"state\": { \"action\": \"login\", \(set) }") + ", or \(remedy)"
    }
    return Problem(
      token.location,
      "\(endpoint.id) issues a token in \"\(token.name)\" that doesn't work: no persona has it as the credential "
        + "\(credential.name), so the mock rejects callers that use it; \(remedy).",
      isServable: true)
  }

  /// Returns a Boolean value that indicates whether a recorded request is a persona's login.
  private func isLogin(_ recording: Recording, _ endpoint: Endpoint) -> Bool {
    guard endpoint.request.method == .post, endpoint.states.isEmpty, let body = recording.requestBody else {
      return false
    }
    return contract.personas.contains { persona in
      guard let login = persona.login, login.count > 0 else { return false }
      return login.members.allSatisfy { body[$0.key] == $0.value }
    }
  }

  private func isDead(_ token: Token, _ rules: [StateRule]) -> Bool {
    if contract.personas.contains(where: { $0.credentials.values.contains(token.text) }) { return false }
    return !rules.contains { rule in rule.assignments.contains { $0.target == token.place } }
  }

  /// Returns a Boolean value that indicates whether a token can be an instance of a credential. If several credentials
  /// are issued, the token's name must refer to this one.
  private func isMeant(_ token: Token, by credential: Credential, among credentials: [Credential]) -> Bool {
    if case .cookie(let name) = credential.carrier, token.place == nil { return token.name == name }
    guard credentials.count > 1 else { return true }
    func letters(_ text: String) -> String { text.lowercased().filter(\.isLetter) }
    return letters(token.name).contains(letters(credential.name))
  }
}

extension LoginLint {
  /// The maximum nesting depth of a token in a response. It bounds the recursion.
  private static let deepest = 8

  private func tokens(in recording: Recording) -> [Token] {
    var found: [Token] = []
    if let body = recording.responseBody {
      let payload = contract.payload(of: body) ?? body
      collect(payload, at: JSONPointer(), under: "", into: &found)
    }
    for (name, text) in Cookies.set(by: recording.response) {
      found.append(Token(place: nil, name: name, text: text, location: recording.location))
    }
    return found
  }

  /// Returns the tokens in the response that is generated from the schema.
  private func made(by endpoint: Endpoint) -> [Token] {
    guard let answer = endpoint.answers.first else { return [] }
    switch answer.content {
    case .payload(let schema), .body(let schema):
      guard let example = try? schema.example().get() else { return [] }
      var found: [Token] = []
      collect(example, at: JSONPointer(), under: "", into: &found)
      return found.map { Token(place: $0.place, name: $0.name, text: $0.text, location: endpoint.location) }
    case .noPayload, .media, .empty: return []
    }
  }

  private func collect(_ value: JSON, at place: JSONPointer, under name: String, into found: inout [Token]) {
    guard place.tokens.count < Self.deepest else { return }
    if let text = value.string, SecretNames.isSecret(name, holding: text) {
      found.append(Token(place: place, name: name, text: text, location: value.location))
    }
    for (key, inner) in value.members { collect(inner, at: place.appending(key), under: key, into: &found) }
  }
}

extension StateRule {
  /// Returns a Boolean value that indicates whether the rule's response contains a credential that the mock accepts.
  fileprivate func handsOut(_ credential: String) -> Bool {
    assignments.contains { assignment in
      if case .address(.credential(credential)) = assignment.value { true } else { false }
    }
  }
}
