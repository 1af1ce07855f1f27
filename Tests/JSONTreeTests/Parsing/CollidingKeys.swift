import PlumblineJSONTree

/// Sixteen-byte keys that are constructed to have the same hash.
///
/// The second eight bytes of a key undo the effect of the first eight on the hash's state. Only ASCII keys are used.
enum CollidingKeys {
  /// Returns this number of keys, as JSON writes them with escapes.
  static func make(_ count: Int) -> [String] {
    var keys: [String] = []
    var counter: UInt64 = 0
    while keys.count < count {
      // Eight letters that encode the counter.
      var first: UInt64 = 0
      for place in 0..<8 {
        let letter: UInt64 = 0x61 + (counter >> UInt64(4 * place)) & 15
        first |= letter << UInt64(8 * place)
      }
      counter += 1
      let second = KeyHash.state(afterFirst: first, of: 16) ^ 0x0123_4567_89AB_CDEF
      if second & 0x8080_8080_8080_8080 == 0 { keys.append(text(first) + text(second)) }
    }
    return keys
  }

  private static func text(_ word: UInt64) -> String {
    var text = ""
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      let byte = UInt8(truncatingIfNeeded: word >> shift)
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        let digits = String(byte, radix: 16)
        text += "\\u00" + (digits.count < 2 ? "0" : "") + digits
      } else {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    return text
  }
}
