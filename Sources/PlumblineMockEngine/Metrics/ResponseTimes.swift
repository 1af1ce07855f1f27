/// A histogram of response times.
final class ResponseTimes: Sendable {
  /// The upper bounds of the buckets, in microseconds. Longer times are counted in an additional bucket.
  static let bounds: [UInt64] = [
    50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000,
    5_000_000, 10_000_000,
  ]
  private static let sum = bounds.count + 1

  private let row = CounterRow(count: bounds.count + 2)

  /// Counts a response that took a number of nanoseconds.
  func add(_ nanoseconds: UInt64) {
    // Most of a mock's responses fall into the first bucket.
    let place = Self.bounds.firstIndex { nanoseconds <= $0 * 1_000 } ?? Self.bounds.count
    row.add(1, at: place)
    row.add(nanoseconds, at: Self.sum)
  }

  /// The number of responses within each bound, followed by the total number.
  var cumulative: [UInt64] {
    var total: UInt64 = 0
    return (0...Self.bounds.count).map { place in
      total += row[place]
      return total
    }
  }

  /// The total time of all responses in nanoseconds.
  var nanoseconds: UInt64 { row[Self.sum] }
}
