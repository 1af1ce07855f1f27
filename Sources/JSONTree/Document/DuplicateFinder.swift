/// Finds the keys that one object has more than once and marks the shadowed ones.
///
/// Small objects compare their keys' hashes pair by pair. Larger ones sort by hash, then by bytes, so that even keys made
/// to collide cost n log n comparisons.
struct DuplicateFinder {
  private static let pairwiseLimit = 16
  private var keys: [UInt32] = []

  mutating func search(
    object: Int, count: Int, in nodes: inout [TapeNode], _ bytes: Span<UInt8>, found: inout [DuplicateKey]
  ) {
    keys.removeAll(keepingCapacity: true)
    var key = object + 1
    for _ in 0..<count {
      keys.append(UInt32(truncatingIfNeeded: key))
      key = Int(nodes[key + 1].next)
    }
    let start = found.count
    if count <= Self.pairwiseLimit {
      for later in 1..<count {
        let node = nodes[Int(keys[later])]
        for earlier in (0..<later).reversed() where nodes[Int(keys[earlier])].payload == node.payload {
          guard KeyOrder.compare(nodes[Int(keys[earlier])], node, bytes) == 0 else { continue }
          found.append(DuplicateKey(object: UInt32(object), first: keys[earlier], repeat: keys[later]))
          break
        }
      }
    } else {
      let order = KeyOrder.sorted(keys, nodes, bytes)
      for place in 1..<order.count {
        let (earlier, later) = (nodes[Int(order[place - 1])], nodes[Int(order[place])])
        guard earlier.payload == later.payload, KeyOrder.compare(earlier, later, bytes) == 0 else { continue }
        found.append(DuplicateKey(object: UInt32(object), first: order[place - 1], repeat: order[place]))
      }
    }
    for duplicate in found[start...] { nodes[Int(duplicate.first)].info |= TapeNode.shadowed }
  }
}
