import PlumblineHTTPMessages

/// The credentials that a request carries, by their names in the contract. The values never leave the code that uses
/// this type.
///
/// A contract may define thousands of credentials, but a request carries only a few. To look up many credentials, the
/// initializer therefore iterates over the parts of the request instead of the credentials.
package struct CredentialValues: Sendable {
  /// The names of the credentials that the request carries, in the order in which they were requested.
  package let names: [String]
  private let values: [String: String]

  /// The maximum number of names to look up one by one. For more names, the parts of the request are looked up instead.
  private static let few = 8

  /// Reads the credentials with the given names from a request. An empty value counts as absent.
  package init(_ request: Request, names: [String], in contract: Contract) {
    if names.count > Self.few {
      let all = CredentialValues(request, in: contract)
      self.init(names.filter { all.values[$0] != nil }, of: all.values)
      return
    }
    var values: [String: String] = [:]
    for name in names {
      guard let credential = contract.credential(name) else { continue }
      if let value = Self.value(of: credential.carrier, in: request), !value.isEmpty { values[name] = value }
    }
    self.init(names.filter { values[$0] != nil }, of: values)
  }

  /// Reads all credentials of a contract from a request.
  package init(_ request: Request, in contract: Contract) {
    var found: [Int: String] = [:]
    func note(_ carrier: Credential.Carrier, _ value: String?) {
      guard let value else { return }
      // If a carrier appears several times, use its first value.
      for index in contract.credentialIndices(at: carrier) where found[index] == nil { found[index] = value }
    }
    for carrier in [Credential.Carrier.bearer, .basic] where !contract.credentialIndices(at: carrier).isEmpty {
      note(carrier, Self.value(of: carrier, in: request))
    }
    for (name, value) in request.headers { note(.header(name.lowercased()), value) }
    for (name, value) in request.queryItems { note(.query(name), value) }
    for (name, value) in Self.cookies(in: request) { note(.cookie(String(name)), String(value)) }
    if !contract.bodyPlaces.isEmpty {
      let body = CredentialBody(request)
      for (_, place) in contract.bodyPlaces { note(.body(place), body.text(at: place)) }
    }
    let shown = found.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
    names = shown.map { contract.credentials[$0.key].name }
    values = Dictionary(
      shown.map { (contract.credentials[$0.key].name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  private init(_ names: [String], of values: [String: String]) {
    self.names = names
    self.values = Dictionary(
      names.compactMap { name in values[name].map { (name, $0) } }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the values of the credentials that an endpoint requires.
  package func asked(by authentication: Authentication) -> CredentialValues {
    CredentialValues(names.filter(authentication.asks), of: values)
  }

  /// The value of a credential, or `nil` if it wasn't requested or the request doesn't carry it.
  package subscript(name: String) -> String? { values[name] }

  /// A Boolean value that indicates whether the request carries none of the credentials.
  package var isEmpty: Bool { names.isEmpty }

  private static func value(of carrier: Credential.Carrier, in request: Request) -> String? {
    switch carrier {
    case .bearer: authorization("bearer", in: request)
    case .basic:
      // Treat an unreadable value as present. It matches no persona.
      authorization("basic", in: request).map { text in
        Base64.decode(text).map { String(decoding: $0, as: UTF8.self) } ?? text
      }
    case .header(let name): request.headers[name]
    case .query(let name): request.queryItems.first { $0.name == name }?.value
    case .cookie(let name): cookie(name, in: request)
    case .body(let place): request.credential(at: place)
    }
  }

  /// Returns the text after the given scheme in the `Authorization` fields. Schemes are case-insensitive (RFC 9110
  /// section 11.1).
  private static func authorization(_ scheme: String, in request: Request) -> String? {
    for field in request.headers.values("authorization") {
      let trimmed = field.drop { $0 == " " || $0 == "\t" }
      let word = trimmed.prefix { $0 != " " && $0 != "\t" }
      guard word.lowercased() == scheme else { continue }
      let value = trimmed[word.endIndex...].drop { $0 == " " || $0 == "\t" }
      let end = value.lastIndex { $0 != " " && $0 != "\t" }
      return end.map { String(value[...$0]) }
    }
    return nil
  }

  /// Returns a cookie's value. Cookie names are case-sensitive (RFC 6265 section 4.2).
  private static func cookie(_ name: String, in request: Request) -> String? {
    cookies(in: request).first { $0.name == name }.map { String($0.value) }
  }

  private static func cookies(in request: Request) -> [(name: Substring, value: Substring)] {
    request.headers.values("cookie").flatMap { field in
      field.split(separator: ";").compactMap { pair -> (name: Substring, value: Substring)? in
        let trimmed = pair.drop { $0 == " " || $0 == "\t" }
        guard let equals = trimmed.firstIndex(of: "=") else { return nil }
        return (trimmed[..<equals], trimmed[trimmed.index(after: equals)...])
      }
    }
  }
}
