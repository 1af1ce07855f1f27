import PlumblineASCII

/// Mailboxes according to RFC 5321 section 4.1.2: a dot-string or a quoted string, `@`, and a host name or an address
/// in brackets. Internationalized mailboxes (RFC 6531 section 3.3) may contain any non-ASCII scalar and an
/// internationalized host name.
enum EmailFormat {
  static func holds(_ text: ByteView, isInternational: Bool) -> Bool {
    var at = text.count - 1
    while at > 0, text[at] != UInt8(ascii: "@") { at -= 1 }
    guard at > 0 else { return false }
    return isLocal(text.part(0..<at), isInternational) && isDomain(text.part(at + 1..<text.count), isInternational)
  }

  private static func isLocal(_ text: ByteView, _ isInternational: Bool) -> Bool {
    if text.count >= 2, text[0] == UInt8(ascii: "\""), text[text.count - 1] == UInt8(ascii: "\"") {
      return isQuoted(text, isInternational)
    }
    var isStart = true
    for byte in text {
      if byte == UInt8(ascii: ".") {
        if isStart { return false }
        isStart = true
        continue
      }
      guard byte.isAtom || isInternational && byte >= 0x80 else { return false }
      isStart = false
    }
    return !isStart
  }

  private static func isQuoted(_ text: ByteView, _ isInternational: Bool) -> Bool {
    var index = 1
    while index < text.count - 1 {
      if text[index] == UInt8(ascii: "\"") { return false }
      if text[index] == UInt8(ascii: "\\") { index += 1 }
      guard index < text.count - 1, 0x20...0x7E ~= text[index] || isInternational && text[index] >= 0x80 else {
        return false
      }
      index += 1
    }
    return true
  }

  private static func isDomain(_ text: ByteView, _ isInternational: Bool) -> Bool {
    guard text.count >= 2, text[0] == UInt8(ascii: "["), text[text.count - 1] == UInt8(ascii: "]") else {
      if isInternational, text.contains(where: { $0 >= 0x80 }) { return isInternationalDomain(text) }
      return HostnameFormat.holds(text)
    }
    let literal = text.part(1..<text.count - 1)
    if literal.starts(with: "IPv6:".utf8) { return AddressFormat.isIPv6(literal.part(5..<literal.count)) }
    return AddressFormat.isIPv4(literal)
  }

  /// Returns a Boolean value that indicates whether a string is an internationalized domain. Email doesn't require the
  /// normalized form (NFC) of registered names.
  private static func isInternationalDomain(_ text: ByteView) -> Bool {
    text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
      guard let first = label.first, let last = label.last else { return false }
      return first != UInt8(ascii: "-") && last != UInt8(ascii: "-")
        && label.allSatisfy { $0 >= 0x80 || $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
    }
  }
}
