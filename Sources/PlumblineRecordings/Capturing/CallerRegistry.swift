import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A registry that maps the callers of a real server to the personas of a contract, by credentials from the
/// environment, from a login, or from the contract itself.
///
/// It reads all exchanges before the first one is written. This way, a token in a later request is recognized in an
/// earlier response, even if it has an unrelated name there.
package struct CallerRegistry: Sendable {
  /// A persona's known credentials on the real server.
  package struct Known: Sendable {
    package let persona: Persona
    /// The credentials by name.
    package let credentials: [String: String]
    /// The values of the persona's login, by the names in the contract's own login.
    package let login: [String: String]

    package init(persona: Persona, credentials: [String: String], login: [String: String]) {
      self.persona = persona
      self.credentials = credentials
      self.login = login
    }
  }

  private struct Key: Hashable {
    let credential: String
    let value: String
  }

  /// The minimum length of a string in a login's response that is treated as a possible token.
  private static let shortestToken = 8

  /// The minimum length of a code. A shorter one could be any number.
  private static let shortestCode = 6

  package let contract: Contract
  private let known: [Known]
  private let assumed: Persona?
  private var owners: [Key: Set<String>] = [:]
  /// The strings in responses to logins, with the personas that logged in.
  private var handedOut: [String: Persona] = [:]
  /// The secrets that must not be written to files, with their replacements.
  package private(set) var secrets = SecretTable()
  private var fakes = FakeTexts()
  /// The contract's own values for its personas. They aren't secret.
  private let kept: Set<String>
  /// A Boolean value that indicates whether personal data is kept in recordings.
  private let keepsPersonal: Bool
  /// The credentials whose owner isn't known, each with the persona that is assumed.
  package private(set) var guesses: [String] = []

  /// - Parameters:
  ///   - assumed: The caller if credentials don't identify one, or `nil` to use the first persona that has such
  ///     credentials.
  ///   - hidden: Credentials that don't belong to a persona but are never written to files.
  ///   - keepsPersonal: A Boolean value that indicates whether to keep email addresses and other personal data
  ///     unchanged.
  package init(
    _ contract: Contract, known: [Known] = [], assumed: Persona? = nil, hidden: [String] = [],
    keepsPersonal: Bool = false
  ) {
    self.contract = contract
    self.known = known
    self.assumed = assumed
    self.keepsPersonal = keepsPersonal
    kept = Set(contract.personas.flatMap { Array($0.credentials.values) + Array(Self.login(of: $0).values) })
    for persona in contract.personas {
      for (name, value) in persona.credentials { own(value, of: name, persona) }
    }
    for known in known {
      for (name, value) in known.credentials { own(value, of: name, known.persona) }
      learn(known.login, typedBy: known.persona)
    }
    for value in hidden { hide(value, as: nil) }
  }

  /// Learns from all exchanges, in order.
  package mutating func learn(_ exchanges: [(exchange: Exchange, endpoint: Endpoint?)]) {
    for (exchange, endpoint) in exchanges {
      if let endpoint, Self.isLogin(endpoint) { learnLogin(exchange, endpoint) }
    }
    for (exchange, endpoint) in exchanges {
      learnShown(exchange, endpoint)
      if let endpoint, endpoint.states.contains(where: { $0.action == .refresh }) { learnRefresh(exchange, endpoint) }
    }
    learnTexts(exchanges.map(\.exchange))
  }

  /// A redactor that removes the secrets from written files.
  package var redactor: Redactor { Redactor(contract, secrets, style: .fake(fakes), kept: kept) }

  /// A redactor that removes the secrets from messages.
  package var shown: Redactor { Redactor(contract, secrets) }

  /// Returns a Boolean value that indicates whether an endpoint is a login.
  static func isLogin(_ endpoint: Endpoint) -> Bool {
    if endpoint.states.contains(where: { $0.action == .login }) { return true }
    let id = endpoint.id.lowercased()
    return endpoint.request.method == .post && ["login", "signin", "sign-in"].contains(where: id.contains)
  }

  /// Returns the caller of a request, as a recording names it. If no endpoint matches the request, all credentials are
  /// considered.
  func caller(of exchange: Exchange, at endpoint: Endpoint?) -> Recording.Caller {
    let asksForNone = endpoint?.authentication.names.isEmpty ?? contract.credentials.isEmpty
    guard !asksForNone, !(endpoint.map(Self.isLogin) ?? false) else { return .anyone }
    // To the server, a rejected caller is anonymous.
    if exchange.response?.status == 401 { return .nobody }
    let all = CredentialValues(exchange.request, in: contract)
    let shown = endpoint.map { all.asked(by: $0.authentication) } ?? all
    if shown.isEmpty { return .nobody }
    let values = shown.names.compactMap { name in shown[name].map { Key(credential: name, value: $0) } }
    let fitting = contract.personas.filter { persona in
      values.allSatisfy { owners[$0]?.contains(persona.name) ?? false }
    }
    if fitting.count == 1 { return .persona(fitting[0].name) }
    if let assumed, fitting.isEmpty || fitting.contains(where: { $0.isSame(as: assumed) }) {
      return .persona(assumed.name)
    }
    return .anyone
  }

  /// Returns the persona whose complete login, as defined by the environment or the contract, is in a body.
  func persona(typing body: (String) -> String?) -> Persona? {
    let logins =
      known.map { ($0.persona, $0.login) } + contract.personas.map { ($0, Self.login(of: $0)) }
    return logins.first { _, login in !login.isEmpty && login.allSatisfy { body($0.key) == $0.value } }?.0
  }

  /// Returns the persona that a single value of a login belongs to, such as an email address.
  func persona(with value: String, typedAs name: String) -> Persona? {
    known.first { $0.login[name] == value }?.persona
      ?? contract.personas.first { $0.login?[name]?.string == value }
  }

  /// The persona to assume for a login when the caller can't be identified.
  var stranger: Persona? {
    ([assumed].compactMap { $0 } + contract.personas).first { $0.login != nil }
  }

  static func login(of persona: Persona) -> [String: String] {
    var login: [String: String] = [:]
    for member in persona.login.map({ Array($0.members) }) ?? [] { login[member.key] = member.value.string }
    return login
  }
}

extension CallerRegistry {
  private mutating func own(_ value: String, of credential: String, _ persona: Persona) {
    guard !value.isEmpty else { return }
    owners[Key(credential: credential, value: value), default: []].insert(persona.name)
    let isOwn = contract.personas.contains { $0.credentials[credential] == value }
    if isOwn { return }
    hide(value, as: persona.credentials[credential])
  }

  /// Prevents a credential from being written to files. It is replaced by the persona's own value, or by a string of
  /// the same shape.
  private mutating func hide(_ value: String, as replacement: String?) {
    if kept.contains(value) { return }
    let other = replacement ?? fakes.fake(of: value)
    secrets.addCredential(value, as: other)
    // The names of header fields are written in lowercase, so hide that spelling as well.
    let folded = value.lowercased()
    if SecretTable.isTelling(folded), !kept.contains(folded) { secrets.addCredential(folded, as: other) }
  }

  /// Learns the secrets in a login: passwords, and the address that identifies the persona. A name without an `@` isn't
  /// hidden, because it may be a common word.
  private mutating func learn(_ login: [String: String], typedBy persona: Persona) {
    for (name, value) in login {
      let own = persona.login?[name]?.string
      if SecretNames.isSecret(name, holding: value) || (own != nil && value.contains("@")) { hide(value, as: own) }
    }
  }

  private mutating func learnLogin(_ exchange: Exchange, _ endpoint: Endpoint) {
    let typed = FormReading.members(of: exchange.request)
    guard let response = exchange.response, response.status < 400 else { return }
    guard let persona = persona(typing: { typed[$0] }) ?? stranger else { return }
    learn(typed, typedBy: persona)
    learnTokens(of: response, endpoint, .login, persona)
  }

  private mutating func learnRefresh(_ exchange: Exchange, _ endpoint: Endpoint) {
    guard let response = exchange.response, response.status < 400 else { return }
    let persona: Persona? =
      if case .persona(let name) = caller(of: exchange, at: endpoint) { contract.persona(name) } else { stranger }
    if let persona { learnTokens(of: response, endpoint, .refresh, persona) }
  }

  /// Learns the credentials in a response. They are at the locations that the contract defines, and in any string that
  /// a later request might use as a token.
  private mutating func learnTokens(
    of response: Response, _ endpoint: Endpoint, _ action: StateRule.Action, _ persona: Persona
  ) {
    for text in Cookies.set(by: response).map(\.value) where text.count >= Self.shortestToken {
      handedOut[text] = persona
    }
    guard let body = response.body.bytes.flatMap({ try? JSON.parse($0) }) else { return }
    var handed: [String] = []
    let texts = MessageTexts(
      nil,
      change: { leaf in
        if leaf.name != nil, !leaf.isNumber, leaf.text.count >= Self.shortestToken { handed.append(leaf.text) }
        return nil
      })
    _ = texts.json(body, BodyOutline(), at: "")
    for text in handed where handedOut[text] == nil { handedOut[text] = persona }
    let payload = contract.payload(of: body) ?? body
    for rule in endpoint.states where rule.action == action {
      for assignment in rule.assignments {
        guard case .address(.credential(let name)) = assignment.value else { continue }
        if let value = (payload.at(assignment.target) ?? body.at(assignment.target))?.string {
          own(value, of: name, persona)
        }
      }
    }
  }

  private mutating func learnShown(_ exchange: Exchange, _ endpoint: Endpoint?) {
    let shown = CredentialValues(exchange.request, in: contract)
    for name in shown.names {
      guard let value = shown[name], owners[Key(credential: name, value: value)] == nil else { continue }
      if let persona = handedOut[value] {
        own(value, of: name, persona)
      } else if exchange.response?.status == 401 {
        // The server doesn't accept the value, but it may have been valid until recently.
        hide(value, as: nil)
      } else if let persona = meant(by: name) {
        own(value, of: name, persona)
        guesses.append("\(name) taken for \(persona.name)'s")
      } else {
        hide(value, as: nil)
      }
    }
    for (name, value) in Cookies.sent(in: exchange.request) where !isCookie(name) && value.count >= Self.shortestToken {
      hide(value, as: nil)
    }
  }

  /// Learns secrets by their names or formats, learns personal data, and numbers the replacements.
  private mutating func learnTexts(_ exchanges: [Exchange]) {
    var found: [(text: String, kind: SecretNames.Kind)] = []
    var personal = PersonalTexts(contract)
    let keepsPersonal = keepsPersonal
    let texts = MessageTexts(
      contract,
      change: { leaf in
        if !keepsPersonal { personal.learn(leaf) }
        if let kind = leaf.kind {
          let isFit = leaf.isNumber ? kind == .code : kind != .cursor || Redactor.isOpaque(leaf.text)
          if isFit, !leaf.isListed { found.append((leaf.text, kind)) }
        } else if !leaf.isNumber {
          found += Redactor.looks(in: leaf.text).map { ($0, .secret) }
        }
        return nil
      })
    for exchange in exchanges { texts.visit(exchange) }
    for (text, kind) in found where !kept.contains(text) && secrets.replacement(of: text) == nil {
      let fake = fakes.fake(of: text)
      if kind == .cursor {
        secrets.add(text, as: fake, isSecret: false)
      } else if SecretTable.isTelling(text) {
        secrets.addCredential(text, as: fake)
      } else if text.utf8.count >= Self.shortestCode, text.allSatisfy(\.isNumber) {
        secrets.add(text, as: fake, within: .word, isSecret: false)
      }
    }
    for fake in personal.fakes where !kept.contains(fake.value) {
      secrets.add(fake.value, as: fake.text, within: fake.reach, isSecret: false)
    }
  }

  private func isCookie(_ name: String) -> Bool {
    contract.credentials.contains { $0.carrier == .cookie(name) }
  }

  /// Returns the persona to assume for a credential whose owner isn't known.
  private func meant(by credential: String) -> Persona? {
    if let assumed { return assumed }
    let unknown = contract.credential(credential)?.unknown.flatMap { contract.persona($0) }
    return unknown ?? contract.personas.first { $0.credentials[credential] != nil }
  }
}
