import PlumblineASCII

/// Host names according to RFC 1123 section 2.1. Their labels consist of letters, digits, and inner hyphens. A label
/// that starts with `xn--` must encode a label that `InternationalHostname` accepts (RFC 5890 section 2.3.2.1).
enum HostnameFormat {
  static func holds(_ text: ByteView) -> Bool {
    guard 1...253 ~= text.count else { return false }
    var start = 0
    for index in 0...text.count where index == text.count || text[index] == UInt8(ascii: ".") {
      if !isLabel(text.part(start..<index)) { return false }
      start = index + 1
    }
    return true
  }

  private static func isLabel(_ label: ByteView) -> Bool {
    guard 1...63 ~= label.count, label[0] != UInt8(ascii: "-"), label[label.count - 1] != UInt8(ascii: "-") else {
      return false
    }
    for byte in label where !byte.isLetter && !byte.isDigit && byte != UInt8(ascii: "-") { return false }
    return !isEncoded(label) || InternationalHostname.isEncodedLabel(label)
  }

  /// Returns a Boolean value that indicates whether a label starts with `xn--`.
  static func isEncoded(_ label: ByteView) -> Bool {
    label.count >= 4 && label[0] | 0x20 == UInt8(ascii: "x") && label[1] | 0x20 == UInt8(ascii: "n")
      && label[2] == UInt8(ascii: "-") && label[3] == UInt8(ascii: "-")
  }
}
