import Dispatch
import Synchronization

/// A rate limit for requests, which also keeps them in order.
final class Pacer: Sendable {
  private let interval: Duration
  private let next = Mutex<ContinuousClock.Instant?>(nil)

  init(interval: Duration) { self.interval = interval }

  /// Calls a closure when its turn comes, either immediately on the calling thread, or later on a global queue.
  func whenDue(_ body: @escaping @Sendable () -> Void) {
    guard interval > .zero else { return body() }
    let now = ContinuousClock.now
    let interval = interval
    let turn = next.withLock { next in
      let turn = max(now, next ?? now)
      next = turn + interval
      return turn
    }
    guard turn > now else { return body() }
    Self.after(now.duration(to: turn), body)
  }

  /// Calls a closure after a pause.
  static func after(_ pause: Duration, _ body: @escaping @Sendable () -> Void) {
    let seconds = Double(pause.components.seconds) + Double(pause.components.attoseconds) / 1e18
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: body)
  }
}
