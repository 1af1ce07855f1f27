/// An order of keys: by hash, then by decoded bytes, then by place. Equal keys end up side by side.
enum KeyOrder {
  static func sorted(_ keys: [UInt32], _ nodes: [TapeNode], _ bytes: Span<UInt8>) -> [UInt32] {
    // The hash and the place in one word sort without looking at the tape; runs of one hash then sort by bytes.
    var words = keys.map { UInt64(nodes[Int($0)].payload) << 32 | UInt64($0) }
    words.sort()
    var order = words.map { UInt32(truncatingIfNeeded: $0) }
    var start = 0
    while start < order.count {
      let payload = nodes[Int(order[start])].payload
      var end = start + 1
      while end < order.count, nodes[Int(order[end])].payload == payload { end += 1 }
      if end - start > 2
        || end - start == 2 && compare(nodes[Int(order[start])], nodes[Int(order[start + 1])], bytes) > 0
      {
        sortRun(&order, start..<end, nodes, bytes)
      }
      start = end
    }
    return order
  }

  /// Merge sort from the bottom up: a span can not be captured by the closure that the library's sort takes.
  private static func sortRun(
    _ order: inout [UInt32], _ range: Range<Int>, _ nodes: [TapeNode], _ bytes: Span<UInt8>
  ) {
    var width = 1
    var merged = Array(order[range])
    var source = merged
    while width < source.count {
      var start = 0
      while start < source.count {
        let middle = min(start + width, source.count)
        let end = min(start + 2 * width, source.count)
        var (left, right) = (start, middle)
        for place in start..<end {
          let takeLeft: Bool
          if left == middle {
            takeLeft = false
          } else if right == end {
            takeLeft = true
          } else {
            let order = compare(nodes[Int(source[left])], nodes[Int(source[right])], bytes)
            takeLeft = order < 0 || order == 0 && source[left] < source[right]
          }
          merged[place] = source[takeLeft ? left : right]
          if takeLeft { left += 1 } else { right += 1 }
        }
        start = end
      }
      swap(&source, &merged)
      width *= 2
    }
    order.replaceSubrange(range, with: source)
  }

  /// Below, equal or above zero as the first key's decoded bytes come before, with or after the second's.
  static func compare(_ left: TapeNode, _ right: TapeNode, _ bytes: Span<UInt8>) -> Int {
    compare(left, bytes, right, bytes)
  }

  static func compare(
    _ left: TapeNode, _ leftBytes: Span<UInt8>, _ right: TapeNode, _ rightBytes: Span<UInt8>
  ) -> Int {
    if left.hasEscapes || right.hasEscapes {
      let one = decoded(left, leftBytes)
      let other = decoded(right, rightBytes)
      return one == other ? 0 : one.lexicographicallyPrecedes(other) ? -1 : 1
    }
    var (one, other) = (left.contents.lowerBound, right.contents.lowerBound)
    let (oneEnd, otherEnd) = (left.contents.upperBound, right.contents.upperBound)
    while one < oneEnd, other < otherEnd {
      let (first, second) = (leftBytes[one], rightBytes[other])
      if first != second { return first < second ? -1 : 1 }
      one += 1
      other += 1
    }
    return (oneEnd - one) - (otherEnd - other)
  }

  private static func decoded(_ node: TapeNode, _ bytes: Span<UInt8>) -> [UInt8] {
    StringScanner.decode(bytes, node.contents)
  }
}
