/// Texts that name a content by its digest, so that another content is wrong under them.
package enum DigestText {
  private static let algorithms: Set<String> = [
    "md5", "sha1", "sha224", "sha256", "sha384", "sha512", "blake2b", "blake3",
  ]
  /// The hexadecimal digits of SHA-1, SHA-256, SHA-384 and SHA-512. Those of MD5 are as many as a UUID's.
  private static let lengths: Set<Int> = [40, 64, 96, 128]
  private static let leastDigits = 32

  /// Returns a Boolean value that indicates whether a text is a digest with its algorithm: `sha256:9b74…`, as registries write it.
  package static func isNamed(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":"), algorithms.contains(text[..<colon].lowercased()) else { return false }
    let digits = text[text.index(after: colon)...]
    return digits.utf8.count >= leastDigits && isHexadecimal(digits)
  }

  /// Returns a Boolean value that indicates whether a text is a digest, with or without its algorithm.
  package static func isOne(_ text: String) -> Bool {
    isNamed(text) || lengths.contains(text.utf8.count) && isHexadecimal(text[...])
  }

  private static func isHexadecimal(_ text: Substring) -> Bool {
    text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 || 0x41...0x46 ~= $0 }
  }
}
