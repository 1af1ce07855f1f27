#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A namespace for hashing and comparing bytes, eight or more at a time.
enum ByteHash {
  private static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Returns a hash of bytes. Eight bytes at a time are mixed in with a full-width multiplication whose halves are then
  /// folded together.
  static func of(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    var hash = seed ^ UInt64(truncatingIfNeeded: bytes.count) &* multiplier
    var position = 0
    while position &+ 8 <= bytes.count {
      hash = mix(hash ^ bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      position &+= 8
    }
    var rest: UInt64 = 0
    while position < bytes.count {
      rest = rest << 8 | UInt64(bytes[position])
      position &+= 1
    }
    return mix(hash ^ rest)
  }

  static func isEqual(_ one: UnsafeRawBufferPointer, _ two: UnsafeRawBufferPointer) -> Bool {
    guard one.count == two.count else { return false }
    guard let first = one.baseAddress, let second = two.baseAddress else { return true }
    return first == second || memcmp(first, second, one.count) == 0
  }

  @inline(__always)
  private static func mix(_ value: UInt64) -> UInt64 {
    let (high, low) = (value ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(by: multiplier)
    return high ^ low
  }
}

extension ArraySlice<UInt8> {
  /// Returns a Boolean value that indicates whether the bytes equal those of a string.
  package func isSame(as text: StaticString) -> Bool {
    withUnsafeBytes { bytes in text.withUTF8Buffer { ByteHash.isEqual(bytes, UnsafeRawBufferPointer($0)) } }
  }

  /// Returns a Boolean value that indicates whether the bytes equal other bytes.
  package func isSame(as others: [UInt8]) -> Bool {
    withUnsafeBytes { bytes in others.withUnsafeBytes { ByteHash.isEqual(bytes, $0) } }
  }
}
