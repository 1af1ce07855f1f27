import PlumblineASCII

/// Heuristics that determine whether a string may be a secret if its name is inconclusive.
enum SecretTexts {
  private static let switches: Set<String> = [
    "true", "false", "yes", "no", "on", "off", "y", "n", "t", "f", "null", "nil", "none", "undefined", "nan", "always",
    "never", "auto", "optional", "required", "enabled", "disabled",
  ]
  private static let shortestOpaque = 16

  /// Returns a Boolean value that indicates whether a string means yes, no or a number.
  static func isSwitch(_ text: some Collection<UInt8>) -> Bool {
    if text.count > 10 { return false }
    if text.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }) { return true }
    return switches.contains(String(decoding: text, as: UTF8.self).lowercased())
  }

  /// Returns a Boolean value that indicates whether a string is long and looks random. A random string alternates
  /// between digits, uppercase and lowercase letters more often than words, dates and numbers do. A UUID is treated as
  /// an ID, not as random.
  static func isOpaque(_ text: some Collection<UInt8>) -> Bool {
    guard text.count >= shortestOpaque, text.allSatisfy(isOfOpaque) else { return false }
    let bytes = Array(text)
    let hasDigit = bytes.contains { $0.isDigit }
    return isOpaque(bytes[...], changes: changes(in: bytes[...]), hasDigit: hasDigit)
  }

  /// Returns a Boolean value that indicates whether a string looks random, given its number of changes and whether it
  /// has digits. The string must contain only allowed bytes.
  static func isOpaque(_ text: ArraySlice<UInt8>, changes: Int, hasDigit: Bool) -> Bool {
    guard text.count >= shortestOpaque, !isUUID(text) else { return false }
    // Without digits, the string may consist of camel-case words.
    return changes >= (hasDigit ? max(4, text.count / 8) : max(5, text.count / 4))
  }

  /// Returns the number of changes between digits, uppercase and lowercase letters in a string.
  static func changes(in text: ArraySlice<UInt8>) -> Int {
    var changes = 0
    for (one, two) in zip(text, text.dropFirst()) {
      switch (UInt8.Class(one), UInt8.Class(two)) {
      case (.digit, .lower), (.digit, .upper), (.lower, .digit), (.upper, .digit), (.lower, .upper): changes += 1
      default: break
      }
    }
    return changes
  }

  static func isOfOpaque(_ byte: UInt8) -> Bool {
    byte.isOfToken || byte.isOfBase64 || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "~")
      || byte == UInt8(ascii: "%")
  }

  /// Returns a Boolean value that indicates whether a string has the form `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` (RFC
  /// 9562 section 4).
  private static func isUUID(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count == 36 else { return false }
    return text.indices.allSatisfy { index in
      if [8, 13, 18, 23].contains(index - text.startIndex) { return text[index] == UInt8(ascii: "-") }
      switch text[index] {
      case ASCII.digits, ASCII.capitalHexLetters, ASCII.smallHexLetters: return true
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
      case ASCII.digits: self = .digit
      case ASCII.capitals: self = .upper
      case ASCII.smallLetters: self = .lower
      default: self = .other
      }
    }
  }
}
