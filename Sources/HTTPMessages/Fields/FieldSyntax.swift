/// Which bytes a header field may hold (RFC 9110, section 5).
enum FieldSyntax {
  /// Bit 0: token; bit 1: field value; bit 2: request target; bit 3: host.
  static let classes: [UInt8] = (0..<256).map { value in
    let byte = UInt8(value)
    var bits: UInt8 = 0
    let isAlphanumeric =
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    if isAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains(byte) { bits |= 1 }
    if byte == 0x09 || (byte >= 0x20 && byte != 0x7F) { bits |= 2 }
    if byte > 0x20 && byte < 0x7F && !"#\"<>\\^`{|}".utf8.contains(byte) { bits |= 4 }
    // Clients send these raw (WHATWG URLs keep them), and they can't split a message.
    if "|^`{}\\\"<>".utf8.contains(byte) { bits |= 4 }
    if isAlphanumeric || "-._~%!$&'()*+,;=:[]".utf8.contains(byte) { bits |= 8 }
    return bits
  }

  /// Whether a byte may be part of a method or a field name.
  static func isToken(_ byte: UInt8) -> Bool { classes[Int(byte)] & 1 != 0 }

  /// Whether a byte may be part of a field value: visible, space, tab, or above ASCII.
  static func isValue(_ byte: UInt8) -> Bool { classes[Int(byte)] & 2 != 0 }

  /// Whether a name is a token.
  static func isName(_ bytes: some Collection<UInt8>) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy(isToken)
  }

  /// The byte with `A`…`Z` turned into `a`…`z`.
  @inline(__always)
  static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  /// Text from bytes that are UTF-8, or else ISO 8859-1, so that no byte is lost from sight.
  static func text(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = ""
    for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
    return text
  }
}
