import PlumblineASCII

/// URIs and relative references according to RFC 3986, and IRIs according to RFC 3987, which may contain most non-ASCII
/// scalars.
struct URIFormat {
  let isInternational: Bool
  let needsScheme: Bool

  func holds(_ text: ByteView) -> Bool {
    if isInternational, !Self.scalarsHold(text) { return false }
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
      // A colon in the first segment would be parsed as the end of a scheme.
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

  private func isScheme(_ text: ByteSlice) -> Bool {
    guard let first = text.first, first.isLetter else { return false }
    return text.allSatisfy { $0.isLetter || $0.isDigit || $0.isOne(of: "+-.") }
  }

  private func isAuthority(_ text: ByteSlice) -> Bool {
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
      return port.isEmpty || port.first == UInt8(ascii: ":") && port.dropFirst().allSatisfy(\.isDigit)
    }
    if let colon = host.firstIndex(of: UInt8(ascii: ":")) {
      guard host[(colon + 1)...].allSatisfy(\.isDigit) else { return false }
      host = host[..<colon]
    }
    return isMade(host, of: "")
  }

  /// Returns a Boolean value that indicates whether a string is an IPv6 address or has a future address format: `v`, a
  /// hexadecimal version, a dot, and the address.
  private func isLiteral(_ text: ByteSlice) -> Bool {
    guard text.first.map({ $0 | 0x20 }) == UInt8(ascii: "v") else { return AddressFormat.isIPv6(text.view) }
    guard let dot = text.firstIndex(of: UInt8(ascii: ".")) else { return false }
    let version = text[(text.startIndex + 1)..<dot]
    let address = text[(dot + 1)...]
    return !version.isEmpty && version.allSatisfy(\.isHexDigit) && !address.isEmpty
      && address.allSatisfy { $0 < 0x80 } && !address.contains(UInt8(ascii: "%")) && isMade(address, of: ":")
  }

  /// Returns a Boolean value that indicates whether a string consists only of unreserved characters, sub-delimiters,
  /// percent-encoded bytes and the given characters.
  private func isMade(_ text: ByteSlice, of more: StaticString) -> Bool {
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      if byte == UInt8(ascii: "%") {
        guard index + 2 < text.endIndex, text[index + 1].isHexDigit, text[index + 2].isHexDigit else { return false }
        index += 3
        continue
      }
      guard
        byte.isLetter || byte.isDigit || byte.isOne(of: "-._~!$&'()*+,;=") || byte.isOne(of: more)
          || isInternational && byte >= 0x80
      else { return false }
      index += 1
    }
    return true
  }

  /// Returns a Boolean value that indicates whether RFC 3987 allows the scalars. It allows `ucschar` anywhere, and
  /// `iprivate` only in the query.
  private static func scalarsHold(_ text: ByteView) -> Bool {
    var isQuery = false
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars where scalar != "/" {
      switch scalar.value {
      case 0x3F: isQuery = true
      case 0x23: isQuery = false
      case 0...0x7F, 0xA0...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFEF: continue
      case 0xE000...0xF8FF, 0xF_0000...0xF_FFFD, 0x10_0000...0x10_FFFD: if !isQuery { return false }
      case 0x1_0000...0xE_FFFD where scalar.value & 0xFFFF <= 0xFFFD && !(0xE_0000...0xE_0FFF ~= scalar.value): continue
      default: return false
      }
    }
    return true
  }
}
