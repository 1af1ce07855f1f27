import PlumblineASCII

/// A namespace for percent-encoding parts of URLs (RFC 3986 section 2).
package enum PercentEncoding {
  /// Decodes percent-encoded bytes. A `%` without two hexadecimal digits is kept, and invalid UTF-8 is repaired.
  package static func decode(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = false) -> String {
    if !bytes.contains(where: { $0 == UInt8(ascii: "%") || (plusIsSpace && $0 == UInt8(ascii: "+")) }) {
      return String(decoding: bytes, as: UTF8.self)
    }
    return String(decoding: decodeBytes(bytes, plusIsSpace: plusIsSpace), as: UTF8.self)
  }

  /// Decodes a percent-encoded string.
  package static func decode(_ text: String, plusIsSpace: Bool = false) -> String {
    decode(text.utf8, plusIsSpace: plusIsSpace)
  }

  /// Returns the bytes that percent-encoded bytes represent.
  package static func decodeBytes(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = false) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var position = bytes.startIndex
    while position != bytes.endIndex {
      let byte = bytes[position]
      position = bytes.index(after: position)
      if byte == UInt8(ascii: "%") {
        var ahead = position
        if let high = digit(bytes, &ahead), let low = digit(bytes, &ahead) {
          decoded.append(high << 4 | low)
          position = ahead
          continue
        }
      }
      decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
    }
    return decoded
  }

  /// Returns the bytes of a path with everything decoded except `%` and the characters that RFC 3986 reserves (section
  /// 2.2). Paths that are equal in this form are equivalent (section 6.2.2). A `%` without two hexadecimal digits
  /// becomes `%25`.
  package static func normal(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard bytes.contains(UInt8(ascii: "%")) else { return bytes }
    var normal: [UInt8] = []
    normal.reserveCapacity(bytes.count + 2)
    var position = bytes.startIndex
    while position < bytes.endIndex {
      var byte = bytes[position]
      position += 1
      guard byte == UInt8(ascii: "%") else {
        normal.append(byte)
        continue
      }
      var ahead = position
      if let high = digit(bytes, &ahead), let low = digit(bytes, &ahead) {
        byte = high << 4 | low
        position = ahead
      }
      if byte == UInt8(ascii: "%") || isReserved(byte) { append(byte, to: &normal) } else { normal.append(byte) }
    }
    return normal[...]
  }

  /// Returns literal text of a path template in the form to send. Characters that a path can't contain are encoded, and
  /// everything else is kept (RFC 3986 section 3.3).
  package static func encodeLiteral(_ bytes: ArraySlice<UInt8>) -> String {
    var encoded: [UInt8] = []
    for position in bytes.indices {
      let byte = bytes[position]
      var ahead = position + 1
      let isEncoded = byte == UInt8(ascii: "%") && digit(bytes, &ahead) != nil && digit(bytes, &ahead) != nil
      if isEncoded || isUnreserved(byte) || isReserved(byte) && !"/?#[]".utf8.contains(byte) {
        encoded.append(byte)
      } else {
        append(byte, to: &encoded)
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// Returns a byte as `%` and two hexadecimal digits.
  package static func encoded(_ byte: UInt8) -> String {
    var encoded: [UInt8] = []
    append(byte, to: &encoded)
    return String(decoding: encoded, as: UTF8.self)
  }

  /// Encodes a string for a path segment or a query value. Everything except letters, digits and `-._~` is encoded.
  package static func encode(_ text: String) -> String { encode(text.utf8) { isUnreserved($0) } }

  /// Returns a file path in the form that a URI requires. Everything except letters, digits, `-._~` and slashes is
  /// encoded.
  package static func encodePath(_ path: String) -> String {
    encode(path.utf8) { isUnreserved($0) || $0 == UInt8(ascii: "/") }
  }

  private static func encode(_ bytes: String.UTF8View, keeping isKept: (UInt8) -> Bool) -> String {
    var encoded: [UInt8] = []
    for byte in bytes {
      if isKept(byte) { encoded.append(byte) } else { append(byte, to: &encoded) }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  private static func append(_ byte: UInt8, to encoded: inout [UInt8]) {
    encoded.append(UInt8(ascii: "%"))
    encoded.append(hexadecimal(byte >> 4))
    encoded.append(hexadecimal(byte & 15))
  }

  /// Returns a Boolean value that indicates whether a byte is a letter, a digit or one of `-._~` (RFC 3986 section
  /// 2.3).
  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x2D, 0x2E, 0x5F, 0x7E: true
    default: byte.isAlphanumeric
    }
  }

  /// Returns a Boolean value that indicates whether a byte is reserved as a delimiter (RFC 3986 section 2.2).
  private static func isReserved(_ byte: UInt8) -> Bool { ":/?#[]@!$&'()*+,;=".utf8.contains(byte) }

  private static func digit<Bytes: Collection<UInt8>>(_ bytes: Bytes, _ position: inout Bytes.Index) -> UInt8? {
    guard position != bytes.endIndex else { return nil }
    let byte = bytes[position]
    position = bytes.index(after: position)
    return byte.hexDigitValue
  }

  private static func hexadecimal(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x37 + value
  }
}
