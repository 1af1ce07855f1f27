import PlumblineASCII

/// Decodes the escapes in strings whose syntax has been checked (RFC 8259 section 7).
enum StringDecoder {
  /// Returns the decoded bytes of a checked string. `range` is the part between its quotation marks.
  static func decode(_ bytes: SourceBytes, _ range: Range<Int>) -> [UInt8] {
    // No escape is shorter than its decoded bytes.
    [UInt8](unsafeUninitializedCapacity: range.count) { decoded, count in
      func append(_ byte: UInt8) {
        decoded.initializeElement(at: count, to: byte)
        count += 1
      }
      var index = range.lowerBound
      while index < range.upperBound {
        let byte = bytes[index]
        guard byte == UInt8(ascii: "\\") else {
          append(byte)
          index += 1
          continue
        }
        let letter = bytes[index + 1]
        index += 2
        switch letter {
        case UInt8(ascii: "b"): append(0x08)
        case UInt8(ascii: "f"): append(0x0C)
        case UInt8(ascii: "n"): append(0x0A)
        case UInt8(ascii: "r"): append(0x0D)
        case UInt8(ascii: "t"): append(0x09)
        case UInt8(ascii: "u"):
          for byte in UTF8.encode(scalar(bytes, at: &index, end: range.upperBound)).unsafelyUnwrapped { append(byte) }
        default: append(letter)
        }
      }
    }
  }

  /// Returns the number of scalars in a checked string after decoding.
  static func scalarCount(_ bytes: SourceBytes, _ range: Range<Int>) -> Int {
    var count = 0
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\\") {
        index += 2
        if bytes[index - 1] == UInt8(ascii: "u") { _ = scalar(bytes, at: &index, end: range.upperBound) }
        count += 1
      } else {
        if byte & 0xC0 != 0x80 { count += 1 }
        index += 1
      }
    }
    return count
  }

  /// Reads four hexadecimal digits and, after a high surrogate, the escape of a low one. Lone surrogates become U+FFFD.
  private static func scalar(_ bytes: SourceBytes, at index: inout Int, end: Int) -> Unicode.Scalar {
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

  private static func codeUnit(_ bytes: SourceBytes, at index: Int) -> UInt32 {
    var value: UInt32 = 0
    for digit in index..<index + 4 {
      value = value << 4 | UInt32(bytes[digit].hexDigitValue ?? 0)
    }
    return value
  }
}
