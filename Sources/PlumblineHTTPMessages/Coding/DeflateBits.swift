/// The bits of a DEFLATE stream that have been received so far. The lowest bit of each byte comes first.
struct DeflateBits: Sendable {
  private var bytes: [UInt8] = []
  private var position = 0
  /// The bits that have been read but not consumed, with the next one lowest. The bits above the lowest `count` are the
  /// beginning of the next byte and will be read again.
  private(set) var held: UInt64 = 0
  private(set) var count = 0

  /// The number of whole bytes left.
  var available: Int { bytes.count - position + count / 8 }

  /// The remaining bytes, starting with the next whole byte.
  var rest: ArraySlice<UInt8> {
    mutating get {
      align()
      return bytes[position...]
    }
  }

  /// Adds bytes.
  mutating func feed(_ more: some Collection<UInt8>) {
    // Keep whole bytes in the bit buffer, because ``rest`` may return them.
    bytes.removeSubrange(..<(position - count / 8))
    position = count / 8
    bytes.append(contentsOf: more)
  }

  /// Reads as many whole bytes as fit.
  @inline(__always)
  mutating func fill() {
    if count >= 48 { return }
    if position + 8 <= bytes.count {
      let word = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian }
      held |= word << UInt64(count)
      position += (63 - count) >> 3
      count |= 56
    } else {
      fillSlowly()
    }
  }

  private mutating func fillSlowly() {
    while count < 48, position < bytes.count {
      held |= UInt64(bytes[position]) << UInt64(count)
      position += 1
      count += 8
    }
  }

  /// Returns the next bits as a number.
  ///
  /// - Parameter wanted: The number of bits to read, at most 16.
  @inline(__always)
  mutating func take(_ wanted: Int) throws(Inflater.Failure) -> Int {
    if count < wanted { fill() }
    let bits = Int(held & (1 << UInt64(wanted) - 1))
    try drop(wanted)
    return bits
  }

  @inline(__always)
  mutating func drop(_ wanted: Int) throws(Inflater.Failure) {
    guard count >= wanted else { throw .malformed("is truncated") }
    pass(wanted)
  }

  /// Drops buffered bits.
  @inline(__always)
  mutating func pass(_ wanted: Int) {
    held >>= UInt64(wanted)
    count -= wanted
  }

  /// Continues with the next whole byte.
  mutating func align() {
    position -= count / 8
    held = 0
    count = 0
  }

  /// Skips whole bytes.
  mutating func skip(_ bytes: Int) {
    align()
    position += bytes
  }
}
