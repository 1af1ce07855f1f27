import PlumblineASCII

/// The address of a server, consisting of a scheme, a host, a port and a common path prefix.
package struct BaseURL: Sendable, Hashable, CustomStringConvertible {
  /// A problem with a string that isn't a valid base URL.
  package struct ParsingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A full sentence that describes the valid form.
    package let message: String

    package var description: String { message }
  }

  /// The scheme, either `http` or `https`.
  package let scheme: String
  /// The host in lowercase. An IPv6 address has no brackets.
  package let host: String
  /// The port. The default is that of the scheme (80 or 443).
  package let port: Int
  /// The prefix of every path. It is either empty, or begins but doesn't end with a slash.
  package let path: String

  /// Parses an absolute HTTP or HTTPS URL. It must not have a user, query or fragment.
  package init(parsing text: String) throws(ParsingError) {
    func wrong(_ what: String) -> ParsingError {
      ParsingError(
        message:
          "\"\(Self.withoutSecrets(text))\" \(what); write a server as https://api.example.com or http://127.0.0.1:8080."
      )
    }
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
      throw wrong("contains a space or a control character")
    }
    let bytes = Array(text.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
      throw wrong("has no scheme")
    }
    scheme = FieldSyntax.text(bytes[..<colon].map { $0.lowercased })
    guard scheme == "http" || scheme == "https" else { throw wrong("is neither http nor https") }
    let rest = bytes[(colon + 3)...]
    guard !rest.contains(UInt8(ascii: "?")), !rest.contains(UInt8(ascii: "#")) else {
      throw wrong("has a query or a fragment")
    }
    let authority = rest.prefix { $0 != UInt8(ascii: "/") }
    guard !authority.contains(UInt8(ascii: "@")) else { throw wrong("contains a user name") }
    guard let parts = Authority(authority) else { throw wrong("has no valid host and port") }
    guard !parts.host.isEmpty else { throw wrong("has no host") }
    host = parts.host
    port = parts.port ?? (scheme == "https" ? 443 : 80)
    var path = rest[authority.endIndex...]
    while path.last == UInt8(ascii: "/") { path.removeLast() }
    self.path = FieldSyntax.text(path)
  }

  /// Returns an invalid base URL in a form for display, without a user name and password and without the values of a
  /// query.
  package static func withoutSecrets(_ text: String) -> String {
    var shown = text[...]
    if let mark = shown.firstIndex(where: { $0 == "?" || $0 == "#" }), mark != shown.indices.last {
      shown = text[...mark] + "•••"
    }
    let start = shown.firstRange(of: "://")?.upperBound ?? shown.startIndex
    let end = shown[start...].firstIndex(of: "/") ?? shown.endIndex
    guard let at = shown[start..<end].lastIndex(of: "@") else { return String(shown) }
    return shown[..<start] + "•••" + shown[at...]
  }

  /// The scheme, host and port, which are the same for all URLs of a server. The scheme's default port is omitted.
  package var origin: String { "\(scheme)://\(authority)" }

  /// The host and port in the form of the `Host` field. The scheme's default port is omitted.
  package var authority: String {
    let host = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
    return port == (scheme == "https" ? 443 : 80) ? host : "\(host):\(port)"
  }

  package var isSecure: Bool { scheme == "https" }

  /// Returns a Boolean value that indicates whether both URLs refer to the same server, with the same scheme, lowercase
  /// host and effective port.
  package func hasSameOrigin(as other: BaseURL) -> Bool {
    scheme == other.scheme && host == other.host && port == other.port
  }

  package var description: String { origin + path }
}
