/// A table of small automata over UTF-8 bytes, each for a set of code points.
///
/// A node is a run of edges, sorted by byte. An edge leads to a node or to `accepted`, which ends a code point. Nodes
/// with the same edges are shared, so that `\p{L}` takes about two hundred nodes, and any set of ASCII characters takes
/// one. Surrogates are encoded in three bytes, like other code points in that range. Strings with lone surrogates
/// arrive in this form.
///
///     [a-zé]    node 1: 61–7A → accepted, C3 → 0        node 0: A9 → accepted
struct UTF8Trie: Sendable {
  struct Edge: Sendable, Hashable {
    var low: UInt8
    var high: UInt8
    var next: Int32
  }

  /// The target of an edge that ends a code point.
  static let accepted: Int32 = -1

  private(set) var edges: [Edge] = []
  private(set) var starts: [Int32] = [0]
  private var known: [[Edge]: Int32] = [:]

  /// Returns the target of a byte, or `nil` if there is none.
  func target(_ node: Int, _ byte: UInt8) -> Int32? {
    var (low, high) = (Int(starts[node]), Int(starts[node + 1]))
    while low < high {
      let middle = low + (high - low) / 2
      if edges[middle].high < byte { low = middle + 1 } else { high = middle }
    }
    return low < starts[node + 1] && edges[low].low <= byte ? edges[low].next : nil
  }

  /// Adds a set and returns its start node.
  mutating func insert(_ set: ScalarSet) -> Int32 {
    var first: [Edge] = []
    for (length, all) in Self.lengths {
      let ranges = set.intersection(ScalarSet(sorted: [all])).ranges
      let (mask, lead) = Self.leads[length - 1]
      // All code points in these ranges have the same encoded length, so their first bytes differ only in their
      // payload.
      for edge in split(ranges, below: length - 1, mask: mask) {
        first.append(Edge(low: edge.low | lead, high: edge.high | lead, next: edge.next))
      }
    }
    return node(Self.joined(first))
  }

  private static let lengths: [(Int, ClosedRange<UInt32>)] = [
    (1, 0...0x7F), (2, 0x80...0x7FF), (3, 0x800...0xFFFF), (4, 0x10000...ScalarSet.last),
  ]
  /// For each encoded length, the mask for the payload of the first byte, and the marker bits of that byte.
  private static let leads: [(mask: UInt32, lead: UInt8)] = [(0x7F, 0), (0x1F, 0xC0), (0x0F, 0xE0), (0x07, 0xF0)]

  /// Returns the edges of sorted ranges whose payload continues for the given number of bytes.
  private mutating func split(_ ranges: [ClosedRange<UInt32>], below rest: Int, mask: UInt32) -> [Edge] {
    if ranges.isEmpty { return [] }
    if rest == 0 {
      return ranges.map {
        Edge(low: UInt8($0.lowerBound & mask), high: UInt8($0.upperBound & mask), next: Self.accepted)
      }
    }
    let shift = UInt32(6 * rest)
    let lowBits = (UInt32(1) << shift) - 1
    var found: [Edge] = []
    // Collect the part of the set for each value of this byte, one value after another. Handle whole runs at once.
    var pending: [ClosedRange<UInt32>] = []
    var value: UInt32?
    func flush(_ trie: inout UTF8Trie) {
      guard let byte = value else { return }
      let next = trie.node(Self.joined(trie.marked(trie.split(pending, below: rest - 1, mask: 0x3F))))
      found.append(Edge(low: UInt8(byte & mask), high: UInt8(byte & mask), next: next))
      pending.removeAll(keepingCapacity: true)
      value = nil
    }
    for range in ranges {
      var low = range.lowerBound
      while low <= range.upperBound {
        let byte = low >> shift
        if value != byte { flush(&self) }
        let isWhole = low & lowBits == 0 && range.upperBound >> shift > byte
        if isWhole {
          let end =
            range.upperBound & lowBits == lowBits ? range.upperBound >> shift : (range.upperBound >> shift) - 1
          let next = node(
            Self.joined(marked(split([0...lowBits], below: rest - 1, mask: 0x3F))))
          found.append(Edge(low: UInt8(byte & mask), high: UInt8(end & mask), next: next))
          low = (end + 1) << shift
        } else {
          value = byte
          let high = min(range.upperBound, low | lowBits)
          pending.append(low & lowBits...high & lowBits)
          low = high + 1
        }
      }
    }
    flush(&self)
    return found
  }

  /// Returns the edges with the marker bits of continuation bytes.
  private func marked(_ edges: [Edge]) -> [Edge] {
    edges.map { Edge(low: $0.low | 0x80, high: $0.high | 0x80, next: $0.next) }
  }

  private static func joined(_ edges: [Edge]) -> [Edge] {
    var joined: [Edge] = []
    for edge in edges {
      if let last = joined.last, last.next == edge.next, last.high &+ 1 == edge.low {
        joined[joined.count - 1].high = edge.high
      } else {
        joined.append(edge)
      }
    }
    return joined
  }

  private mutating func node(_ made: [Edge]) -> Int32 {
    if let node = known[made] { return node }
    let node = Int32(starts.count - 1)
    edges += made
    starts.append(Int32(edges.count))
    known[made] = node
    return node
  }
}
