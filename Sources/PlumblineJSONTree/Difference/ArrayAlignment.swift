/// An alignment of the elements of two arrays, based on a name for each element.
///
/// The first occurrence of a name on one side is paired with the first on the other side, the second with the second,
/// and so on. The longest list of pairs that ascends on both sides counts as unmoved, and all other pairs count as
/// moved. For unique names, that list is a longest common subsequence, found in n log n steps. For repeated names, it
/// may be shorter, and elements that look alike may appear as moved.
struct ArrayAlignment {
  /// The elements without a partner between two unmoved elements, on both sides.
  struct Gap {
    var old: [Int] = []
    var new: [Int] = []
    /// The index on the new side of the element that follows the gap.
    var newEnd = 0
  }

  private(set) var matches: [(old: Int, new: Int, isMoved: Bool)] = []
  private(set) var gaps: [Gap] = []

  init(_ old: [Int], _ new: [Int]) {
    let partners = Self.partners(old, new)
    var pairs: [(old: Int, new: Int)] = []
    for (index, partner) in partners.enumerated() {
      if let partner { pairs.append((index, partner)) }
    }
    let stayed = Self.longestAscent(pairs.map(\.new))
    matches = zip(pairs, stayed).map { ($0.old, $0.new, !$1) }
    collectGaps(old.count, new.count)
  }

  /// Returns, for each old element, the new element that is the corresponding occurrence of the same name.
  private static func partners(_ old: [Int], _ new: [Int]) -> [Int?] {
    let names = max(old.max() ?? -1, new.max() ?? -1) + 1
    var first = [Int](repeating: -1, count: names)
    // Each new element points to the next one with the same name.
    var following = [Int](repeating: -1, count: new.count)
    for (index, name) in new.enumerated().reversed() {
      following[index] = first[name]
      first[name] = index
    }
    return old.map { name in
      let index = first[name]
      if index < 0 { return nil }
      first[name] = following[index]
      return index
    }
  }

  /// Returns, for each number, a Boolean value that indicates whether it belongs to a longest ascending subsequence,
  /// found by patience sorting.
  private static func longestAscent(_ numbers: [Int]) -> [Bool] {
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: numbers.count)
    for (index, number) in numbers.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = low + (high - low) / 2
        if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[index] = ends[low - 1] }
      if low < ends.count { ends[low] = index } else { ends.append(index) }
    }
    var belongs = [Bool](repeating: false, count: numbers.count)
    var index = ends.last ?? -1
    while index >= 0 {
      belongs[index] = true
      index = before[index]
    }
    return belongs
  }

  private mutating func collectGaps(_ oldCount: Int, _ newCount: Int) {
    var isOldMatched = [Bool](repeating: false, count: oldCount)
    var isNewMatched = [Bool](repeating: false, count: newCount)
    for match in matches {
      isOldMatched[match.old] = true
      isNewMatched[match.new] = true
    }
    var (oldStart, newStart) = (0, 0)
    func gap(_ oldEnd: Int, _ newEnd: Int) -> Gap {
      Gap(
        old: (oldStart..<oldEnd).filter { !isOldMatched[$0] },
        new: (newStart..<newEnd).filter { !isNewMatched[$0] }, newEnd: newEnd)
    }
    var all: [Gap] = []
    for match in matches where !match.isMoved {
      all.append(gap(match.old, match.new))
      (oldStart, newStart) = (match.old + 1, match.new + 1)
    }
    all.append(gap(oldCount, newCount))
    gaps = all.filter { !$0.old.isEmpty || !$0.new.isEmpty }
  }
}
