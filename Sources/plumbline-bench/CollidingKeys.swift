import PlumblineJSONTree

/// A generator of colliding keys: sixteen bytes each, all with the same hash.
///
/// The last eight bytes undo the effect of the first eight on the hash's state. Only ASCII keys qualify.
enum CollidingKeys {
  /// Returns the given number of keys with their escapes, as they are written in JSON.
  static func make(_ count: Int) -> [String] {
    var keys: [String] = []
    var counter: UInt64 = 0
    while keys.count < count {
      // The first half consists of eight letters that count up.
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
