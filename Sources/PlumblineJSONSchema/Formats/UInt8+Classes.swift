extension UInt8 {
  var isDecimalDigit: Bool { 0x30...0x39 ~= self }
  var isLetter: Bool { 0x61...0x7A ~= self | 0x20 }
  var isHexDigit: Bool { isDecimalDigit || 0x61...0x66 ~= self | 0x20 }

  /// `atext` of RFC 5322: letters, digits and ``!#$%&'*+-/=?^_`{|}~``.
  var isAtom: Bool { isLetter || isDecimalDigit || isOne(of: "!#$%&'*+-/=?^_`{|}~") }

  /// Whether this is one of the ASCII characters of a text.
  func isOne(of characters: StaticString) -> Bool {
    characters.withUTF8Buffer { $0.contains(self) }
  }
}
