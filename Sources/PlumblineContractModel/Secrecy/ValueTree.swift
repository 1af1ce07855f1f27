/// A prefix tree that finds all values at a position of a string in one pass.
///
/// This is a radix tree, in which values share common prefixes. For `password`, `passphrase` and `pin`, the root has a
/// node `p` with the children `ass` and `in`, and `ass` has `word` and `phrase`. A node's bytes are a slice of a value,
/// not a copy.
///
/// A string is matched against the tree at each position. Each of its bytes represents itself or, as part of an escape,
/// a different byte. If both match, both are followed.
struct ValueTree: Sendable {
  /// The kinds of values that begin with the bytes from the root to a node.
  struct Kinds: OptionSet {
    let rawValue: UInt8
    /// Values that may be found inside words.
    static let anywhere = Kinds(rawValue: 1)
    /// Values that are found only as separate words.
    static let words = Kinds(rawValue: 2)
  }

  /// A value found in a string.
  struct Match {
    /// The value's index, in insertion order.
    let value: Int
    let end: Int
  }

  private struct Node: Sendable {
    /// The index of the value that contains the node's bytes, and their range.
    let value: Int
    var bytes: Range<Int>
    /// The index of the value that ends with this node, or `nil` if none does.
    var ending: Int?
    var kinds: Kinds
  }

  /// A position in the tree: a node, and the number of the node's bytes that have been matched.
  private struct Spot {
    var node: Int
    var count: Int
  }

  private(set) var values: [[UInt8]] = []
  private var nodes: [Node] = []
  /// The indices of the root's child nodes by their first byte, or -1 for none.
  private var first = [Int](repeating: -1, count: 256)
  /// The other nodes, by parent and first byte.
  private var children: [UInt64: Int] = [:]

  var isEmpty: Bool { values.isEmpty }

  /// Adds a nonempty value and returns its index, or `nil` if the tree already contains it.
  mutating func insert(_ value: [UInt8], _ kinds: Kinds) -> Int? {
    let number = values.count
    var parent = -1
    var index = 0
    while index < value.count {
      guard let node = child(of: parent, value[index]) else {
        nodes.append(Node(value: number, bytes: index..<value.count, ending: nil, kinds: []))
        parent = link(nodes.count - 1, to: parent, value[index])
        break
      }
      let bytes = nodes[node].bytes
      let owner = values[nodes[node].value]
      var shared = 0
      while shared < bytes.count, index + shared < value.count,
        owner[bytes.lowerBound + shared] == value[index + shared]
      {
        shared += 1
      }
      parent = shared == bytes.count ? node : split(node, at: shared, of: parent)
      index += shared
    }
    guard nodes[parent].ending == nil else { return nil }
    nodes[parent].ending = number
    values.append(value)
    mark(value, kinds)
    return number
  }

  /// Adds a value's kinds to the nodes from the root to the value.
  private mutating func mark(_ value: [UInt8], _ kinds: Kinds) {
    var node = -1
    var index = 0
    while index < value.count, let child = child(of: node, value[index]) {
      nodes[child].kinds.formUnion(kinds)
      index += nodes[child].bytes.count
      node = child
    }
  }

  /// Splits a node by inserting a parent with its first bytes.
  private mutating func split(_ node: Int, at count: Int, of parent: Int) -> Int {
    let old = nodes[node]
    let middle = old.bytes.lowerBound + count
    let value = values[old.value]
    nodes.append(
      Node(value: old.value, bytes: old.bytes.lowerBound..<middle, ending: nil, kinds: old.kinds))
    let new = link(nodes.count - 1, to: parent, value[old.bytes.lowerBound])
    nodes[node].bytes = middle..<old.bytes.upperBound
    link(node, to: new, value[middle])
    return new
  }

  @discardableResult
  private mutating func link(_ node: Int, to parent: Int, _ byte: UInt8) -> Int {
    if parent < 0 { first[Int(byte)] = node } else { children[Self.key(parent, byte)] = node }
    return node
  }

  private func child(of parent: Int, _ byte: UInt8) -> Int? {
    if parent >= 0 { return children[Self.key(parent, byte)] }
    let node = first[Int(byte)]
    return node < 0 ? nil : node
  }

  private static func key(_ parent: Int, _ byte: UInt8) -> UInt64 { UInt64(parent) << 8 | UInt64(byte) }
}

// MARK: - Following a text

extension ValueTree {
  /// Returns a Boolean value that indicates whether any value begins with a byte.
  func begins(with byte: UInt8) -> Bool { first[Int(byte)] >= 0 }

  /// Returns the literal or escaped values at a position, without duplicates.
  ///
  /// - Parameter effort: The number of steps left. If it reaches zero, the result is incomplete.
  func matches(in bytes: [UInt8], at start: Int, _ effort: inout Int) -> [Match] {
    var matches: [Match] = []
    var others: [(spot: Spot, position: Int)] = []
    var hasForked = false
    var way: (spot: Spot, position: Int)? = (Spot(node: -1, count: 0), start)
    while effort > 0, let (spot, position) = way {
      effort -= 1
      if let value = ending(at: spot) {
        if hasForked { effort -= matches.count }
        if !hasForked || !matches.contains(where: { $0.value == value }) {
          matches.append(Match(value: value, end: position))
        }
      }
      way = nil
      if position < bytes.count {
        way = next(spot, bytes[position]).map { ($0, position + 1) }
        // Follow the meaning of an escape first, and its literal bytes afterward.
        for read in EscapedText.others(bytes, at: position).reversed() {
          guard let next = next(spot, read.bytes) else { continue }
          if let way {
            others.append(way)
            hasForked = true
          }
          way = (next, read.end)
        }
      }
      way = way ?? others.popLast()
    }
    return matches
  }

  /// Returns the given positions up to which the string's literal bytes are a prefix of known values, along with the
  /// kinds of those values.
  func beginnings(
    in bytes: [UInt8], from start: Int, to ends: ArraySlice<Int>, _ effort: inout Int
  ) -> [(end: Int, kinds: Kinds)] {
    var beginnings: [(end: Int, kinds: Kinds)] = []
    var spot = Spot(node: -1, count: 0)
    var position = start
    for end in ends {
      while position < end {
        guard effort > 0, let next = next(spot, bytes[position]) else { return beginnings }
        effort -= 1
        spot = next
        position += 1
      }
      guard spot.node >= 0 else { return beginnings }
      beginnings.append((end, nodes[spot.node].kinds))
    }
    return beginnings
  }

  private func ending(at spot: Spot) -> Int? {
    guard spot.node >= 0, spot.count == nodes[spot.node].bytes.count else { return nil }
    return nodes[spot.node].ending
  }

  private func next(_ spot: Spot, _ byte: UInt8) -> Spot? {
    if spot.node >= 0, spot.count < nodes[spot.node].bytes.count {
      let node = nodes[spot.node]
      guard values[node.value][node.bytes.lowerBound + spot.count] == byte else { return nil }
      return Spot(node: spot.node, count: spot.count + 1)
    }
    return child(of: spot.node, byte).map { Spot(node: $0, count: 1) }
  }

  private func next(_ spot: Spot, _ bytes: [UInt8]) -> Spot? {
    var spot = spot
    for byte in bytes {
      guard let next = next(spot, byte) else { return nil }
      spot = next
    }
    return spot
  }
}
