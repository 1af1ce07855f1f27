/// Says of texts under names that leave it open whether they may be secrets.
enum SecretTexts {
  private static let switches: Set<String> = [
    "true", "false", "yes", "no", "on", "off", "y", "n", "t", "f", "null", "nil", "none", "undefined", "nan", "always",
    "never", "auto", "optional", "required", "enabled", "disabled",
  ]
  private static let shortestOpaque = 16

  /// Whether a text says yes, no or how many.
  static func isSwitch(_ text: String) -> Bool {
    let bytes = text.utf8
    if bytes.count > 10 { return false }
    if bytes.allSatisfy({ 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }) { return true }
    return switches.contains(text.lowercased())
  }

  /// Whether a text is long and looks like chance: its digits, capitals and small letters change places more often than
  /// in words, dates and numbers. A UUID is an id.
  static func isOpaque(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count >= shortestOpaque, bytes.allSatisfy(isOfOpaque), !isUUID(bytes) else { return false }
    var changes = 0
    for (one, two) in zip(bytes, bytes.dropFirst()) {
      switch (UInt8.Class(one), UInt8.Class(two)) {
      case (.digit, .lower), (.digit, .upper), (.lower, .digit), (.upper, .digit), (.lower, .upper): changes += 1
      default: break
      }
    }
    // Without digits it may be words, each with a capital.
    let hasDigit = bytes.contains { 0x30...0x39 ~= $0 }
    return changes >= (hasDigit ? max(4, bytes.count / 8) : max(5, bytes.count / 4))
  }

  private static func isOfOpaque(_ byte: UInt8) -> Bool {
    byte.isOfToken || byte.isOfBase64 || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "~")
      || byte == UInt8(ascii: "%")
  }

  /// `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` (RFC 9562 section 4).
  private static func isUUID(_ bytes: [UInt8]) -> Bool {
    guard bytes.count == 36 else { return false }
    return bytes.indices.allSatisfy { index in
      if [8, 13, 18, 23].contains(index) { return bytes[index] == UInt8(ascii: "-") }
      switch bytes[index] {
      case 0x30...0x39, 0x41...0x46, 0x61...0x66: return true
      default: return false
      }
    }
  }
}

extension UInt8 {
  fileprivate enum Class {
    case lower, upper, digit, other

    init(_ byte: UInt8) {
      switch byte {
      case 0x30...0x39: self = .digit
      case 0x41...0x5A: self = .upper
      case 0x61...0x7A: self = .lower
      default: self = .other
      }
    }
  }
}
