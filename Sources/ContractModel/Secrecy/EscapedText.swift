/// Reads single characters as URLs and JSON write them.
enum EscapedText {
  /// What a `%` stands for at an index (RFC 3986 section 2.1): a byte, and where the text goes on.
  static func percent(_ bytes: [UInt8], at index: Int) -> (byte: UInt8, end: Int)? {
    guard index + 2 < bytes.count, bytes[index] == UInt8(ascii: "%"), let high = digit(bytes[index + 1]),
      let low = digit(bytes[index + 2])
    else { return nil }
    return (high << 4 | low, index + 3)
  }

  /// The same where the text was encoded twice (`%253D`).
  static func percentTwice(_ bytes: [UInt8], at index: Int) -> (byte: UInt8, end: Int)? {
    guard let sign = percent(bytes, at: index), sign.byte == UInt8(ascii: "%"), index + 4 < bytes.count,
      let high = digit(bytes[index + 3]), let low = digit(bytes[index + 4])
    else { return nil }
    return (high << 4 | low, index + 5)
  }

  /// What a backslash stands for at an index (RFC 8259 section 7), as UTF-8, and where the text goes on.
  static func backslash(_ bytes: [UInt8], at index: Int) -> (bytes: [UInt8], end: Int)? {
    guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\") else { return nil }
    switch bytes[index + 1] {
    case UInt8(ascii: "n"): return ([0x0A], index + 2)
    case UInt8(ascii: "t"): return ([0x09], index + 2)
    case UInt8(ascii: "r"): return ([0x0D], index + 2)
    case UInt8(ascii: "b"): return ([0x08], index + 2)
    case UInt8(ascii: "f"): return ([0x0C], index + 2)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return ([bytes[index + 1]], index + 2)
    case UInt8(ascii: "u"):
      guard var value = unit(bytes, at: index + 2) else { return nil }
      var end = index + 6
      if 0xD800..<0xDC00 ~= value, end + 1 < bytes.count, bytes[end] == UInt8(ascii: "\\"),
        bytes[end + 1] == UInt8(ascii: "u"), let low = unit(bytes, at: end + 2), 0xDC00..<0xE000 ~= low
      {
        value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
        end += 6
      }
      return Unicode.Scalar(value).map { (Array(String($0).utf8), end) }
    default: return nil
    }
  }

  /// Where the text goes on after a blank, written as such or as URLs do; `nil` where none is.
  static func blank(_ bytes: [UInt8], at index: Int) -> Int? {
    switch bytes[index] {
    case UInt8(ascii: " "), UInt8(ascii: "+"): index + 1
    case UInt8(ascii: "%"): percent(bytes, at: index).flatMap { $0.byte == 0x20 ? $0.end : nil }
    default: nil
    }
  }

  /// What may stand for a value's next bytes at an index, besides themselves.
  static func others(_ bytes: [UInt8], at index: Int) -> [(bytes: [UInt8], end: Int)] {
    switch bytes[index] {
    case UInt8(ascii: "%"):
      [percent(bytes, at: index), percentTwice(bytes, at: index)].compactMap { $0.map { ([$0.byte], $0.end) } }
    case UInt8(ascii: "\\"): backslash(bytes, at: index).map { [$0] } ?? []
    case UInt8(ascii: "+"): [([0x20], index + 1)]
    default: []
    }
  }

  private static func unit(_ bytes: [UInt8], at index: Int) -> UInt32? {
    guard index + 3 < bytes.count else { return nil }
    var value: UInt32 = 0
    for byte in bytes[index..<index + 4] {
      guard let digit = digit(byte) else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
