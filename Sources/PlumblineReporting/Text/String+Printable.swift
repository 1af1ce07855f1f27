extension String {
  /// The text with everything that a terminal or a reader could mistake written as an escape: control characters,
  /// ANSI sequences, bidirectional overrides, invisible marks and line separators.
  ///
  /// Line breaks, returns and tabs become `\n`, `\r` and `\t`, the others `\u{1B}`. What comes from a payload goes
  /// through here before it is shown, so that it stays on its line and can't colour, move or reverse anything.
  package var printable: String {
    if utf8.allSatisfy({ 0x20 <= $0 && $0 < 0x7F }) { return self }
    var text = ""
    text.reserveCapacity(utf8.count + 16)
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      default:
        if scalar.isDeceptive {
          text += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        } else {
          text.unicodeScalars.append(scalar)
        }
      }
    }
    return text
  }
}

extension String {
  /// The text as it may leave for a terminal: line breaks, tabs and, where they are wanted, colours stay; every other control
  /// character is written as an escape.
  ///
  /// Texts are made ``printable`` where they come from a payload, which keeps them on their lines; this is the last gate, for
  /// what nobody thought of.
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
      let isPlain = scalar.properties.generalCategory != .control || scalar == "\n" || scalar == "\t"
      text += isPlain ? String(scalar) : String(scalar).printable
    }
    return text
  }

  /// Where a colour's sequence ends that stands at the beginning: `ESC [ 1 ; 31 m`.
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
  /// Whether the scalar acts on the text around it instead of showing itself.
  ///
  /// The joiners U+200C and U+200D only shape their neighbours: Persian and emoji need them.
  var isDeceptive: Bool {
    if value == 0x200C || value == 0x200D { return false }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: return true
    default: return false
    }
  }
}

extension String {
  /// The printable text in at most so many columns, and so few bytes that marks without a width can't swell it.
  func bounded(to width: Int) -> String {
    let text = printable.clipped(to: width)
    var left = 4 * max(0, width) + 16
    if text.utf8.count <= left { return text }
    var prefix = ""
    for scalar in text.unicodeScalars {
      left -= UTF8.width(scalar)
      if left < 0 { break }
      prefix.unicodeScalars.append(scalar)
    }
    return prefix + "…"
  }
}

extension String {
  /// A number and its noun: "1 call", "3 calls", "2 matches".
  package static func count(_ number: Int, _ noun: String, plural: String? = nil) -> String {
    "\(number) " + (number == 1 ? noun : plural ?? noun + "s")
  }
}

extension String {
  /// The text with another one wherever some scalars stand, also where a combining mark follows: to Swift that is another
  /// character, to whoever reads the report it is a colon or a pipe with something after it.
  func replacing(scalars wanted: String, with other: String) -> String {
    String(unicodeScalars.replacing(wanted.unicodeScalars, with: other.unicodeScalars))
  }
}
