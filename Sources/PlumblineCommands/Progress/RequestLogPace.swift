import Synchronization

/// A limit on the number of requests printed per second. The threads that serve the requests check it without a lock.
package final class RequestLogPace: Sendable {
  private let most: Int
  private let second = Atomic<Int>(-1)
  private let printed = Atomic<Int>(0)
  private let skipped = Atomic<Int>(0)

  /// Creates a limit.
  ///
  /// - Parameter most: The maximum number of requests printed in a second, or `.max` for all of them.
  package init(perSecond most: Int) { self.most = most }

  /// Returns a Boolean value that indicates whether one more request is printed.
  ///
  /// - Parameter now: The current second, counted from an arbitrary point in time.
  package func takesMore(in now: Int) -> Bool {
    if most == .max { return true }
    // If two threads start a new second simultaneously, a few more requests may be printed, which doesn't matter.
    if second.load(ordering: .relaxed) != now {
      second.store(now, ordering: .relaxed)
      printed.store(0, ordering: .relaxed)
    }
    // Read the counter first. Under heavy load, this avoids writes that invalidate the cache lines of other threads.
    if printed.load(ordering: .relaxed) < most, printed.add(1, ordering: .relaxed).newValue <= most { return true }
    skipped.add(1, ordering: .relaxed)
    return false
  }

  /// Returns the number of requests that haven't been printed since the last call.
  package func unprinted() -> Int { most == .max ? 0 : skipped.exchange(0, ordering: .relaxed) }
}
