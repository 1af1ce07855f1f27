import PlumblineContractModel
import PlumblineHTTPMessages

/// The pace at which the parts of a stream are sent: events of `text/event-stream` or lines of NDJSON.
package enum StreamPace: Sendable, Hashable {
  /// The parts are sent at the times in the recording. If it has none, they are sent all at once.
  case recorded
  /// All parts are sent at once.
  case immediate
  /// The first part is sent at once, and the others at this interval.
  case every(Duration)
}

extension StreamPace {
  /// The pace as a number, so that it can be changed without a lock. It is a number of nanoseconds, or a negative code.
  var code: Int {
    switch self {
    case .recorded: return -1
    case .immediate: return -2
    case .every(let pause):
      let (seconds, attoseconds) = pause.components
      return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    }
  }

  init(code: Int) {
    switch code {
    case -1: self = .recorded
    case ..<0: self = .immediate
    default: self = .every(.nanoseconds(code))
    }
  }

  /// Returns a response that is sent at this pace. For ``recorded``, the times in the recording are used.
  func pacing(_ answer: OutgoingResponse) -> OutgoingResponse {
    switch self {
    case .immediate:
      guard !answer.isImmediate, answer.delivery.pace != nil else { return answer }
      var paced = answer
      paced.delivery.pace = nil
      return paced
    case .recorded:
      guard !answer.isImmediate, case .timed(let timing) = answer.delivery.pace else { return answer }
      var paced = answer
      paced.delivery.pace = .timed(Self.timing(timing, fitting: answer))
      return paced
    case .every(let pause):
      guard let ends = answer.streamEnds else { return answer }
      var paced = answer
      paced.delivery.pace = .timed(BodyTiming(ends: ends) { pause * $0 })
      return paced
    }
  }

  /// Returns the times of a recording, adjusted to the parts of a response. Their lengths may differ because values
  /// were filled in.
  private static func timing(_ timing: BodyTiming, fitting answer: OutgoingResponse) -> BodyTiming {
    guard timing.parts.last?.end != answer.response.body.length, let ends = answer.streamEnds,
      ends.count == timing.parts.count
    else { return timing }
    return BodyTiming(ends: ends) { timing.parts[$0].time }
  }
}

extension BodyTiming {
  /// Creates the timing of a body from the ends of its parts.
  ///
  /// - Parameter time: A closure that returns the time at which to send the part with an index.
  init(ends: [Int], time: (Int) -> Duration) {
    self.init(ends.enumerated().map { index, end in Part(end: end, time: time(index)) })
  }
}

extension OutgoingResponse {
  /// The offset after each event or line in the body, or `nil` if the body isn't such a stream or isn't complete.
  package var streamEnds: [Int]? {
    let response = self.response
    guard let bytes = response.body.bytes, !bytes.isEmpty, let type = response.mediaType else { return nil }
    return StreamParts.ends(in: bytes, mediaType: type)
  }
}
