import PlumblineTime

/// The clock of the probe. Tests replace it so that they don't have to wait.
package struct ProbeClock: Sendable {
  /// The current time in seconds since 1970.
  package let now: @Sendable () -> Int
  /// Waits for a duration.
  package let pause: @Sendable (Duration) async -> Void

  package init(now: @escaping @Sendable () -> Int, pause: @escaping @Sendable (Duration) async -> Void) {
    self.now = now
    self.pause = pause
  }

  /// The system's time.
  package static let system = ProbeClock(
    now: { WallClock.system() / 1000 }, pause: { try? await Task.sleep(for: $0) })
}
