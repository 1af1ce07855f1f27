/// Percent-encoding of URL parts (RFC 3986, section 2).
package enum PercentEncoding {
  /// Text from percent-encoded bytes. A `%` without two hex digits stays as it is; bytes that aren't UTF-8 are repaired.
  package static func decode(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = false) -> String {
    if !bytes.contains(where: { $0 == UInt8(ascii: "%") || (plusIsSpace && $0 == UInt8(ascii: "+")) }) {
      return String(decoding: bytes, as: UTF8.self)
    }
    return String(decoding: decodeBytes(bytes, plusIsSpace: plusIsSpace), as: UTF8.self)
  }

  /// Text from percent-encoded text.
  package static func decode(_ text: String, plusIsSpace: Bool = false) -> String {
    decode(text.utf8, plusIsSpace: plusIsSpace)
  }

  /// The bytes that percent-encoded bytes stand for.
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

  /// Text as it may stand in a path segment or a query value: all but letters, digits and `-._~` encoded.
  package static func encode(_ text: String) -> String {
    var encoded: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
        encoded.append(byte)
      default:
        encoded.append(UInt8(ascii: "%"))
        encoded.append(hexadecimal(byte >> 4))
        encoded.append(hexadecimal(byte & 15))
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  private static func digit<Bytes: Collection<UInt8>>(_ bytes: Bytes, _ position: inout Bytes.Index) -> UInt8? {
    guard position != bytes.endIndex else { return nil }
    let byte = bytes[position]
    position = bytes.index(after: position)
    switch byte {
    case 0x30...0x39: return byte - 0x30
    case 0x41...0x46: return byte - 0x37
    case 0x61...0x66: return byte - 0x57
    default: return nil
    }
  }

  private static func hexadecimal(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x37 + value
  }
}
