/// The hash of a key's decoded bytes that key nodes contain. It has 27 bits and is the same for equal keys in every
/// document.
///
/// The lowest bit indicates whether any byte is 0x80 or above, and the other bits mix the length and all bytes, eight
/// at a time. Keys with different hashes are different, but if two hashes are equal, the bytes must be compared. Keys
/// that are crafted to collide therefore cost comparisons, and objects with many members are sorted by hash and bytes
/// to bound that cost.
package struct KeyHash: Sendable {
  /// The hash as a node's payload.
  package let payload: UInt32

  /// Creates the hash of a whole key.
  package init(_ bytes: some Sequence<UInt8>) {
    let hash: KeyHash? = bytes.withContiguousStorageIfAvailable { KeyHash(SourceBytes($0), 0, $0.count) }
    self = hash ?? Array(bytes).withUnsafeBufferPointer { KeyHash(SourceBytes($0), 0, $0.count) }
  }

  /// Creates the hash of a part of a string.
  @inline(__always)
  init(_ bytes: SourceBytes, _ start: Int, _ count: Int) {
    var state = Self.start(count)
    var seen: UInt64 = 0
    var place = start
    var left = count
    while left > 8 {
      let word = bytes.word(at: place)
      seen |= word
      state = Self.mix(state, word)
      place &+= 8
      left &-= 8
    }
    let word = bytes.word(at: place, count: left)
    payload = Self.finish(state, word, isASCII: (seen | word) & ByteWord.highs == 0)
  }

  /// Creates the hash of a key of at most 8 ASCII bytes, given as a word with zeros in the unused bytes.
  @inline(__always)
  init(short word: UInt64, _ count: Int) {
    payload = Self.finish(Self.start(count), word, isASCII: true)
  }

  /// Returns the state after the first eight bytes of a longer key, for constructing colliding keys.
  package static func state(afterFirst word: UInt64, of count: Int) -> UInt64 { mix(start(count), word) }

  @inline(__always)
  private static func mix(_ state: UInt64, _ word: UInt64) -> UInt64 {
    let product = (state ^ word) &* factor
    return product ^ product >> 32
  }

  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  @inline(__always)
  private static func start(_ count: Int) -> UInt64 { UInt64(truncatingIfNeeded: count) &* 0xA076_1D64_78BD_642F }

  @inline(__always)
  private static func finish(_ state: UInt64, _ last: UInt64, isASCII: Bool) -> UInt32 {
    let product = (state ^ last).multipliedFullWidth(by: factor)
    let mixed = product.high ^ product.low
    return UInt32(truncatingIfNeeded: mixed >> 38) << 1 | (isASCII ? 0 : 1)
  }
}
