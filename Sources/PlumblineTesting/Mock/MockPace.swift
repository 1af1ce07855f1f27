import PlumblineMockEngine

/// The pace at which a mock sends a stream: the events of `text/event-stream`, the lines of NDJSON.
public struct MockPace: Sendable, Hashable {
  let pace: StreamPace

  /// All at once, so that no test waits.
  public static let immediate = MockPace(pace: .immediate)

  /// The times of the recording; all at once if it has none.
  public static let recorded = MockPace(pace: .recorded)

  /// Returns the first at once, each further one this long after the previous one: `.every(.milliseconds(50))`.
  public static func every(_ pause: Duration) -> MockPace { MockPace(pace: .every(pause)) }

  /// The reason that the pace is invalid; `nil` if it is valid.
  var problem: String? {
    guard case .every(let pause) = pace, !(Duration.zero...Duration.seconds(600)).contains(pause) else { return nil }
    return "\(pause) isn't a time from one event to the next: use 0 to 600 seconds."
  }
}
