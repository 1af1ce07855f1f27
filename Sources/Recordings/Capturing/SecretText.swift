/// Texts that nobody wants to find in a file, told by what they are called or what they look like.
enum SecretText {
  /// What the names of secrets end with, without case and separators.
  private static let endings = [
    "password", "passwd", "passphrase", "passcode", "secret", "token", "apikey", "accesskey", "privatekey",
    "authorization", "credential", "credentials", "jwt", "sessionid", "csrf", "xsrf", "otp",
  ]
  /// Names that end like those of secrets and are none: a list's next page is asked for by a token too.
  private static let harmless = ["page", "cursor", "continuation", "sync", "next", "prev"]

  /// Whether what stands under a name is secret: `newPassword`, `refresh_token`, `X-Api-Key`.
  ///
  /// Stricter than what a report leaves out: what is taken for a secret here no longer says what the server said.
  static func isName(_ name: String) -> Bool {
    let folded = name.lowercased().filter { $0 != "_" && $0 != "-" }
    if harmless.contains(where: folded.contains) { return false }
    return endings.contains { folded.hasSuffix($0) }
      || ["passwordconfirm", "passwordrepeat"].contains { folded.hasPrefix($0) }
  }

  /// Whether a text is a JSON Web Token (RFC 7519 section 3): `eyJ….….…`.
  static func isToken(_ text: String) -> Bool {
    let bytes = text.utf8
    guard bytes.count > 20, bytes.starts(with: "eyJ".utf8) else { return false }
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 3
      && bytes.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
        default: false
        }
      }
  }

  /// A text of the same shape that says nothing: `eyJ0-x9` becomes `aaA0-a0`. It fits the lengths, patterns and formats
  /// that the text fits.
  static func masked(_ text: String) -> String {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x30...0x39: bytes.append(UInt8(ascii: "0"))
      case 0x41...0x5A: bytes.append(UInt8(ascii: "A"))
      case 0x80...: bytes.append(UInt8(ascii: "a"))
      case 0x61...0x7A: bytes.append(UInt8(ascii: "a"))
      case 0x20...0x7E: bytes.append(UInt8(scalar.value))
      default: bytes.append(UInt8(ascii: " "))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
