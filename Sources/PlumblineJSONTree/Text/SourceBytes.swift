/// The bytes of a string while it is being parsed, as a pointer and a count with loads of one and of eight bytes.
///
/// # Why this is safe
///
/// A value of this type exists only inside the `withUnsafeBufferPointer` call of the array that it reads, so the memory
/// outlives it. Every load has a precondition on its index: `self[index]` requires `index < count`, and `word(at:)`
/// requires eight bytes from its index on. In most places, the parser's own loops have already checked that, and the
/// compiler removes the second check. Nothing here writes.
struct SourceBytes {
  private let base: UnsafePointer<UInt8>?
  let count: Int

  init(_ buffer: UnsafeBufferPointer<UInt8>) {
    base = buffer.baseAddress
    count = buffer.count
  }

  /// The bytes as a buffer.
  var buffer: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

  @inline(__always)
  subscript(index: Int) -> UInt8 {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    return base.unsafelyUnwrapped[index]
  }

  /// Returns a Boolean value that indicates whether eight bytes can be loaded starting at a position.
  @inline(__always)
  func hasWord(at index: Int) -> Bool { index &+ 8 <= count }

  /// Returns the eight bytes starting at a position, with the first one lowest.
  @inline(__always)
  func word(at index: Int) -> UInt64 {
    precondition(index >= 0 && index &+ 8 <= count)
    return UInt64(
      littleEndian: UnsafeRawPointer(base.unsafelyUnwrapped).loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// Returns up to eight bytes starting at a position, with the first one lowest and zeros in the unused bytes.
  @inline(__always)
  func word(at index: Int, count wanted: Int) -> UInt64 {
    if wanted == 8 || hasWord(at: index) { return word(at: index) & ByteWord.mask(wanted) }
    return partialWord(at: index, count: wanted)
  }

  @inline(never)
  private func partialWord(at index: Int, count wanted: Int) -> UInt64 {
    var word: UInt64 = 0
    for place in 0..<wanted { word |= UInt64(self[index &+ place]) << UInt64(8 &* place) }
    return word
  }
}

/// Well-formed multibyte sequences, according to table 3-7 of the Unicode standard.
extension SourceBytes {
  /// Returns the length, from 2 to 4, of the sequence that a byte of 0x80 or above starts, or 0 if it is ill-formed.
  @inline(__always)
  func sequenceLength(at index: Int) -> Int {
    let lead = self[index]
    let left = count &- index
    switch lead {
    case 0xC2...0xDF:
      return left >= 2 && isTail(index &+ 1) ? 2 : 0
    case 0xE0...0xEF:
      guard left >= 3, isTail(index &+ 1), isTail(index &+ 2) else { return 0 }
      if lead == 0xE0, self[index &+ 1] < 0xA0 { return 0 }
      if lead == 0xED, self[index &+ 1] > 0x9F { return 0 }
      return 3
    case 0xF0...0xF4:
      guard left >= 4, isTail(index &+ 1), isTail(index &+ 2), isTail(index &+ 3) else { return 0 }
      if lead == 0xF0, self[index &+ 1] < 0x90 { return 0 }
      if lead == 0xF4, self[index &+ 1] > 0x8F { return 0 }
      return 4
    default:
      return 0
    }
  }

  @inline(__always)
  private func isTail(_ index: Int) -> Bool { self[index] & 0xC0 == 0x80 }
}
