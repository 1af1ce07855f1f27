/// The sort order of keys: by hash, then by decoded bytes, then by position, so that equal keys are adjacent.
enum KeyOrder {
  /// Sorts keys, given in source order as words with the hash in the high bits and the node in the low 32 bits.
  ///
  /// `comparisons` counts the pairs of keys whose bytes were examined.
  static func sorted(_ words: [UInt64], _ tape: TapeReader, _ comparisons: inout Int) -> [UInt32] {
    let words = words.count < 256 ? words.sorted() : sortedByHash(words)
    var order = words.map { UInt32(truncatingIfNeeded: $0) }
    var start = 0
    while start < words.count {
      var end = start + 1
      while end < words.count, words[end] >> 32 == words[start] >> 32 { end += 1 }
      if end - start > 1 { sortRun(&order, start..<end, tape, &comparisons) }
      start = end
    }
    return order
  }

  /// Sorts by the 27 bits of the hash with a radix sort, nine bits at a time. The sort is stable, and linear for any
  /// keys.
  private static func sortedByHash(_ words: [UInt64]) -> [UInt64] {
    var source = words
    var target = words
    for shift in [32, 41, 50] as [UInt64] {
      var starts = [Int](repeating: 0, count: 513)
      for word in source { starts[Int(word >> shift & 511) + 1] += 1 }
      for digit in 1...512 { starts[digit] += starts[digit - 1] }
      for word in source {
        let digit = Int(word >> shift & 511)
        target[starts[digit]] = word
        starts[digit] += 1
      }
      swap(&source, &target)
    }
    return source
  }

  /// Sorts a run of keys with equal hashes. Each key is decoded once, and at most n log n pairs are compared.
  private static func sortRun(
    _ order: inout [UInt32], _ range: Range<Int>, _ tape: TapeReader, _ comparisons: inout Int
  ) {
    let keys = order[range].map { (node: $0, text: tape.decodedText(Int($0))) }
    var count = 0
    let sorted = keys.sorted { left, right in
      count += 1
      if left.text == right.text { return left.node < right.node }
      return left.text.lexicographicallyPrecedes(right.text)
    }
    comparisons += count
    order.replaceSubrange(range, with: sorted.lazy.map(\.node))
  }

  /// Returns a Boolean value that indicates whether two keys or strings have the same decoded bytes.
  static func areEqual(_ left: Int, _ leftTape: TapeReader, _ right: Int, _ rightTape: TapeReader) -> Bool {
    let (one, other) = (leftTape[left], rightTape[right])
    if !one.hasEscapes, !other.hasEscapes {
      return one.end &- one.offset == other.end &- other.offset
        && rightTape.isText(right, leftTape.contents(left))
    }
    return compare(left, leftTape, right, rightTape) == 0
  }

  /// Compares the decoded bytes of two strings. Returns a negative number if the first sorts before the second, zero if
  /// they are equal, and a positive number otherwise.
  static func compare(_ left: Int, _ leftTape: TapeReader, _ right: Int, _ rightTape: TapeReader) -> Int {
    leftTape.withText(left) { one in
      rightTape.withText(right) { other in
        let (one, other) = (SourceBytes(one), SourceBytes(other))
        let common = min(one.count, other.count)
        var place = 0
        while place + 8 <= common {
          let (first, second) = (one.word(at: place).byteSwapped, other.word(at: place).byteSwapped)
          if first != second { return first < second ? -1 : 1 }
          place += 8
        }
        while place < common {
          if one[place] != other[place] { return one[place] < other[place] ? -1 : 1 }
          place += 1
        }
        return one.count - other.count
      }
    }
  }
}
