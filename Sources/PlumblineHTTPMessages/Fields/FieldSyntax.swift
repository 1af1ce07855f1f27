/// A namespace for the bytes that are allowed in each part of a message (RFC 9110 section 5; RFC 9112 section 3).
///
/// Each class of ASCII bytes is a 128-bit set, so that the hot path tests a bit instead of loading a table.
enum FieldSyntax {
  /// Returns a Boolean value that indicates whether a byte may be part of a method or a field name: a letter, a digit
  /// or one of ``!#$%&'*+-.^_`|~``.
  @inline(__always)
  static func isToken(_ byte: UInt8) -> Bool {
    isMember(byte, 0x03FF_6CFA_0000_0000, 0x57FF_FFFF_C7FF_FFFE)
  }

  /// Returns a Boolean value that indicates whether a byte may be part of a request target: visible ASCII except `#`.
  ///
  /// A few of these should be percent-encoded (`|`, `"`), but clients send them raw and they can't split a message.
  @inline(__always)
  static func isTarget(_ byte: UInt8) -> Bool {
    isMember(byte, 0xFFFF_FFF6_0000_0000, 0x7FFF_FFFF_FFFF_FFFF)
  }

  /// Returns a Boolean value that indicates whether a byte may be part of a registered name or an IPv4 address (RFC
  /// 3986 section 3.2.2).
  @inline(__always)
  static func isHost(_ byte: UInt8) -> Bool {
    isMember(byte, 0x2BFF_7FF2_0000_0000, 0x47FF_FFFE_87FF_FFFE)
  }

  /// Returns a Boolean value that indicates whether a byte may be part of a field value: visible ASCII, a space, a tab,
  /// or any byte above ASCII.
  @inline(__always)
  static func isValue(_ byte: UInt8) -> Bool {
    (byte >= 0x20 && byte != 0x7F) || byte == 0x09
  }

  @inline(__always)
  private static func isMember(_ byte: UInt8, _ low: UInt64, _ high: UInt64) -> Bool {
    byte < 128 && ((byte < 64 ? low : high) >> UInt64(byte & 63)) & 1 != 0
  }

  /// Returns a Boolean value that indicates whether a name is a token.
  static func isName(_ bytes: some Collection<UInt8>) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy { isToken($0) }
  }

  /// Decodes bytes as UTF-8, or else as ISO 8859-1, so that every byte remains visible.
  static func text(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = ""
    for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
    return text
  }
}
