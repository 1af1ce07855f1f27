/// Checks a string's bytes before they are read (YAML 1.2.2, sections 5.1, 5.2 and 5.4).
///
/// The text is UTF-8, with or without a byte order mark. Control characters are rejected. Those from U+007F on, and
/// U+FFFE and U+FFFF, are allowed inside quotes, because JSON allows them there. A carriage return alone is a line
/// break in YAML but not in editors' line numbers. It becomes a line feed here, which doesn't change any offset.
struct YAMLLetters {
  let bytes: [UInt8]
  /// The offsets of characters that are allowed inside quotes only.
  let unprintable: [Int]

  init(_ bytes: [UInt8]) throws(YAMLFault) {
    try Self.refuseOtherEncodings(bytes)
    let bytes = Self.withLineFeeds(bytes)
    self.bytes = bytes
    var unprintable: [Int] = []
    var offset = 0
    let count = bytes.count
    while offset < count {
      let byte = bytes[offset]
      switch byte {
      case 0x20..<0x7F, 0x0A, 0x0D, 0x09: offset += 1
      case 0x00..<0x20:
        throw YAMLFault(
          .controlCharacter, at: offset,
          "The document contains the control character \(Self.name(UInt32(byte))); write it as an escape in \"…\".")
      default:
        guard let (scalar, length) = Self.scalar(in: bytes, at: offset) else {
          throw YAMLFault(.invalidUTF8, at: offset, "The bytes here aren't UTF-8; save the document as UTF-8.")
        }
        if scalar < 0xA0 && scalar != 0x85 || scalar == 0xFFFE || scalar == 0xFFFF { unprintable.append(offset) }
        offset += length
      }
    }
    self.unprintable = unprintable
  }

  /// Returns the bytes with a line feed for each carriage return that isn't followed by one.
  static func withLineFeeds(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(0x0D) else { return bytes }
    var bytes = bytes
    for offset in bytes.indices where bytes[offset] == 0x0D {
      if offset + 1 == bytes.count || bytes[offset + 1] != 0x0A { bytes[offset] = 0x0A }
    }
    return bytes
  }

  /// Returns a character's name in Unicode notation.
  static func name(_ scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Rejects other encodings. They are detected as in section 5.2, by the zeros of a string that starts with an ASCII
  /// character.
  private static func refuseOtherEncodings(_ bytes: [UInt8]) throws(YAMLFault) {
    let start = bytes.prefix(4) + [UInt8](repeating: 1, count: 4)
    let hasMark = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
    let isOther = hasMark || !bytes.isEmpty && (start[0] == 0 && start[1] != 1 || start[1] == 0)
    guard isOther else { return }
    let isWide = start.starts(with: [0, 0]) || start[2] == 0 && start[3] == 0
    throw YAMLFault(.otherEncoding, at: 0, "The document is UTF-\(isWide ? 32 : 16); save it as UTF-8.")
  }

  /// Returns the scalar that starts at an offset, with its length in bytes, or `nil` if the bytes are ill formed
  /// (Unicode, table 3-7).
  private static func scalar(in bytes: [UInt8], at offset: Int) -> (UInt32, Int)? {
    let lead = bytes[offset]
    let length: Int
    var scalar: UInt32
    switch lead {
    case 0x7F: return (0x7F, 1)
    case 0xC2...0xDF: (length, scalar) = (2, UInt32(lead & 0x1F))
    case 0xE0...0xEF: (length, scalar) = (3, UInt32(lead & 0x0F))
    case 0xF0...0xF4: (length, scalar) = (4, UInt32(lead & 0x07))
    default: return nil
    }
    guard offset + length <= bytes.count else { return nil }
    for tail in bytes[(offset + 1)..<(offset + length)] {
      guard tail & 0xC0 == 0x80 else { return nil }
      scalar = scalar << 6 | UInt32(tail & 0x3F)
    }
    let least: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
    guard scalar >= least, Unicode.Scalar(scalar) != nil else { return nil }
    return (scalar, length)
  }
}
