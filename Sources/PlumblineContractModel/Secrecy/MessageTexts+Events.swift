import PlumblineJSONTree

/// Event streams (`text/event-stream`). JSON data in an event is visited as JSON, and everything else as text.
extension MessageTexts {
  /// Returns a stream with its changes applied, or `nil` if nothing changed. Unchanged bytes are preserved.
  ///
  /// - Parameter schema: The contract's schema for the body as a string.
  func events(_ text: String, at place: String, schema: JSON?) -> String? {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var isChanged = false
    var end = 0
    func append(textTo next: Int) {
      let text = String(decoding: bytes[end..<next], as: UTF8.self)
      if !text.isEmpty, let other = changed(text, nil, nil, at: place, schema: schema) {
        isChanged = true
        result += Array(other.utf8)
      } else {
        result += bytes[end..<next]
      }
      end = next
    }
    for found in EventJSON.found(in: bytes) {
      let other = json(found.json, BodyOutline(), at: place + "/*/data")
      for (index, range) in found.ranges.enumerated() {
        append(textTo: range.lowerBound)
        if let other {
          isChanged = true
          // Put all data on the first line. The others stay empty, because white space is allowed in JSON.
          if index == 0 { result += other.serialized() }
        } else {
          result += bytes[range]
        }
        end = range.upperBound
      }
    }
    append(textTo: bytes.count)
    return isChanged ? String(decoding: result, as: UTF8.self) : nil
  }
}

/// The JSON that an event carries as its data, as in `data: {"text":"Hel"}`.
private struct EventJSON {
  let json: JSON
  /// The ranges of the JSON in the stream. They are one or more lines of the same event.
  let ranges: [Range<Int>]

  /// Returns the JSON in a stream's events, in order. A bare number or word is treated as text.
  static func found(in bytes: [UInt8]) -> [EventJSON] {
    var found: [EventJSON] = []
    // A byte order mark before the first event isn't part of the event.
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for end in StreamParts.ends(in: bytes, mediaType: MediaType.eventStream) ?? [] {
      let lines: [ArraySlice<UInt8>] = bytes[start..<end].split { $0 == 0x0A || $0 == 0x0D }.compactMap { data(of: $0) }
      start = end
      if let one = EventJSON(lines) {
        found.append(one)
      } else if lines.count > 1 {
        found += lines.compactMap { EventJSON([$0]) }
      }
    }
    return found
  }

  /// Creates the JSON from an event's lines, or returns `nil` if the joined lines aren't JSON.
  private init?(_ lines: [ArraySlice<UInt8>]) {
    guard let first = lines.first?.first, Self.opening.contains(first),
      let json = try? JSON.parse(Array(lines.joined(separator: [0x0A])))
    else { return nil }
    self.json = json
    ranges = lines.map { $0.startIndex..<$0.endIndex }
  }

  /// The first bytes of objects, arrays and strings.
  private static let opening = Array("{[\"".utf8)

  /// Returns a line's data without leading white space, or `nil` for a line without data.
  private static func data(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard line.starts(with: "data:".utf8) else { return nil }
    return line.dropFirst("data:".utf8.count).drop { $0 == 0x20 || $0 == 0x09 }
  }
}
