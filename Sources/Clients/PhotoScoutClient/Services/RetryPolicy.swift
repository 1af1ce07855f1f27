/// How often a request is sent again, and after how long.
public struct RetryPolicy: Sendable, Hashable {
  /// How many times a request is sent at most, at least once.
  public var attempts: Int
  /// How long to wait before the second attempt; each further wait is four times as long.
  public var pause: Duration

  /// Three attempts within two seconds, unless told otherwise.
  public init(attempts: Int = 3, pause: Duration = .milliseconds(300)) {
    self.attempts = attempts
    self.pause = pause
  }

  /// Everything is sent once.
  public static let never = RetryPolicy(attempts: 1)

  /// How long to wait after so many attempts.
  func pause(after attempts: Int) -> Duration {
    // Four to the tenth is longer than anybody waits.
    (1..<max(1, min(attempts, 10))).reduce(pause) { pause, _ in pause * 4 }
  }
}
