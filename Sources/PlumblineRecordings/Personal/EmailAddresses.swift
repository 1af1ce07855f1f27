import PlumblineASCII

/// A namespace for finding email addresses in strings (RFC 5321 section 4.1.2, in the forms that people use).
enum EmailAddresses {
  /// The extensions of files whose names can look like addresses, such as `icon@2x.png`.
  private static let files: Set<String> = ["png", "jpg", "jpeg", "gif", "svg", "webp", "js", "css", "json"]

  /// Returns the addresses in a string that may belong to a real person. Addresses in example domains are excluded.
  static func found(in text: String) -> [String] {
    let bytes = Array(text.utf8)
    var found: [String] = []
    for at in bytes.indices where bytes[at] == UInt8(ascii: "@") {
      var start = at
      while start > 0, isOfName(bytes[start - 1]) { start -= 1 }
      var end = at + 1
      while end < bytes.count, isOfDomain(bytes[end]) { end += 1 }
      while end > at + 1, bytes[end - 1] == UInt8(ascii: ".") || bytes[end - 1] == UInt8(ascii: "-") { end -= 1 }
      while start < at, bytes[start] == UInt8(ascii: ".") || bytes[start] == UInt8(ascii: "'") { start += 1 }
      guard start < at, start == 0 || bytes[start - 1] != UInt8(ascii: "/") else { continue }
      let domain = String(decoding: bytes[(at + 1)..<end], as: UTF8.self).lowercased()
      let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
      guard labels.count > 1, !labels.contains(where: \.isEmpty), let last = labels.last, last.count > 1,
        !last.contains(where: \.isNumber), !files.contains(String(last)), !isExample(domain)
      else { continue }
      found.append(String(decoding: bytes[start..<end], as: UTF8.self))
    }
    return found
  }

  /// Returns a Boolean value that indicates whether a domain is reserved for examples and tests (RFC 2606, RFC 6761).
  static func isExample(_ domain: String) -> Bool {
    let labels = domain.split(separator: ".")
    guard let last = labels.last else { return true }
    if ["example", "test", "invalid", "localhost"].contains(String(last)) { return true }
    return labels.count > 1 && labels[labels.count - 2] == "example" && ["com", "net", "org"].contains(String(last))
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.digits, ASCII.capitals, ASCII.smallLetters, 0x80...: true
    case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "%"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "'"):
      true
    default: false
    }
  }

  private static func isOfDomain(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.digits, ASCII.capitals, ASCII.smallLetters, 0x80...: true
    case UInt8(ascii: "."), UInt8(ascii: "-"): true
    default: false
    }
  }
}
