import PlumblineASCII

/// Internet addresses: dotted quads (RFC 2673) and IPv6 addresses (RFC 4291 section 2.2).
enum AddressFormat {
  static func isIPv4(_ text: ByteView) -> Bool {
    var (parts, digits, value) = (1, 0, 0)
    for byte in text {
      if byte == UInt8(ascii: ".") {
        if digits == 0 { return false }
        parts += 1
        (digits, value) = (0, 0)
        continue
      }
      guard byte.isDigit, digits == 0 || value > 0 else { return false }
      digits += 1
      value = value * 10 + Int(byte - 0x30)
      if value > 255 { return false }
    }
    return parts == 4 && digits > 0
  }

  static func isIPv6(_ text: ByteView) -> Bool {
    var (groups, digits, start, index) = (0, 0, 0, 0)
    var hasGap = false
    if text.count >= 2, text[0] == UInt8(ascii: ":") {
      guard text[1] == UInt8(ascii: ":") else { return false }
      hasGap = true
      index = 2
      start = 2
    }
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: ":") {
        if digits == 0 {
          // A double colon is a gap, of which an address may have only one.
          if hasGap || groups == 0 { return false }
          hasGap = true
        } else {
          groups += 1
          digits = 0
          if index + 1 == text.count { return false }
        }
        index += 1
        start = index
        continue
      }
      if byte == UInt8(ascii: ".") {
        // The last two groups may be a dotted quad.
        guard isIPv4(text.part(start..<text.count)) else { return false }
        groups += 2
        return hasGap ? groups <= 7 : groups == 8
      }
      digits += 1
      guard byte.isHexDigit, digits <= 4 else { return false }
      index += 1
    }
    if digits > 0 { groups += 1 }
    return hasGap ? groups <= 7 : groups == 8
  }
}
