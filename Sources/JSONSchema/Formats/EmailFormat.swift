/// Mailboxes by RFC 5321, section 4.1.2: a dot-string or a quoted string, `@`, a host name or an address in brackets.
enum EmailFormat {
  static func holds(_ text: [UInt8]) -> Bool {
    guard let at = text.lastIndex(of: UInt8(ascii: "@")), at > 0 else { return false }
    return isLocal(text[..<at]) && isDomain(text[(at + 1)...])
  }

  private static func isLocal(_ text: ArraySlice<UInt8>) -> Bool {
    if text.first == UInt8(ascii: "\""), text.last == UInt8(ascii: "\""), text.count >= 2 {
      var index = text.startIndex + 1
      while index < text.endIndex - 1 {
        if text[index] == UInt8(ascii: "\\") { index += 1 }
        guard index < text.endIndex - 1, 0x20...0x7E ~= text[index] else { return false }
        if text[index] == UInt8(ascii: "\""), text[index - 1] != UInt8(ascii: "\\") { return false }
        index += 1
      }
      return true
    }
    return text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && part.allSatisfy { $0.isLetter || $0.isDecimalDigit || $0.isOne(of: "!#$%&'*+-/=?^_`{|}~") }
    }
  }

  private static func isDomain(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.first == UInt8(ascii: "["), text.last == UInt8(ascii: "]") else { return HostnameFormat.holds(text) }
    let literal = text.dropFirst().dropLast()
    if literal.starts(with: "IPv6:".utf8) { return AddressFormat.isIPv6(literal.dropFirst(5)) }
    return AddressFormat.isIPv4(literal)
  }
}
