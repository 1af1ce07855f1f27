import Foundation

/// Base64 in the alphabet for URLs, without padding (RFC 4648 section 5), as JSON Web Tokens have it (RFC 7515 section 2).
enum Base64URL {
  /// The bytes of a text; nil for padding, white space, other characters and impossible lengths.
  static func decode(_ text: Substring) -> Data? {
    let length = text.utf8.count
    guard length % 4 != 1, text.utf8.allSatisfy(isDigit) else { return nil }
    let plain = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    return Data(base64Encoded: plain + String(repeating: "=", count: (4 - length % 4) % 4))
  }

  /// The text of bytes.
  static func encode(_ data: Data) -> String {
    data.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
  }

  /// Whether a byte is in the alphabet.
  static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }
}
