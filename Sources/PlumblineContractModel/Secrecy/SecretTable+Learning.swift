import PlumblineHTTPMessages

extension SecretTable {
  /// Adds a credential as sent, and the parts of it that may occur alone: the text after the name of a scheme
  /// (`token 8f0c`), and the password of Basic credentials (RFC 7617).
  package mutating func addCredential(_ value: String, as replacement: String?) {
    add(value, as: replacement)
    let decoded = PercentEncoding.decode(value, plusIsSpace: true)
    if decoded != value, Self.isTelling(decoded) { add(decoded, as: replacement) }
    for (part, other) in Self.parts(of: value, replacement) { add(part, as: other) }
  }

  /// Adds a credential that was passed to the tool. It is masked even in names, regardless of the word.
  package mutating func addGiven(_ value: String) {
    addCredential(value, as: Redactor.mask)
    given.insert(value)
    if let folded = addFolded(value) { given.insert(folded) }
  }

  /// Adds the lowercase form of a credential, because names of header fields are written in lowercase.
  ///
  /// - Returns: The lowercase form, or `nil` if it equals the credential or isn't distinctive enough to search for.
  @discardableResult private mutating func addFolded(_ value: String) -> String? {
    let folded = value.lowercased()
    guard folded != value, Self.isTelling(folded) else { return nil }
    addCredential(folded, as: Redactor.mask)
    return folded
  }

  private static func parts(of value: String, _ replacement: String?) -> [(String, String?)] {
    var parts: [(String, String?)] = []
    if let (scheme, rest) = schemed(value) {
      // The replacement has the same scheme, or is a single word.
      let other = replacement.map { text in
        schemed(text).flatMap { $0.scheme == scheme ? $0.rest : nil } ?? text
      }
      parts.append((rest, other))
      if scheme.lowercased() == "basic", let pair = Base64.decode(rest).map({ String(decoding: $0, as: UTF8.self) }) {
        parts.append((pair, nil))
        if let password = password(of: pair) { parts.append((password, nil)) }
      }
    }
    if let password = password(of: value) { parts.append((password, replacement.map { self.password(of: $0) ?? $0 })) }
    return parts
  }

  private static func schemed(_ value: String) -> (scheme: String, rest: String)? {
    guard let blank = value.firstIndex(of: " ") else { return nil }
    let scheme = value[..<blank]
    let rest = value[value.index(after: blank)...].drop { $0 == " " }
    guard !rest.isEmpty, !rest.contains(" "), !scheme.isEmpty,
      scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == "-") })
    else { return nil }
    return (String(scheme), String(rest))
  }

  private static func password(of pair: String) -> String? {
    guard let colon = pair.firstIndex(of: ":"), !pair.contains("://") else { return nil }
    return String(pair[pair.index(after: colon)...])
  }

  /// A value in an exchange that must be masked wherever it occurs.
  package struct Shown: Sendable {
    fileprivate let text: String
    fileprivate let isCredential: Bool
  }

  /// Returns the contract's credentials in an exchange, and the exchange's values that are named like secrets.
  package static func shown(by exchange: Exchange, of contract: Contract) -> [Shown] {
    let credentials = CredentialValues(exchange.request, in: contract)
    var shown = credentials.names.compactMap { name in credentials[name].map { Shown(text: $0, isCredential: true) } }
    let texts = MessageTexts(
      contract,
      change: { leaf in
        var found = leaf.kind == nil && !leaf.isNumber ? Redactor.looks(in: leaf.text) : []
        let isSecret = leaf.kind == .secret && !leaf.isNumber || leaf.kind == .code
        if isSecret, leaf.text.utf8.count >= Self.shortestShown, !leaf.isListed { found.append(leaf.text) }
        shown += found.map { Shown(text: $0, isCredential: isTelling($0)) }
        return nil
      })
    texts.visit(exchange)
    return shown
  }

  /// Adds values of exchanges. The first replacement for a value wins.
  package mutating func learn(_ values: [Shown]) {
    for value in values {
      if value.isCredential {
        addCredential(value.text, as: Redactor.mask)
        addFolded(value.text)
      } else {
        add(value.text, as: Redactor.mask, within: .word, isSecret: false)
      }
    }
  }
}

extension MessageTexts {
  /// Visits all strings of an exchange without changing any.
  package func visit(_ exchange: Exchange) {
    let request = exchange.request
    var endpoint: Endpoint?
    if case .found(let found)? = contract?.router.route(request) { endpoint = found }
    _ = target(of: request, to: endpoint)
    for (name, value) in request.headers {
      let place = "/request/headers/\(name.lowercased())"
      _ = field(name, value, at: place, of: endpoint)
    }
    if let bytes = request.body.bytes {
      _ = body(bytes, request.headers, BodyOutline(of: request, to: endpoint), at: "/request/body")
    }
    guard let response = exchange.response else { return }
    for (name, value) in response.headers { _ = field(name, value, at: "/response/headers/\(name.lowercased())") }
    if let bytes = response.body.bytes {
      let outline = contract.map { BodyOutline(of: response, from: endpoint, in: $0) } ?? BodyOutline()
      _ = body(bytes, response.headers, outline, at: "/response/body")
    }
  }
}
