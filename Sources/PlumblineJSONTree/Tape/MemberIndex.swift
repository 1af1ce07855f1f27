/// An index of a large object's members, sorted by hash and then by decoded bytes.
@usableFromInline
struct MemberIndex: Sendable {
  /// The maximum number of members that are searched without an index.
  @usableFromInline static let threshold = 32

  private static let hashBits = 27

  /// The key nodes, except for shadowed keys.
  private let keys: [UInt32]
  /// The start of each bucket's keys, and the end of the last bucket. Hashes with the same highest bits form a bucket
  /// with two to four keys, so that a lookup doesn't touch much of a large object's memory.
  private let starts: [UInt32]
  /// The number of low hash bits that differ within a bucket.
  private let shift: Int

  init(_ object: Int, _ tape: TapeReader) {
    keys = Self.sortedKeys(of: object, tape)
    let bits = max(0, Int.bitWidth - keys.count.leadingZeroBitCount - 2)
    shift = max(0, Self.hashBits - bits)
    var starts = [UInt32](repeating: 0, count: 1 << min(bits, Self.hashBits) + 1)
    for key in tape.keys(of: object) where !tape[key].isShadowed { starts[tape[key].payload >> shift + 1] += 1 }
    for bucket in starts.indices.dropFirst() { starts[bucket] += starts[bucket - 1] }
    self.starts = starts
  }

  /// Returns the key nodes of an object, except for shadowed keys, sorted so that equal sets of keys are in the same
  /// order.
  static func sortedKeys(of object: Int, _ tape: TapeReader) -> [UInt32] {
    var words: [UInt64] = []
    words.reserveCapacity(tape.count(object))
    for key in tape.keys(of: object) where !tape[key].isShadowed {
      words.append(UInt64(tape[key].info >> TapeNode.payloadShift) << 32 | UInt64(key))
    }
    var comparisons = 0
    return KeyOrder.sorted(words, tape, &comparisons)
  }

  /// Returns the key node for a key, or `nil` if there is none. Keys with the same hash are sorted by their bytes, so a
  /// search takes log n steps even among keys that are crafted to collide.
  func find(_ key: UnsafeBufferPointer<UInt8>, _ hash: UInt32, _ tape: TapeReader) -> Int? {
    let bucket = Int(hash) >> shift
    guard bucket + 1 < starts.count else { return nil }
    var (low, high) = (Int(starts[bucket]), Int(starts[bucket + 1]))
    while low < high {
      let middle = low + (high - low) / 2
      let node = Int(keys[middle])
      let found = tape[node].info >> TapeNode.payloadShift
      if found < hash || found == hash && tape.withText(node, { $0.lexicographicallyPrecedes(key) }) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < keys.count else { return nil }
    let node = Int(keys[low])
    return tape[node].info >> TapeNode.payloadShift == hash && tape.isText(node, key) ? node : nil
  }
}
