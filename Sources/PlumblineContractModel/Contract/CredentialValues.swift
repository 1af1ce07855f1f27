import PlumblineHTTPMessages

/// The credentials that a request shows, by their names in the contract. The values never leave this type's users.
package struct CredentialValues: Sendable {
  private let values: [String: String]

  /// Reads the credentials of these names from a request. An empty value counts as none.
  package init(_ request: Request, names: [String], in contract: Contract) {
    var values: [String: String] = [:]
    for name in names {
      guard let credential = contract.credential(name) else { continue }
      if let value = Self.value(of: credential.carrier, in: request), !value.isEmpty { values[name] = value }
    }
    self.values = values
  }

  /// The value of a credential, if the request shows it.
  package subscript(name: String) -> String? { values[name] }

  /// Whether the request shows none of them.
  package var isEmpty: Bool { values.isEmpty }

  private static func value(of carrier: Credential.Carrier, in request: Request) -> String? {
    switch carrier {
    case .bearer: authorization("bearer", in: request)
    case .basic:
      // What can't be read is shown all the same, and nobody's.
      authorization("basic", in: request).map { text in
        Base64.decode(text).map { String(decoding: $0, as: UTF8.self) } ?? text
      }
    case .header(let name): request.headers[name]
    case .query(let name): request.queryItems.first { $0.name == name }?.value
    case .cookie(let name): cookie(name, in: request)
    case .body(let place): request.credential(at: place)
    }
  }

  /// What follows a scheme in the Authorization fields; schemes compare whatever their case (RFC 9110 section 11.1).
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

  /// A cookie's value (RFC 6265 section 4.2); names are case-sensitive.
  private static func cookie(_ name: String, in request: Request) -> String? {
    for field in request.headers.values("cookie") {
      for pair in field.split(separator: ";") {
        let trimmed = pair.drop { $0 == " " || $0 == "\t" }
        guard let equals = trimmed.firstIndex(of: "="), trimmed[..<equals] == name else { continue }
        return String(trimmed[trimmed.index(after: equals)...])
      }
    }
    return nil
  }
}
