/// Well-formed multi-byte sequences, by Unicode's table 3-7.
enum UTF8Sequence {
  /// The length, 2 to 4, of the sequence that a byte of 0x80 or above starts; 0 where it is ill formed.
  static func length(_ bytes: Span<UInt8>, at index: Int) -> Int {
    let lead = bytes[index]
    let left = bytes.count - index
    switch lead {
    case 0xC2...0xDF:
      return left >= 2 && isTail(bytes[index + 1]) ? 2 : 0
    case 0xE0...0xEF:
      guard left >= 3, isTail(bytes[index + 1]), isTail(bytes[index + 2]) else { return 0 }
      if lead == 0xE0, bytes[index + 1] < 0xA0 { return 0 }
      if lead == 0xED, bytes[index + 1] > 0x9F { return 0 }
      return 3
    case 0xF0...0xF4:
      guard left >= 4, isTail(bytes[index + 1]), isTail(bytes[index + 2]), isTail(bytes[index + 3]) else { return 0 }
      if lead == 0xF0, bytes[index + 1] < 0x90 { return 0 }
      if lead == 0xF4, bytes[index + 1] > 0x8F { return 0 }
      return 4
    default:
      return 0
    }
  }

  @inline(__always)
  private static func isTail(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
