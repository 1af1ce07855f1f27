/// A set of code points, including surrogates. Its ranges are sorted and neither touch nor overlap.
struct ScalarSet: Sendable, Hashable {
  /// The last Unicode code point.
  static let last: UInt32 = 0x10FFFF

  private(set) var ranges: [ClosedRange<UInt32>] = []

  init(_ scalar: UInt32) {
    ranges = [scalar...scalar]
  }

  /// Creates a set from ranges in any order. Overlapping and adjacent ranges are merged.
  init(_ ranges: [ClosedRange<UInt32>]) {
    self.ranges = Self.merged(ranges)
  }

  /// Creates a set from ranges that are already sorted and separate.
  init(sorted ranges: [ClosedRange<UInt32>]) {
    self.ranges = ranges
  }

  /// All code points that aren't in this set.
  var complement: ScalarSet {
    var others: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { others.append(next...range.lowerBound - 1) }
      next = range.upperBound + 1
    }
    if next <= Self.last { others.append(next...Self.last) }
    return ScalarSet(sorted: others)
  }

  func intersection(_ other: ScalarSet) -> ScalarSet {
    var common: [ClosedRange<UInt32>] = []
    var (left, right) = (0, 0)
    while left < ranges.count, right < other.ranges.count {
      let low = max(ranges[left].lowerBound, other.ranges[right].lowerBound)
      let high = min(ranges[left].upperBound, other.ranges[right].upperBound)
      if low <= high { common.append(low...high) }
      if ranges[left].upperBound < other.ranges[right].upperBound { left += 1 } else { right += 1 }
    }
    return ScalarSet(sorted: common)
  }

  func contains(_ value: UInt32) -> Bool {
    var (start, end) = (0, ranges.count)
    while start < end {
      let middle = start + (end - start) / 2
      if ranges[middle].upperBound < value { start = middle + 1 } else { end = middle }
    }
    return start < ranges.count && ranges[start].lowerBound <= value
  }

  private static func merged(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    var merged: [ClosedRange<UInt32>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound + 1 {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}

extension ScalarSet {
  static let all = ScalarSet(sorted: [0...last])
  static let digits = ScalarSet(sorted: [0x30...0x39])
  static let words = ScalarSet(sorted: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  /// The `WhiteSpace` and `LineTerminator` characters of ECMA-262.
  static let spaces = ScalarSet(sorted: [
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
    0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ])
  /// The code points that `.` matches: all except line terminators.
  static let dot = ScalarSet(sorted: [0...0x09, 0x0B...0x0C, 0x0E...0x2027, 0x202A...last])

  static func isWord(_ value: UInt32) -> Bool {
    switch value {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
    default: false
    }
  }
}
