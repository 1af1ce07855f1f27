/// A small gzip body that decompresses to a very large one.
package enum GzipBomb {
  /// Returns a body that decompresses to the text "0", repeated. It takes 13 bits for each 258 characters.
  ///
  /// - Parameter count: The minimum number of decompressed bytes.
  package static func bytes(unpackingTo count: Int) -> [UInt8] {
    let matches = (count - 1 + 257) / 258
    var bits = Bits()
    bits.append(0b011, 3)  // the last block, of fixed codes
    bits.appendCode(0x60, 8)  // "0"
    for _ in 0..<matches {
      bits.appendCode(0b1100_0101, 8)  // 258 bytes
      bits.appendCode(0, 5)  // from one byte before
    }
    bits.appendCode(0, 7)  // the end
    let unpacked = 1 + matches * 258
    var crc = ~UInt32(0)
    for _ in 0..<unpacked {
      crc ^= 0x30
      for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xEDB8_8320 }
    }
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + bits.bytes + littleEndian(~crc)
      + littleEndian(UInt32(truncatingIfNeeded: unpacked))
  }

  /// Returns a raw DEFLATE stream of blocks with dynamic codes, 11 bytes each, without any content.
  package static func emptyBlocks(_ count: Int) -> [UInt8] {
    var bits = Bits()
    for _ in 0..<count {
      bits.append(0b100, 3)  // codes of its own
      bits.append(0, 5)  // for 257 literals and lengths
      bits.append(0, 5)  // and a distance
      bits.append(14, 4)  // whose lengths are told by a code of 18 lengths, in the order of the format
      for place in 0..<18 { bits.append(place == 2 || place == 17 ? 1 : 0, 3) }
      for zeros in [138, 118] {
        bits.appendCode(1, 1)  // zeros
        bits.append(zeros - 11, 7)
      }
      bits.appendCode(0, 1)  // the end has a length of 1,
      bits.appendCode(0, 1)  // and so has the distance
      bits.appendCode(0, 1)  // the end
    }
    bits.append(0b011, 3)
    bits.appendCode(0, 7)
    return bits.bytes
  }

  private static func littleEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  private struct Bits {
    var bytes: [UInt8] = []
    private var used = 8

    mutating func append(_ value: Int, _ count: Int) {
      for bit in 0..<count {
        if used == 8 {
          bytes.append(0)
          used = 0
        }
        bytes[bytes.count - 1] |= UInt8(value >> bit & 1) << used
        used += 1
      }
    }

    /// Appends a Huffman code, which starts with its most significant bit.
    mutating func appendCode(_ code: Int, _ count: Int) {
      for bit in (0..<count).reversed() { append(code >> bit & 1, 1) }
    }
  }
}
