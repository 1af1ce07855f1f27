/// URIs and relative references by RFC 3986.
enum URIFormat {
  static func holds(_ text: [UInt8], needsScheme: Bool) -> Bool {
    var rest = text[...]
    if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
      guard isMade(rest[(hash + 1)...], of: "/?:@") else { return false }
      rest = rest[..<hash]
    }
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      guard isMade(rest[(mark + 1)...], of: "/?:@") else { return false }
      rest = rest[..<mark]
    }
    let colon = rest.firstIndex(of: UInt8(ascii: ":"))
    if let colon, isScheme(rest[..<colon]) {
      rest = rest[(colon + 1)...]
    } else {
      if needsScheme { return false }
      // A colon in the first segment would read as a scheme.
      let segment = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      if let colon, colon < segment { return false }
    }
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      guard isAuthority(rest[..<end]) else { return false }
      rest = rest[end...]
    }
    return isMade(rest, of: "/:@")
  }

  private static func isScheme(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first, first.isLetter else { return false }
    return text.allSatisfy { $0.isLetter || $0.isDecimalDigit || $0.isOne(of: "+-.") }
  }

  private static func isAuthority(_ text: ArraySlice<UInt8>) -> Bool {
    var host = text
    if let at = host.firstIndex(of: UInt8(ascii: "@")) {
      guard isMade(host[..<at], of: ":") else { return false }
      host = host[(at + 1)...]
    }
    if host.first == UInt8(ascii: "[") {
      guard let end = host.firstIndex(of: UInt8(ascii: "]")), isLiteral(host[(host.startIndex + 1)..<end]) else {
        return false
      }
      let port = host[(end + 1)...]
      return port.isEmpty || port.first == UInt8(ascii: ":") && port.dropFirst().allSatisfy(\.isDecimalDigit)
    }
    if let colon = host.firstIndex(of: UInt8(ascii: ":")) {
      guard host[(colon + 1)...].allSatisfy(\.isDecimalDigit) else { return false }
      host = host[..<colon]
    }
    return isMade(host, of: "")
  }

  /// An IPv6 address, or `v`, a hexadecimal version, a dot and an address of the future.
  private static func isLiteral(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.first.map({ $0 | 0x20 }) == UInt8(ascii: "v") else { return AddressFormat.isIPv6(text) }
    guard let dot = text.firstIndex(of: UInt8(ascii: ".")) else { return false }
    let version = text[(text.startIndex + 1)..<dot]
    let address = text[(dot + 1)...]
    return !version.isEmpty && version.allSatisfy(\.isHexDigit) && !address.isEmpty
      && !address.contains(UInt8(ascii: "%")) && isMade(address, of: ":")
  }

  /// Whether a text has unreserved characters, sub-delimiters, percent-encoded bytes and the given ones only.
  private static func isMade(_ text: ArraySlice<UInt8>, of more: StaticString) -> Bool {
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      if byte == UInt8(ascii: "%") {
        guard index + 2 < text.endIndex, text[index + 1].isHexDigit, text[index + 2].isHexDigit else { return false }
        index += 3
        continue
      }
      guard byte.isLetter || byte.isDecimalDigit || byte.isOne(of: "-._~!$&'()*+,;=") || byte.isOne(of: more) else {
        return false
      }
      index += 1
    }
    return true
  }
}
