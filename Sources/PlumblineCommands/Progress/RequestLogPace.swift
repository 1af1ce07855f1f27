import Synchronization

/// The limit on the requests printed per second; checked without a lock on the threads that serve them.
package final class RequestLogPace: Sendable {
  private let most: Int
  private let second = Atomic<Int>(-1)
  private let printed = Atomic<Int>(0)
  private let skipped = Atomic<Int>(0)

  /// - Parameter most: the maximum number printed in one second; `.max` for all.
  package init(perSecond most: Int) { self.most = most }

  /// Returns a Boolean value that indicates whether another request is printed.
  ///
  /// - Parameter now: the current second, from any starting point.
  package func takesMore(in now: Int) -> Bool {
    if most == .max { return true }
    // Two threads that start a new second simultaneously may print a few more, which doesn't matter.
    if second.load(ordering: .relaxed) != now {
      second.store(now, ordering: .relaxed)
      printed.store(0, ordering: .relaxed)
    }
    // Read first, so that under heavy load no writes invalidate the cache lines of other threads.
    if printed.load(ordering: .relaxed) < most, printed.add(1, ordering: .relaxed).newValue <= most { return true }
    skipped.add(1, ordering: .relaxed)
    return false
  }

  /// Returns the number of requests that weren't printed since the last call.
  package func unprinted() -> Int { most == .max ? 0 : skipped.exchange(0, ordering: .relaxed) }
}
