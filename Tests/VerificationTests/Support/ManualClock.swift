import PlumblineVerification
import Synchronization

/// A clock that advances only when a task waits on it.
final class ManualClock: Sendable {
  private let milliseconds = Mutex(0)

  var now: Int { milliseconds.withLock { $0 } }

  var clock: ProbeClock {
    ProbeClock(
      now: { self.now / 1000 },
      pause: { pause in self.milliseconds.withLock { $0 += Int(pause.milliseconds) } })
  }
}
