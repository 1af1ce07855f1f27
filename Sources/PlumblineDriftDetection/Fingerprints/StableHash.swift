/// A 64-bit FNV-1a hash. Unlike a `Hasher` hash, it is the same on every machine and in every run.
///
/// Source: Fowler, Noll, Vo; draft-eastlake-fnv, section 2.
package struct StableHash: Sendable {
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  /// Adds a part. `nil` differs from an empty string, and "ab", "c" differs from "a", "bc".
  package mutating func combine(_ part: String?) {
    guard let part else { return add(0xFE) }
    for byte in part.utf8 { add(byte) }
    add(0xFF)
  }

  private mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
  }

  /// The hash as sixteen hexadecimal digits.
  package var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
