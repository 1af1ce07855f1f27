/// A namespace for encoding and decoding Base64 (RFC 4648), as used in Basic credentials and tokens.
package enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Returns the bytes encoded with padding (RFC 4648 section 4).
  package static func encode(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(alphabet[Int(bits >> UInt32(count) & 63)])
      }
      bits &= 0xFF
    }
    if count > 0 { text.append(alphabet[Int(bits << UInt32(6 - count) & 63)]) }
    while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes encoded in the URL-safe alphabet without padding (RFC 4648 section 5), as used in tokens.
  package static func encodeURL(_ bytes: some Collection<UInt8>) -> String {
    var text = encode(bytes).utf8.map { byte in
      switch byte {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      default: byte
      }
    }
    while text.last == UInt8(ascii: "=") { text.removeLast() }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the decoded bytes, or `nil` if the string isn't Base64. Padding is optional.
  package static func decode(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    var digits = Array(text.utf8)[...]
    while digits.last == UInt8(ascii: "=") { digits.removeLast() }
    guard digits.count % 4 != 1 else { return nil }
    for digit in digits {
      guard let value = alphabet.firstIndex(of: digit) else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
      bits &= 0xFF
    }
    return bytes
  }
}
