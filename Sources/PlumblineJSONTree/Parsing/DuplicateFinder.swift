/// A finder of duplicate keys in an object, which also marks the shadowed keys.
///
/// The finder receives an object's keys in source order, as words that contain a hash and a node. If there are only a
/// few keys, their hashes are compared pairwise. Up to 64 keys first go through a table of stamps, which clears most
/// objects with one step per key. More keys are sorted by hash, and by bytes if hashes are equal. Keys that are crafted
/// to collide therefore cost at most 32 or 2 log n comparisons each, and ordinary keys none.
struct DuplicateFinder {
  private static let pairwiseLimit = 8
  private static let stampedLimit = 64
  private static let slots = 1024

  /// The repeated keys found so far, in no particular order.
  private(set) var found: [DuplicateKey] = []
  /// The number of pairs of keys whose bytes have been compared. It is zero as long as all hashes in each object
  /// differ.
  private(set) var comparisons = 0
  /// The last search that had a key in each slot.
  private var stamps: [UInt32] = []
  private var round: UInt32 = 0

  @inline(__always)
  mutating func search(
    _ keys: UnsafeBufferPointer<UInt64>, object: UInt32, _ tape: inout TapeBuilder, _ bytes: SourceBytes
  ) {
    if keys.count <= Self.pairwiseLimit, !Self.hasEqualHashes(keys) { return }
    searchFurther(keys, object, &tape, bytes)
  }

  @inline(__always)
  private static func hasEqualHashes(_ keys: UnsafeBufferPointer<UInt64>) -> Bool {
    var later = 1
    while later < keys.count {
      let hash = keys[later] >> 32
      var earlier = 0
      while earlier < later {
        if keys[earlier] >> 32 == hash { return true }
        earlier &+= 1
      }
      later &+= 1
    }
    return false
  }

  @inline(never)
  private mutating func searchFurther(
    _ keys: UnsafeBufferPointer<UInt64>, _ object: UInt32, _ tape: inout TapeBuilder, _ bytes: SourceBytes
  ) {
    if keys.count <= Self.stampedLimit, keys.count > Self.pairwiseLimit, allStampsDiffer(keys) { return }
    let start = found.count
    let reader = tape.reader(bytes)
    if keys.count <= Self.stampedLimit {
      comparePairs(keys, object, reader)
    } else {
      let order = KeyOrder.sorted(Array(keys), reader, &comparisons)
      for place in 1..<order.count {
        let (earlier, later) = (Int(order[place - 1]), Int(order[place]))
        guard tape[earlier].payload == tape[later].payload else { continue }
        comparisons += 1
        guard KeyOrder.areEqual(earlier, reader, later, reader) else { continue }
        found.append(DuplicateKey(object: object, first: order[place - 1], repeat: order[place]))
      }
    }
    for duplicate in found[start...] { tape[Int(duplicate.first)].info |= TapeNode.shadowed }
  }

  private mutating func allStampsDiffer(_ keys: UnsafeBufferPointer<UInt64>) -> Bool {
    if stamps.isEmpty { stamps = [UInt32](repeating: 0, count: Self.slots) }
    // There are fewer objects than bytes and fewer than 2^28 bytes, so round numbers don't wrap around.
    round += 1
    let round = round
    return stamps.withUnsafeMutableBufferPointer { stamps in
      var differ = true
      for word in keys {
        let slot = Int(truncatingIfNeeded: word >> 33) & (Self.slots - 1)
        if stamps[slot] == round { differ = false }
        stamps[slot] = round
      }
      return differ
    }
  }

  private mutating func comparePairs(_ keys: UnsafeBufferPointer<UInt64>, _ object: UInt32, _ reader: TapeReader) {
    for later in 1..<max(keys.count, 1) {
      for earlier in (0..<later).reversed() where keys[earlier] >> 32 == keys[later] >> 32 {
        let (first, again) = (UInt32(truncatingIfNeeded: keys[earlier]), UInt32(truncatingIfNeeded: keys[later]))
        comparisons += 1
        guard KeyOrder.areEqual(Int(first), reader, Int(again), reader) else { continue }
        found.append(DuplicateKey(object: object, first: first, repeat: again))
        break
      }
    }
  }
}
