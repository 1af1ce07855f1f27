extension String {
  /// The text with everything that a terminal or a reader could misinterpret written as an escape sequence. This
  /// includes control characters, ANSI sequences, bidirectional overrides, invisible marks, and line separators.
  ///
  /// Line breaks, carriage returns, and tabs become `\n`, `\r`, and `\t`. Other characters are written like `\u{1B}`.
  /// All text from payloads passes through here before it is displayed, so that it stays on its line and can't change
  /// colors, move the cursor, or reverse text.
  package var printable: String {
    if utf8.allSatisfy({ 0x20 <= $0 && $0 < 0x7F }) { return self }
    return rewritten(keeping: { 0x20 <= $0 && $0 < 0x7F }) { scalar, isSeen in isSeen ? nil : scalar.escape }
  }

  /// The text with each of its lines printable.
  package var printableLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }.joined(separator: "\n")
  }
}

extension Unicode.Scalar {
  /// A Boolean value that indicates whether the scalar is invisible or affects the text around it.
  ///
  /// Variation selectors aren't included, because they have a visible effect. Neither are the joiners U+200C and
  /// U+200D, because they depend on adjacent characters.
  var isDeceptive: Bool {
    if value < 0x7F { return value < 0x20 }
    if isJoiner { return false }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: return true
    default: return properties.isDefaultIgnorableCodePoint && !properties.isVariationSelector
    }
  }

  /// A Boolean value that indicates whether the scalar is U+200C or U+200D. They have no width, and affect the shape of
  /// adjacent characters.
  var isJoiner: Bool { value == 0x200C || value == 0x200D }

  /// The scalar as an escape sequence, such as `\n`, `\r`, `\t`, or `\u{1B}`.
  var escape: String {
    switch self {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{" + String(value, radix: 16, uppercase: true) + "}"
    }
  }

  /// A Boolean value that indicates whether a joiner can affect the shape of the scalar. This isn't the case for Latin,
  /// Greek, Cyrillic, and Armenian letters.
  fileprivate var takesJoiners: Bool { value >= 0x0590 && !isJoiner && !isDeceptive }
}

extension String {
  /// Returns the text with some scalars replaced.
  ///
  /// A joiner counts as visible between two characters whose shape it can affect, as required in Persian, in Indian
  /// scripts, and in emoji. Inside `admin`, it would only create a different name that looks the same.
  ///
  /// - Parameters:
  ///   - isPlain: A closure that returns a Boolean value that indicates whether to keep an ASCII byte. Runs of these
  ///     bytes are copied as a whole.
  ///   - replacement: A closure that returns the text to replace a scalar with, or `nil` to keep it. `isSeen` indicates
  ///     whether the scalar is visible to a reader.
  func rewritten(
    keeping isPlain: (UInt8) -> Bool, _ replacement: (_ scalar: Unicode.Scalar, _ isSeen: Bool) -> String?
  ) -> String {
    var copy = self
    return copy.withUTF8 { bytes in
      var text = ""
      text.reserveCapacity(bytes.count + 16)
      var start = 0
      while start < bytes.count {
        let keeps = bytes[start] < 0x80 && isPlain(bytes[start])
        var end = start + 1
        while end < bytes.count, (bytes[end] < 0x80 && isPlain(bytes[end])) == keeps { end += 1 }
        let part = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
        // Joiners don't affect ASCII, so each part can be handled separately.
        text += keeps ? part : part.rewritten(replacement)
        start = end
      }
      return text
    }
  }

  private func rewritten(_ replacement: (_ scalar: Unicode.Scalar, _ isSeen: Bool) -> String?) -> String {
    var text = ""
    var before: Unicode.Scalar?
    var rest = unicodeScalars[...]
    while let scalar = rest.popFirst() {
      let isSeen =
        scalar.isJoiner
        ? (before?.takesJoiners ?? false) && (rest.first?.takesJoiners ?? false) : !scalar.isDeceptive
      if let other = replacement(scalar, isSeen) {
        text += other
      } else {
        text.unicodeScalars.append(scalar)
      }
      before = scalar
    }
    return text
  }
}

extension String {
  /// Returns printable text that fits in a number of columns. Its size in bytes is limited as well, so that zero-width
  /// marks can't inflate it.
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
  /// Returns a number followed by a noun, such as "1 call", "3 calls", or "2 matches".
  package static func count(_ number: Int, _ noun: String, plural: String? = nil) -> String {
    "\(number) " + (number == 1 ? noun : plural ?? noun + "s")
  }
}

extension String {
  /// Returns the text with some scalars replaced, even if they are followed by a combining mark. Swift treats such a
  /// combination as a different character, but readers of the report see a colon or a pipe.
  func replacing(scalars wanted: String, with other: String) -> String {
    String(unicodeScalars.replacing(wanted.unicodeScalars, with: other.unicodeScalars))
  }
}
