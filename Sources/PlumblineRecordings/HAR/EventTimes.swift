import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The times at which a browser received the events of a stream, from Chrome's `_eventSourceMessages`. Each message is
/// an object `{ "time": SECONDS, "eventName": …, "eventId": …, "data": … }`.
///
/// The times are absolute, and the time at which the response's head arrived isn't known to the millisecond, so the
/// first event is at zero.
enum EventTimes {
  /// The name of the member that contains the messages in an entry.
  static let key = "_eventSourceMessages"

  /// Returns the times of the parts of an entry's stream, or `nil` if the time of an event in the body is missing.
  static func timing(of entry: JSON, _ outcome: Exchange.Outcome) -> BodyTiming? {
    guard let messages = entry[key], messages.kind == .array, case .response(let response) = outcome,
      let bytes = response.body.bytes, response.mediaType == MediaType.eventStream,
      let ends = StreamParts.ends(in: bytes, mediaType: MediaType.eventStream)
    else { return nil }
    var seconds = ArraySlice(messages.elements.compactMap { $0["time"]?.double }.filter(\.isFinite))
    guard let first = seconds.first, seconds.count == messages.count else { return nil }
    var parts: [BodyTiming.Part] = []
    var start = 0
    for end in ends {
      var time = parts.last?.time ?? .zero
      // To a browser, comments and `retry` fields aren't messages.
      if hasData(bytes[start..<end]) {
        guard let second = seconds.popFirst() else { return nil }
        let milliseconds = min(max((second - first) * 1000, 0), 1e12)
        time = max(time, .milliseconds(Int(milliseconds.rounded())))
      }
      parts.append(BodyTiming.Part(end: end, time: time))
      start = end
    }
    return seconds.isEmpty ? BodyTiming(parts) : nil
  }

  private static func hasData(_ part: ArraySlice<UInt8>) -> Bool {
    part.split { $0 == 0x0A || $0 == 0x0D }.contains { line in
      line.starts(with: "data:".utf8) || line.elementsEqual("data".utf8)
    }
  }
}
