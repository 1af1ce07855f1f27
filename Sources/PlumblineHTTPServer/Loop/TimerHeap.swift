/// A binary heap of timers, soonest first. Timers are never removed early. A timer whose channel no longer exists or no
/// longer needs it is ignored when it is due.
struct TimerHeap {
  /// A channel's timer.
  struct Entry {
    /// The deadline, in nanoseconds of the monotonic clock.
    var deadline: UInt64
    var channel: ChannelID
    /// The purpose, which only the channel interprets.
    var purpose: UInt64
  }

  private var entries: [Entry] = []

  var count: Int { entries.count }

  /// The deadline of the soonest timer.
  var nextDeadline: UInt64? { entries.first?.deadline }

  mutating func insert(_ entry: Entry) {
    entries.append(entry)
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard entries[child].deadline < entries[parent].deadline else { break }
      entries.swapAt(child, parent)
      child = parent
    }
  }

  /// Removes the soonest timer if it is due.
  mutating func popDue(at now: UInt64) -> Entry? {
    guard let first = entries.first, first.deadline <= now else { return nil }
    let last = entries.removeLast()
    guard !entries.isEmpty else { return first }
    entries[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < entries.count && entries[child].deadline < entries[least].deadline {
        least = child
      }
      guard least != parent else { return first }
      entries.swapAt(parent, least)
      parent = least
    }
  }
}

extension Duration {
  /// The duration in whole nanoseconds, or 0 if it is negative.
  package var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (product, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max : product.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000)).partialValue
  }
}
