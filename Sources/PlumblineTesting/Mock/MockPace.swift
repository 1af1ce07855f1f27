import PlumblineMockEngine

/// When the events of a stream go out: those of `text/event-stream`, and the lines of NDJSON.
public struct MockPace: Sendable, Hashable {
  let pace: StreamPace

  /// All at once, so that no test waits.
  public static let immediate = MockPace(pace: .immediate)

  /// When they came, by the times of the recording; all at once where it has none.
  public static let recorded = MockPace(pace: .recorded)

  /// The first at once, each other one so much after the one before: `.every(.milliseconds(50))`.
  public static func every(_ pause: Duration) -> MockPace { MockPace(pace: .every(pause)) }

  /// What is wrong with it; `nil` when it can be kept.
  var problem: String? {
    guard case .every(let pause) = pace, !(Duration.zero...Duration.seconds(600)).contains(pause) else { return nil }
    return "\(pause) is no time from one event to the next: use 0 to 600 seconds."
  }
}
