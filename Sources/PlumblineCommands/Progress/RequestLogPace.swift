import Synchronization

/// How many requests a second are printed; looked at on the threads that answer, without a lock.
package final class RequestLogPace: Sendable {
  private let most: Int
  private let second = Atomic<Int>(-1)
  private let printed = Atomic<Int>(0)
  private let skipped = Atomic<Int>(0)

  /// - Parameter most: so many are printed in one second; `.max` for all.
  package init(perSecond most: Int) { self.most = most }

  /// Returns a Boolean value that indicates whether one more is printed.
  ///
  /// - Parameter now: the second, from any beginning.
  package func takesMore(in now: Int) -> Bool {
    if most == .max { return true }
    // Two threads that find a new second at once may print some more: nobody counts them.
    if second.load(ordering: .relaxed) != now {
      second.store(now, ordering: .relaxed)
      printed.store(0, ordering: .relaxed)
    }
    // Read first: in a flood nothing is written that other threads have to fetch.
    if printed.load(ordering: .relaxed) < most, printed.add(1, ordering: .relaxed).newValue <= most { return true }
    skipped.add(1, ordering: .relaxed)
    return false
  }

  /// How many weren't printed since somebody asked.
  package func unprinted() -> Int { most == .max ? 0 : skipped.exchange(0, ordering: .relaxed) }
}
