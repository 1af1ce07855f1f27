import PlumblineASCII

/// The origin of a page, as in the `Origin` field. It consists of a scheme, a host and a port (RFC 6454 section 6.2).
package struct WebOrigin: Sendable, Hashable, CustomStringConvertible {
  /// The scheme in lowercase. Any scheme is allowed, because apps define custom ones, as in `capacitor://localhost`.
  package let scheme: String
  /// The host in lowercase. An IPv6 address has no brackets.
  package let host: String
  /// The port, or `nil` for the scheme's default.
  package let port: Int?

  /// Parses `scheme://host` or `scheme://host:port`. Returns `nil` for anything else, including `null` and `*`, which
  /// don't identify a single origin.
  package init?(_ text: String) {
    guard let mark = text.firstRange(of: "://"), let authority = Authority(text[mark.upperBound...].utf8) else {
      return nil
    }
    self.init(scheme: text[..<mark.lowerBound].lowercased(), authority)
  }

  /// Creates the origin of a server's pages from its scheme, host and port.
  package init?(scheme: String, _ authority: Authority) {
    let isScheme =
      scheme.utf8.first.map { $0.isSmallLetter } == true
      && scheme.utf8.allSatisfy { $0.isSmallLetter || $0.isDigit || "+-.".utf8.contains($0) }
    guard isScheme, !authority.host.isEmpty else { return nil }
    self.scheme = scheme
    host = authority.host
    port = authority.port == (scheme == "http" ? 80 : scheme == "https" ? 443 : nil) ? nil : authority.port
  }

  package var description: String {
    let host = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
    return "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")"
  }
}
