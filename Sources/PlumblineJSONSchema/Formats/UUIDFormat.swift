/// Universally unique identifiers by RFC 9562: hexadecimal digits in groups of 8, 4, 4, 4 and 12.
enum UUIDFormat {
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  static func holds(_ text: ByteView) -> Bool {
    guard text.count == 36 else { return false }
    // Bytes 8 and 13 are the first and sixth of one word, 18 and 23 the third and eighth of the next.
    let (second, third) = (text.word(at: 8), text.word(at: 16))
    guard second & 0x0000_FF00_0000_00FF == 0x0000_2D00_0000_002D,
      third & 0xFF00_0000_00FF_0000 == 0x2D00_0000_002D_0000
    else { return false }
    // The exclusive or makes each of these dashes a '0', so that whole words can be asked for digits.
    return areHexDigits(text.word(at: 0)) && areHexDigits(second ^ 0x0000_1D00_0000_001D)
      && areHexDigits(third ^ 0x1D00_0000_001D_0000) && areHexDigits(text.word(at: 24))
      && areHexDigits(text.word(at: 28))
  }

  /// Whether all eight bytes of a word are hexadecimal digits.
  @inline(__always)
  private static func areHexDigits(_ word: UInt64) -> Bool {
    // Below 0x80 a sum stays within its byte, and has bit 7 set where the byte is at least 0x80 less the summand.
    let isDigit = (word &+ 0x5050_5050_5050_5050) & ~(word &+ 0x4646_4646_4646_4646)
    let lower = word | 0x2020_2020_2020_2020
    let isLetter = (lower &+ 0x1F1F_1F1F_1F1F_1F1F) & ~(lower &+ 0x1919_1919_1919_1919)
    return word & highs == 0 && (isDigit | isLetter) & highs == highs
  }
}
