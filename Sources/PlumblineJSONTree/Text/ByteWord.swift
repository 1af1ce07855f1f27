/// A namespace for tests of eight bytes at once, in a 64-bit word with the first byte lowest.
///
/// In each mask, bit 7 of a byte is set if the test succeeds for that byte. A borrow or carry out of such a byte can
/// make the results above it wrong. The lowest match is always correct, and `index` finds it.
enum ByteWord {
  static let ones: UInt64 = 0x0101_0101_0101_0101
  static let highs: UInt64 = 0x8080_8080_8080_8080

  /// Returns the bytes of a string that need special handling: quotation marks, backslashes, control characters, and
  /// all bytes of 0x80 and above.
  @inline(__always)
  static func stringStops(_ word: UInt64) -> UInt64 {
    let quotes = (word ^ 0x2222_2222_2222_2222) &- ones
    let backslashes = (word ^ 0x5C5C_5C5C_5C5C_5C5C) &- ones
    let controls = word &- 0x2020_2020_2020_2020
    return (quotes | backslashes | controls | word) & highs
  }

  /// Returns the bytes that aren't digits.
  @inline(__always)
  static func nonDigits(_ word: UInt64) -> UInt64 {
    ((word &+ 0x4646_4646_4646_4646) | (word &- 0x3030_3030_3030_3030)) & highs
  }

  /// Returns the bytes that aren't spaces (0x20).
  @inline(__always)
  static func nonBlanks(_ word: UInt64) -> UInt64 {
    // If a byte differs from 0x20, the exclusive or isn't zero, and adding 0x7F carries into bit 7.
    let differences = word ^ 0x2020_2020_2020_2020
    return ((differences & ~highs) &+ ~highs | differences) & highs
  }

  /// Returns the index, from 0 to 7, of the lowest byte that a mask marks, or 8 for an empty mask.
  @inline(__always)
  static func index(_ mask: UInt64) -> Int { mask.trailingZeroBitCount >> 3 }

  /// Returns a mask of the lowest 0 to 8 bytes.
  @inline(__always)
  static func mask(_ count: Int) -> UInt64 { count >= 8 ? ~0 : (1 << UInt64(8 &* count)) &- 1 }

  /// Returns the number of bytes in a word that start a UTF-8 sequence.
  @inline(__always)
  static func sequenceStarts(_ word: UInt64) -> Int {
    // A continuation byte is 10xxxxxx: bit 7 is set, and bit 6 is clear.
    8 &- (word & ~(word << 1) & highs).nonzeroBitCount
  }
}
