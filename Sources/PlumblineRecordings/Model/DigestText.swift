import PlumblineASCII

/// Strings that identify content by a digest. For any other content, they would be wrong.
package enum DigestText {
  private static let algorithms: Set<String> = [
    "md5", "sha1", "sha224", "sha256", "sha384", "sha512", "blake2b", "blake3",
  ]
  /// The hexadecimal digits of SHA-1, SHA-256, SHA-384, and SHA-512. MD5 is excluded because it has as many digits as a
  /// UUID.
  private static let lengths: Set<Int> = [40, 64, 96, 128]
  private static let leastDigits = 32

  /// Returns a Boolean value that indicates whether a string is a digest that names its algorithm, such as
  /// `sha256:9b74…` in container registries.
  package static func isNamed(_ text: String) -> Bool { namedDigits(in: text) != nil }

  /// Returns the number of digits in a digest, with or without the name of its algorithm, or `nil` if the string can't
  /// be a digest.
  ///
  /// Without an algorithm, it could also be the id of a commit or a container.
  package static func length(of text: String) -> Int? {
    if let digits = namedDigits(in: text) { return digits.utf8.count }
    let count = text.utf8.count
    return lengths.contains(count) && isHexadecimal(text[...]) ? count : nil
  }

  private static func namedDigits(in text: String) -> Substring? {
    guard let colon = text.firstIndex(of: ":"), algorithms.contains(text[..<colon].lowercased()) else { return nil }
    let digits = text[text.index(after: colon)...]
    return digits.utf8.count >= leastDigits && isHexadecimal(digits) ? digits : nil
  }

  private static func isHexadecimal(_ text: Substring) -> Bool {
    text.utf8.allSatisfy { $0.isHexDigit }
  }
}
