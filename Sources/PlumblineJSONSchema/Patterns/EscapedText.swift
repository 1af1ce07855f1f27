import PlumblineASCII

/// A decoder of JSON strings for matching. Lone surrogates are kept and encoded in three bytes, like other code points
/// in that range.
enum EscapedText {
  /// Returns the decoded bytes of a valid JSON string's contents.
  static func decode(_ bytes: Span<UInt8>) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      guard byte == UInt8(ascii: "\\"), index < bytes.count else {
        decoded.append(byte)
        continue
      }
      let letter = bytes[index]
      index += 1
      switch letter {
      case UInt8(ascii: "b"): decoded.append(0x08)
      case UInt8(ascii: "f"): decoded.append(0x0C)
      case UInt8(ascii: "n"): decoded.append(0x0A)
      case UInt8(ascii: "r"): decoded.append(0x0D)
      case UInt8(ascii: "t"): decoded.append(0x09)
      case UInt8(ascii: "u"): append(scalar(bytes, &index), to: &decoded)
      default: decoded.append(letter)
      }
    }
    return decoded
  }

  /// Appends a code point, including surrogates.
  static func append(_ value: UInt32, to bytes: inout [UInt8]) {
    if value < 0x80 { return bytes.append(UInt8(value)) }
    if value < 0x800 {
      bytes.append(UInt8(0xC0 | value >> 6))
    } else {
      if value < 0x10000 {
        bytes.append(UInt8(0xE0 | value >> 12))
      } else {
        bytes.append(UInt8(0xF0 | value >> 18 & 0x07))
        bytes.append(UInt8(0x80 | value >> 12 & 0x3F))
      }
      bytes.append(UInt8(0x80 | value >> 6 & 0x3F))
    }
    bytes.append(UInt8(0x80 | value & 0x3F))
  }

  /// Returns the code point whose four hexadecimal digits are at an index, including the low surrogate's escape that
  /// may follow.
  private static func scalar(_ bytes: Span<UInt8>, _ index: inout Int) -> UInt32 {
    let high = unit(bytes, index)
    index = min(index + 4, bytes.count)
    guard 0xD800...0xDBFF ~= high, index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    else { return high }
    let low = unit(bytes, index + 2)
    guard 0xDC00...0xDFFF ~= low else { return high }
    index += 6
    return 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
  }

  private static func unit(_ bytes: Span<UInt8>, _ start: Int) -> UInt32 {
    var value: UInt32 = 0
    for index in start..<max(start, min(start + 4, bytes.count)) {
      let byte = bytes[index]
      let digit = byte.isDigit ? byte - 0x30 : (byte | 0x20) &- 0x61 &+ 10
      value = value << 4 | UInt32(digit & 0x0F)
    }
    return value
  }
}
