import PlumblineHTTPMessages

/// A namespace for the cookies of messages (RFC 6265).
package enum Cookies {
  /// Returns the names and values that a request sends.
  package static func sent(in request: Request) -> [(name: String, value: String)] {
    request.headers.values("cookie").flatMap { $0.split(separator: ";") }.compactMap(pair)
  }

  /// Returns the names and values that a response sets.
  package static func set(by response: Response) -> [(name: String, value: String)] {
    response.headers.values("set-cookie").compactMap { pair($0.prefix { $0 != ";" }) }
  }

  /// Returns a `Set-Cookie` field with a different value, keeping its attributes.
  package static func replacing(_ field: String, by value: (_ name: String, _ value: String) -> String) -> String {
    let head = field.prefix { $0 != ";" }
    guard let (name, old) = pair(head) else { return FakeTexts.shape(of: field) }
    return "\(name)=\(value(name, old))" + field[head.endIndex...]
  }

  private static func pair(_ text: Substring) -> (name: String, value: String)? {
    let trimmed = text.drop { $0 == " " || $0 == "\t" }
    guard let equals = trimmed.firstIndex(of: "=") else { return nil }
    return (String(trimmed[..<equals]), String(trimmed[trimmed.index(after: equals)...]))
  }
}

extension HeaderFields {
  /// Adds cookies to the existing ones, in a single field (RFC 6265 section 5.4).
  package mutating func append(cookies value: String) {
    self["Cookie"] = self["Cookie"].map { "\($0); \(value)" } ?? value
  }

  /// Sets the fields that carry credentials. Cookies are added to the existing ones.
  package mutating func set(credentials fields: [(name: String, value: String)]) {
    for (name, value) in fields {
      if name == "Cookie" { append(cookies: value) } else { self[name] = value }
    }
  }
}
