/// An open-addressing hash table that maps the bytes of path segments to numbers.
struct SegmentTable: Sendable {
  private struct Slot: Sendable {
    let hash: UInt64
    let bytes: [UInt8]
    let value: Int
  }

  private var slots: [Slot?] = []
  private var count = 0

  var isEmpty: Bool { count == 0 }

  subscript(bytes: some RandomAccessCollection<UInt8>) -> Int? {
    guard !slots.isEmpty else { return nil }
    let hash = Self.hash(bytes)
    var index = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while let slot = slots[index] {
      if slot.hash == hash, slot.bytes.elementsEqual(bytes) { return slot.value }
      index = (index + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Adds a number for bytes that aren't in the table yet.
  mutating func insert(_ bytes: [UInt8], _ value: Int) {
    if (count + 1) * 2 > slots.count {
      let old = slots
      slots = Array(repeating: nil, count: max(4, slots.count * 2))
      for case let slot? in old { place(slot) }
    }
    place(Slot(hash: Self.hash(bytes), bytes: bytes, value: value))
    count += 1
  }

  private mutating func place(_ slot: Slot) {
    var index = Int(truncatingIfNeeded: slot.hash) & (slots.count - 1)
    while slots[index] != nil { index = (index + 1) & (slots.count - 1) }
    slots[index] = slot
  }

  /// Returns a folded FNV-1a hash. The entries come from a contract, so requests can't fill the table with collisions.
  private static func hash(_ bytes: some RandomAccessCollection<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return hash ^ (hash >> 32)
  }
}
