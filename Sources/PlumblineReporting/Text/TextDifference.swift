/// The common and the differing parts of two short strings, for showing the expected and the actual value side by side.
///
/// Characters are compared by finding a longest common subsequence. If the strings have little in common, they are
/// treated as completely different, because it wouldn't help to highlight every second letter. For the same reason,
/// common runs of one or two characters between differences are ignored.
package struct TextDifference: Sendable, Hashable {
  /// A run of characters that the strings have in common or not.
  package struct Run: Sendable, Hashable {
    package var text: String
    package var isChanged: Bool
  }

  /// The expected text as runs.
  package private(set) var expected: [Run]
  /// The actual text as runs.
  package private(set) var actual: [Run]

  /// The maximum length in characters of the middle part that is compared. The cost is quadratic.
  private static let limit = 120

  /// Compares two strings.
  package init(expected: String, actual: String) {
    let left = Array(expected)
    let right = Array(actual)
    var leftShared = [Bool](repeating: false, count: left.count)
    var rightShared = [Bool](repeating: false, count: right.count)

    var start = 0
    while start < left.count, start < right.count, left[start] == right[start] {
      leftShared[start] = true
      rightShared[start] = true
      start += 1
    }
    var end = 0
    while end < left.count - start, end < right.count - start,
      left[left.count - 1 - end] == right[right.count - 1 - end]
    {
      leftShared[left.count - 1 - end] = true
      rightShared[right.count - 1 - end] = true
      end += 1
    }
    let middle = (left: start..<(left.count - end), right: start..<(right.count - end))
    if middle.left.count <= Self.limit, middle.right.count <= Self.limit {
      let pairs = Self.commonPairs(left[middle.left], right[middle.right])
      for run in Self.runs(pairs) where run.count > 2 {
        for pair in run {
          leftShared[pair.left] = true
          rightShared[pair.right] = true
        }
      }
    }
    let shared = leftShared.count { $0 }
    // If less than half of the shorter text matches, consider the similarity coincidental.
    if shared * 2 < min(left.count, right.count) {
      leftShared = leftShared.map { _ in false }
      rightShared = rightShared.map { _ in false }
    }
    self.expected = Self.marked(left, leftShared)
    self.actual = Self.marked(right, rightShared)
  }

  private typealias Pair = (left: Int, right: Int)

  /// Returns the pairs of characters in a longest common subsequence, in order.
  private static func commonPairs(_ left: ArraySlice<Character>, _ right: ArraySlice<Character>) -> [Pair] {
    if left.isEmpty || right.isEmpty { return [] }
    let columns = right.count + 1
    var lengths = [Int](repeating: 0, count: (left.count + 1) * columns)
    for row in stride(from: left.count - 1, through: 0, by: -1) {
      for column in stride(from: right.count - 1, through: 0, by: -1) {
        lengths[row * columns + column] =
          left[left.startIndex + row] == right[right.startIndex + column]
          ? lengths[(row + 1) * columns + column + 1] + 1
          : max(lengths[(row + 1) * columns + column], lengths[row * columns + column + 1])
      }
    }
    var pairs: [Pair] = []
    var row = 0
    var column = 0
    while row < left.count, column < right.count {
      if left[left.startIndex + row] == right[right.startIndex + column] {
        pairs.append((left.startIndex + row, right.startIndex + column))
        row += 1
        column += 1
      } else if lengths[(row + 1) * columns + column] >= lengths[row * columns + column + 1] {
        row += 1
      } else {
        column += 1
      }
    }
    return pairs
  }

  /// Groups the pairs into runs that have no gaps on either side.
  private static func runs(_ pairs: [Pair]) -> [[Pair]] {
    var runs: [[Pair]] = []
    for pair in pairs {
      if let last = runs.last?.last, last.left + 1 == pair.left, last.right + 1 == pair.right {
        runs[runs.count - 1].append(pair)
      } else {
        runs.append([pair])
      }
    }
    return runs
  }

  private static func marked(_ text: [Character], _ shared: [Bool]) -> [Run] {
    var runs: [Run] = []
    for (character, isShared) in zip(text, shared) {
      if let last = runs.last, last.isChanged == !isShared {
        runs[runs.count - 1].text.append(character)
      } else {
        runs.append(Run(text: String(character), isChanged: !isShared))
      }
    }
    return runs
  }
}
