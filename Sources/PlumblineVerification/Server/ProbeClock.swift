import PlumblineMockEngine
import PlumblineTime

/// The time as the probe sees it, so that tests needn't wait.
package struct ProbeClock: Sendable {
  /// Seconds since 1970.
  package let now: @Sendable () -> Int
  /// Waits.
  package let pause: @Sendable (Duration) async -> Void

  package init(now: @escaping @Sendable () -> Int, pause: @escaping @Sendable (Duration) async -> Void) {
    self.now = now
    self.pause = pause
  }

  /// The system's time.
  package static let system = ProbeClock(
    now: { WallClock.system() / 1000 }, pause: { try? await Task.sleep(for: $0) })
}
