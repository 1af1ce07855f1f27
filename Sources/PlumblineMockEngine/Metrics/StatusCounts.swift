/// The number of responses of an endpoint, by status.
///
/// Every response is counted, so counting must neither take a lock nor allocate memory. A slot holds a status in its
/// upper 16 bits and the count in the rest. The first response with a status permanently claims the next free slot.
/// After 404, 200, 200:
///
///     0: 404 | 1    1: 200 | 2    2: 0    …    other: 0    none: 0
///
/// If an endpoint has more statuses than slots, the remaining ones are counted as `other`, so that a real server's
/// responses can't make the metrics grow without bound.
final class StatusCounts: Sendable {
  /// The maximum number of statuses that are counted separately.
  static let room = 16
  private static let other = room
  private static let none = room + 1
  private static let shift: UInt64 = 48

  private let row = CounterRow(count: room + 2)

  /// Counts a response.
  ///
  /// - Parameter status: The status, or `nil` if no complete response arrived.
  func add(_ status: Int?) {
    guard let status else { return row.add(1, at: Self.none) }
    guard (100...599).contains(status) else { return row.add(1, at: Self.other) }
    let key = UInt64(status)
    for index in 0..<Self.room {
      var slot = row[index]
      if slot == 0 {
        slot = row.claim(index, with: key << Self.shift | 1)
        if slot == 0 { return }
      }
      if slot >> Self.shift == key { return row.add(1, at: index) }
    }
    row.add(1, at: Self.other)
  }

  /// The counts by the value of the label `status`, such as `404`, `other`, or `none` if no complete response arrived.
  var counts: [(status: String, count: UInt64)] {
    var known: [(status: String, count: UInt64)] = []
    for index in 0..<Self.room where row[index] != 0 {
      let slot = row[index]
      known.append(("\(slot >> Self.shift)", slot & (1 << Self.shift - 1)))
    }
    known.sort { $0.status < $1.status }
    for (index, label) in [(Self.other, "other"), (Self.none, "none")] where row[index] > 0 {
      known.append((label, row[index]))
    }
    return known
  }
}
