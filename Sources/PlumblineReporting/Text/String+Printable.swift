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
