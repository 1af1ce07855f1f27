/// The tape while it is being written. Its memory grows, and is finally passed on or freed.
///
/// # Why this is safe
///
/// `nodes` has room for `capacity` nodes, and the first `count` are initialized. Reads and changes check `count` with a
/// precondition, and `append` makes room first. The type can't be copied, so the pointer isn't shared, and its
/// deinitializer frees the memory unless `finish` has passed it on. `TapeNode` is trivial, so nothing needs
/// deinitialization.
struct TapeBuilder: ~Copyable {
  private var nodes: UnsafeMutablePointer<TapeNode>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) {
    self.capacity = max(capacity, 4)
    nodes = .allocate(capacity: self.capacity)
  }

  deinit { nodes.deallocate() }

  @inline(__always)
  subscript(node: Int) -> TapeNode {
    get {
      precondition(UInt(bitPattern: node) < UInt(bitPattern: count))
      return nodes[node]
    }
    _modify {
      precondition(UInt(bitPattern: node) < UInt(bitPattern: count))
      yield &nodes[node]
    }
  }

  @inline(__always)
  mutating func append(_ node: TapeNode) {
    if count == capacity { grow() }
    (nodes + count).initialize(to: node)
    count &+= 1
  }

  /// Appends a node without children.
  @inline(__always)
  mutating func append(_ kind: JSONKind, _ start: Int, _ end: Int, info: UInt32 = 0) {
    append(
      TapeNode(
        offset: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
        next: UInt32(truncatingIfNeeded: count &+ 1), info: UInt32(kind.rawValue) | info))
  }

  /// Grows the memory. Doubling it keeps the total size of all copies below the final size.
  @inline(never)
  private mutating func grow() { resize(to: capacity * 2) }

  private mutating func resize(to size: Int) {
    let room = UnsafeMutablePointer<TapeNode>.allocate(capacity: size)
    room.moveInitialize(from: nodes, count: count)
    nodes.deallocate()
    nodes = room
    capacity = size
  }

  /// Returns a reader for the current nodes and the bytes that they refer to. It is valid until the next `append`.
  func reader(_ bytes: SourceBytes) -> TapeReader {
    TapeReader(nodes: nodes, nodeCount: count, bytes.buffer, document: nil)
  }

  /// Passes the nodes on. The receiver must free them.
  consuming func finish() -> UnsafeBufferPointer<TapeNode> {
    // A text that consists mostly of long strings leaves most of the memory unused.
    if capacity > 64, count < capacity / 4 { resize(to: count) }
    let tape = UnsafeBufferPointer(start: nodes, count: count)
    discard self
    return tape
  }
}
