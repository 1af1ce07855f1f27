/// The checksum that gzip uses (RFC 1952 section 8).
package struct CRC32: Sendable {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
  }

  private var inverse: UInt32 = ~0

  package init() {}

  package var value: UInt32 { ~inverse }

  package mutating func add(_ bytes: some Sequence<UInt8>) {
    var inverse = inverse
    Self.table.withUnsafeBufferPointer { table in
      for byte in bytes { inverse = inverse >> 8 ^ table[Int(UInt8(truncatingIfNeeded: inverse) ^ byte)] }
    }
    self.inverse = inverse
  }
}
