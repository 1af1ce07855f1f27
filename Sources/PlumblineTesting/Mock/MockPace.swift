import PlumblineMockEngine

/// The pace at which a mock sends a stream: the events of `text/event-stream`, or the lines of NDJSON.
public struct MockPace: Sendable, Hashable {
  let pace: StreamPace

  /// Everything is sent at once, so that no test waits.
  public static let immediate = MockPace(pace: .immediate)

  /// Everything is sent with the recording's timing, or at once if the recording has none.
  public static let recorded = MockPace(pace: .recorded)

  /// Returns a pace that sends the first event at once and each further one after a pause, such as
  /// `.every(.milliseconds(50))`.
  public static func every(_ pause: Duration) -> MockPace { MockPace(pace: .every(pause)) }

  /// The reason that the pace is invalid, or `nil` if it is valid.
  var problem: String? {
    guard case .every(let pause) = pace, !(Duration.zero...Duration.seconds(600)).contains(pause) else { return nil }
    return "\(pause) isn't a time from one event to the next: use 0 to 600 seconds."
  }
}
