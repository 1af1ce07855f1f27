import PlumblineASCII

/// A host and an optional port, as in the `Host` field or a URL.
package struct Authority: Sendable, Hashable {
  /// The host in lowercase. An IPv6 address has no brackets.
  package let host: String
  package let port: Int?

  /// Parses `host`, `host:port` or `[address]:port` (RFC 3986 section 3.2), or returns `nil` for anything else. The
  /// host may be empty.
  package init?(_ bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    guard Self.isValid(bytes[...]) else { return nil }
    var host = bytes[...]
    var port: Int?
    let end = host.lastIndex(of: UInt8(ascii: "]")) ?? host.startIndex
    if let colon = host[end...].lastIndex(of: UInt8(ascii: ":")) {
      let digits = host[(colon + 1)...]
      if !digits.isEmpty {
        guard let number = Int(FieldSyntax.text(digits)), number <= 65535 else { return nil }
        port = number
      }
      host = host[..<colon]
    }
    if host.first == UInt8(ascii: "[") { host = host.dropFirst().dropLast() }
    self.host = FieldSyntax.text(host.map { $0.lowercased })
    self.port = port
  }

  /// Returns a Boolean value that indicates whether bytes are a valid host with an optional port.
  static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    if rest.first == UInt8(ascii: "[") {
      guard let close = rest.firstIndex(of: UInt8(ascii: "]")), close > rest.startIndex + 1 else { return false }
      let address = rest[(rest.startIndex + 1)..<close]
      guard address.allSatisfy({ FieldSyntax.isHost($0) || $0 == UInt8(ascii: ":") }) else { return false }
      rest = rest[(close + 1)...]
    } else {
      let host = rest.prefix { $0 != UInt8(ascii: ":") }
      guard host.allSatisfy({ FieldSyntax.isHost($0) }) else { return false }
      rest = rest[host.endIndex...]
    }
    guard let colon = rest.first else { return true }
    let digits = rest.dropFirst()
    return colon == UInt8(ascii: ":") && digits.count <= 5 && digits.allSatisfy { $0.isDigit }
  }
}
