/// The keys of all open objects, innermost last. Each is a word that contains its hash and its node.
///
/// The words of an object are contiguous. Whether a key is repeated can be seen without looking at the tape, and the
/// words can be sorted as they are.
struct KeyStack: ~Copyable {
  // The reasoning is the same as for `TapeBuilder`: `count` words are initialized, and accesses stay below that.
  private var words: UnsafeMutablePointer<UInt64>
  private(set) var count = 0
  private var capacity = 64

  init() {
    words = .allocate(capacity: capacity)
  }

  deinit { words.deallocate() }

  @inline(__always)
  mutating func push(hash: UInt32, node: Int) {
    if count == capacity { grow() }
    (words + count).initialize(to: UInt64(hash) << 32 | UInt64(UInt32(truncatingIfNeeded: node)))
    count &+= 1
  }

  /// Drops the keys of an object that has been closed.
  @inline(__always)
  mutating func truncate(to length: Int) {
    precondition(length >= 0 && length <= count)
    count = length
  }

  /// Returns the words starting at a position.
  @inline(__always)
  func from(_ start: Int) -> UnsafeBufferPointer<UInt64> {
    precondition(start >= 0 && start <= count)
    return UnsafeBufferPointer(start: words + start, count: count &- start)
  }

  @inline(never)
  private mutating func grow() {
    let room = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity * 2)
    room.moveInitialize(from: words, count: count)
    words.deallocate()
    words = room
    capacity *= 2
  }
}
