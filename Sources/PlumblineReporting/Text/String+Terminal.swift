extension String {
  /// Returns the text in a form that is safe for a terminal. Line breaks, tabs, and optionally colors are kept.
  /// Everything else that affects a terminal or the surrounding text is escaped.
  ///
  /// Names and values are made ``printable``, which also keeps them on one line. This is a final safeguard for whole
  /// texts, such as reports, in case something was missed. For a single line, use ``printable`` instead.
  package func forTerminal(colours: Bool) -> String {
    if utf8.allSatisfy({ 0x20 <= $0 && $0 < 0x7F || $0 == 0x0A || $0 == 0x09 }) { return self }
    var text = ""
    text.reserveCapacity(utf8.count + 16)
    var rest = unicodeScalars[...]
    while let scalar = rest.first {
      if colours, scalar == "\u{1B}", let end = Self.endOfColour(rest) {
        text.unicodeScalars.append(contentsOf: rest[..<end])
        rest = rest[end...]
        continue
      }
      rest.removeFirst()
      if scalar.isDeceptive, scalar != "\n", scalar != "\t" {
        text += scalar.escape
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The JSON text with everything that a terminal or a reader could misinterpret written as a `\u` escape.
  ///
  /// Such characters occur only in strings, so the value stays the same.
  package var printableJSON: String {
    if utf8.allSatisfy({ $0 < 0x7F }) { return self }
    return rewritten(keeping: { $0 < 0x7F }) { scalar, isSeen in isSeen ? nil : scalar.escapeOfJSON }
  }

  /// Returns the end of the color sequence at the beginning of the text, such as `ESC [ 1 ; 31 m`, or `nil` if there is
  /// none.
  private static func endOfColour(_ text: Substring.UnicodeScalarView) -> String.Index? {
    var rest = text.dropFirst()
    guard rest.popFirst() == "[" else { return nil }
    for _ in 0..<8 {
      guard let scalar = rest.popFirst() else { return nil }
      if scalar == "m" { return rest.startIndex }
      guard "0"..."9" ~= scalar || scalar == ";" else { return nil }
    }
    return nil
  }
}

extension Unicode.Scalar {
  /// The scalar as a JSON escape sequence, such as `\u202E`. Scalars beyond U+FFFF become a surrogate pair.
  fileprivate var escapeOfJSON: String {
    var text = ""
    for unit in UTF16.encode(self) ?? UTF16.encodedReplacementCharacter {
      let digits = String(unit, radix: 16, uppercase: true)
      text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return text
  }
}
