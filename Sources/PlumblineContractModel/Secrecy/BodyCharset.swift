/// The character encoding of a body, determined first by its bytes and then by its content type.
///
/// JSON is UTF-8 (RFC 8259 section 8.1), but servers send other encodings. Text that isn't Unicode is read byte by byte
/// as ISO-8859-1, regardless of its charset. This is safe because all charsets in use agree on ASCII and unchanged
/// bytes are written back as they were. The content type determines whether a body is text. Without one, bytes are text
/// if they are valid UTF-8 or contain none of the control characters that are common in images and archives.
enum BodyCharset: Equatable {
  case utf8, latin1
  /// UTF-8 with a byte order mark, which JSON doesn't allow.
  case markedUTF8
  case utf16(isBigEndian: Bool, isMarked: Bool)

  /// Creates the charset of a body, or returns `nil` if its bytes aren't text.
  init?(of bytes: [UInt8], _ contentType: String?) {
    let said = contentType.flatMap { MultipartParts.parameter("charset", of: $0) }?.lowercased()
    let isTextual = said != nil || contentType.map { Self.isTextual(MediaType.essence(of: $0)) } ?? false
    if isTextual, let wide = Self.wide(bytes) {
      self = wide
    } else if Self.isUTF8(bytes) {
      self = bytes.starts(with: Self.mark) ? .markedUTF8 : .utf8
    } else if let said, said.hasPrefix("utf-16") {
      self = .utf16(isBigEndian: said != "utf-16le", isMarked: false)
    } else if isTextual || !bytes.contains(where: Self.isControl) {
      self = .latin1
    } else {
      return nil
    }
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Detects an encoding with two bytes per character by its byte order mark or by zeros between the first characters.
  private static func wide(_ bytes: [UInt8]) -> BodyCharset? {
    guard bytes.count >= 4 else { return nil }
    switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
    case (0xFE, 0xFF, _, _): return .utf16(isBigEndian: true, isMarked: true)
    case (0xFF, 0xFE, _, _): return .utf16(isBigEndian: false, isMarked: true)
    case (0, 1..., 0, 1...): return .utf16(isBigEndian: true, isMarked: false)
    case (1..., 0, 1..., 0): return .utf16(isBigEndian: false, isMarked: false)
    default: return nil
    }
  }

  private static func isUTF8(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }

  /// Returns a Boolean value that indicates whether a byte is a control character that doesn't occur in text.
  private static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D || byte == 0x7F
  }

  private static func isTextual(_ essence: String) -> Bool {
    if essence.isEmpty || essence.hasPrefix("text/") || MediaType.isJSON(essence) || essence.hasSuffix("+xml") {
      return true
    }
    return [MediaType.form, "application/xml", "application/javascript", "application/yaml"].contains(essence)
  }

  func decode(_ bytes: [UInt8]) -> String {
    switch self {
    case .utf8: return String(decoding: bytes, as: UTF8.self)
    case .markedUTF8: return String(decoding: bytes.dropFirst(Self.mark.count), as: UTF8.self)
    case .latin1: return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    case .utf16(let isBigEndian, let isMarked):
      let start = isMarked ? 2 : 0
      let units = stride(from: start, to: bytes.count - 1, by: 2).map { index -> UInt16 in
        let (high, low) = isBigEndian ? (bytes[index], bytes[index + 1]) : (bytes[index + 1], bytes[index])
        return UInt16(high) << 8 | UInt16(low)
      }
      return String(decoding: units, as: UTF16.self)
    }
  }

  /// Returns a string's bytes. A character that the charset can't represent becomes an asterisk.
  func encode(_ text: String) -> [UInt8] {
    switch self {
    case .utf8: return Array(text.utf8)
    case .markedUTF8: return Self.mark + text.utf8
    case .latin1: return text.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "*") }
    case .utf16(let isBigEndian, let isMarked):
      let units = isMarked ? [0xFEFF] + Array(text.utf16) : Array(text.utf16)
      return units.flatMap { unit -> [UInt8] in
        let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
        return isBigEndian ? [high, low] : [low, high]
      }
    }
  }
}
