/// The inside of strings: RFC 8259 section 7 and UTF-8 as Unicode's table 3-7 has it.
enum StringScanner {
  /// Checks the string whose first byte after the quote is at `start`; returns the offset of its closing quote.
  static func scan(_ bytes: Span<UInt8>, from start: Int, hasEscapes: inout Bool) throws(SyntaxFault) -> Int {
    let count = bytes.count
    var index = start
    while index < count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") { return index }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        index = try escape(bytes, at: index)
      } else if byte < 0x20 {
        throw SyntaxFault(.controlCharacter, at: index, expected: "control characters in a string to be escaped")
      } else if byte < 0x80 {
        index += 1
      } else {
        let length = UTF8Sequence.length(bytes, at: index)
        if length == 0 { throw Self.notUTF8(at: index) }
        index += length
      }
    }
    throw SyntaxFault(.unexpectedEnd, at: count, expected: "'\"' to close the string")
  }

  static func notUTF8(at offset: Int) -> SyntaxFault {
    SyntaxFault(.invalidUTF8, at: offset, expected: "UTF-8")
  }

  /// Checks the escape at a backslash; returns the offset after it.
  private static func escape(_ bytes: Span<UInt8>, at backslash: Int) throws(SyntaxFault) -> Int {
    let index = backslash + 1
    guard index < bytes.count else {
      throw SyntaxFault(.unexpectedEnd, at: index, expected: "a character after '\\'")
    }
    switch bytes[index] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return index + 1
    case UInt8(ascii: "u"):
      for digit in index + 1...index + 4 {
        guard digit < bytes.count else {
          throw SyntaxFault(.unexpectedEnd, at: digit, expected: "four hexadecimal digits after '\\u'")
        }
        guard bytes[digit].hexDigit != nil else {
          throw SyntaxFault(.invalidEscape, at: digit, expected: "four hexadecimal digits after '\\u'")
        }
      }
      return index + 5
    default:
      throw SyntaxFault(.invalidEscape, at: index, expected: "one of \" \\ / b f n r t u after '\\'")
    }
  }

  /// The bytes that a checked string stands for; `range` is what lies between its quotes.
  static func decode(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      guard byte == UInt8(ascii: "\\") else {
        decoded.append(byte)
        index += 1
        continue
      }
      let letter = bytes[index + 1]
      index += 2
      switch letter {
      case UInt8(ascii: "b"): decoded.append(0x08)
      case UInt8(ascii: "f"): decoded.append(0x0C)
      case UInt8(ascii: "n"): decoded.append(0x0A)
      case UInt8(ascii: "r"): decoded.append(0x0D)
      case UInt8(ascii: "t"): decoded.append(0x09)
      case UInt8(ascii: "u"):
        let scalar = scalar(bytes, at: &index, end: range.upperBound)
        decoded.append(contentsOf: scalar.utf8)
      default: decoded.append(letter)
      }
    }
    return decoded
  }

  /// Reads four hexadecimal digits, and a low surrogate's escape after a high one; lone surrogates become U+FFFD.
  private static func scalar(_ bytes: Span<UInt8>, at index: inout Int, end: Int) -> Unicode.Scalar {
    let unit = codeUnit(bytes, at: index)
    index += 4
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard unit < 0xDC00, index + 6 <= end, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
    else { return "\u{FFFD}" }
    let low = codeUnit(bytes, at: index + 2)
    guard 0xDC00...0xDFFF ~= low else { return "\u{FFFD}" }
    index += 6
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
  }

  private static func codeUnit(_ bytes: Span<UInt8>, at index: Int) -> UInt32 {
    var value: UInt32 = 0
    for digit in index..<index + 4 {
      value = value << 4 | (bytes[digit].hexDigit ?? 0)
    }
    return value
  }
}
