/// Quoted scalars (sections 7.3.1 and 7.3.2).
extension YAMLReader {
  /// Returns the quoted scalar at the place.
  mutating func quoted() throws(YAMLFault) -> Token {
    let mark = text.mark
    let quote = text.peek()
    text.advance()
    let start = text.place
    let escape = quote == UInt8(ascii: "\"") ? UInt8(ascii: "\\") : quote
    while !text.isBreak(), text.peek() != quote, text.peek() != escape { text.advance() }
    let token: Token
    if text.peek() == quote, quote == UInt8(ascii: "\"") || text.peek(1) != quote {
      token = Token(mark, .text, source: start..<text.place)
      text.advance()
    } else {
      let letters = tree.letters.count
      tree.letters += text.bytes[start..<text.place]
      try decode(quote, from: mark, kept: letters)
      token = Token(mark, .text, letters: letters..<tree.letters.count)
    }
    try passUnprintable(from: mark.place)
    return token
  }

  /// Reads the rest of a string that has escapes or several lines.
  ///
  /// - Parameter kept: The length of the text up to which blanks are kept although the line ends after them.
  private mutating func decode(_ quote: UInt8, from start: YAMLText.Mark, kept: Int) throws(YAMLFault) {
    var kept = kept
    while true {
      let byte = text.peek()
      if text.isAtEnd {
        throw YAMLFault(at: start.place, "The string that begins here has no closing quote.")
      } else if text.isBreak() {
        while tree.letters.count > kept, let last = tree.letters.last, YAMLText.isBlank(last) {
          tree.letters.removeLast()
        }
        text.nextLine()
        try appendFold(skipFold(start, breaks: 1))
        kept = tree.letters.count
      } else if byte == quote {
        guard quote == UInt8(ascii: "'"), text.peek(1) == quote else { break }
        tree.letters.append(quote)
        text.advance(2)
      } else if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        text.advance()
        if text.isBreak(), !text.isAtEnd {
          // An escaped break joins lines, and blanks before it are kept.
          text.nextLine()
          tree.letters.append(contentsOf: repeatElement(0x0A, count: try skipFold(start, breaks: 0)))
        } else {
          try escape()
        }
        kept = tree.letters.count
      } else {
        tree.letters.append(byte)
        text.advance()
      }
    }
    text.advance()
  }

  /// Skips empty lines and the blanks at the start of the next one. Returns the number of line breaks.
  private mutating func skipFold(_ start: YAMLText.Mark, breaks: Int) throws(YAMLFault) -> Int {
    var breaks = breaks
    while true {
      if text.isAtMarker { throw YAMLFault(at: start.place, "The document ends inside a quoted string.") }
      text.skipBlanks()
      guard text.isBreak(), !text.isAtEnd else {
        guard text.indent > column || text.isAtEnd else {
          throw YAMLFault(
            at: start.place,
            "The string that begins here has no closing quote on its line; continuation lines must be indented further "
              + "than its parent.")
        }
        return breaks
      }
      text.nextLine()
      breaks += 1
    }
  }

  /// Reads the rest of an escape after a backslash (section 5.7).
  private mutating func escape() throws(YAMLFault) {
    let byte = text.peek()
    if let scalar = Self.escapes[byte] {
      append(scalar)
      text.advance()
      return
    }
    let digits = byte == UInt8(ascii: "x") ? 2 : byte == UInt8(ascii: "u") ? 4 : byte == UInt8(ascii: "U") ? 8 : 0
    guard digits > 0 else { throw fault("This isn't a valid escape; write a backslash in \"…\" twice.") }
    text.advance()
    var code = try hex(digits)
    // JSON may represent one character by two surrogates.
    if digits == 4, 0xD800..<0xDC00 ~= code, text.peek() == UInt8(ascii: "\\"), text.peek(1) == UInt8(ascii: "u") {
      text.advance(2)
      let low = try hex(4)
      guard 0xDC00..<0xE000 ~= low else { throw fault("The second half of a surrogate pair is missing.") }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw fault("The escape isn't a valid character.") }
    append(scalar)
  }

  private static let escapes: [UInt8: Unicode.Scalar] = [
    UInt8(ascii: "0"): "\u{0}", UInt8(ascii: "a"): "\u{7}", UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "t"): "\t",
    0x09: "\t", UInt8(ascii: "n"): "\n", UInt8(ascii: "v"): "\u{B}", UInt8(ascii: "f"): "\u{C}",
    UInt8(ascii: "r"): "\r", UInt8(ascii: "e"): "\u{1B}", UInt8(ascii: " "): " ", UInt8(ascii: "\""): "\"",
    UInt8(ascii: "/"): "/", UInt8(ascii: "\\"): "\\", UInt8(ascii: "N"): "\u{85}", UInt8(ascii: "_"): "\u{A0}",
    UInt8(ascii: "L"): "\u{2028}", UInt8(ascii: "P"): "\u{2029}",
  ]

  private mutating func append(_ scalar: Unicode.Scalar) { tree.letters += scalar.utf8 }

  private mutating func hex(_ count: Int) throws(YAMLFault) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<count {
      guard let digit = Character(Unicode.Scalar(text.peek())).hexDigitValue else {
        throw fault("Expected \(count) hexadecimal digits.")
      }
      code = code << 4 | UInt32(digit)
      text.advance()
    }
    return code
  }
}
