/// The parts of a body that is a stream, such as the events of `text/event-stream` or the lines of NDJSON.
package enum StreamParts {
  /// Returns the offset after each part, the last of which is the body's size. Returns `nil` if bodies of the media
  /// type aren't streams.
  ///
  /// A part includes its terminator, which is an empty line for an event and a line feed for a line. Whatever follows
  /// the last terminator is a part as well.
  ///
  /// - Parameter mediaType: A media type without parameters.
  package static func ends(in bytes: [UInt8], mediaType: String) -> [Int]? {
    let ends: [Int]
    if mediaType == MediaType.eventStream {
      ends = eventEnds(bytes)
    } else if MediaType.isJSONLines(mediaType) {
      ends = bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
    } else {
      return nil
    }
    return bytes.count > ends.last ?? 0 ? ends + [bytes.count] : ends
  }

  /// Returns the offset after each part that arrived completely, for an interrupted stream. Returns `nil` if bodies of
  /// the media type aren't streams.
  ///
  /// - Parameter mediaType: A media type without parameters.
  package static func wholeEnds(in bytes: [UInt8], mediaType: String) -> [Int]? {
    // The additional byte makes an unterminated last part visible, so that it can be dropped.
    ends(in: bytes + [UInt8(ascii: "x")], mediaType: mediaType).map { Array($0.dropLast()) }
  }

  /// Returns the text fragments in a part, which are the data lines of an event, or a line of JSON without its record
  /// separator (RFC 7464).
  ///
  /// - Parameter mediaType: A media type without parameters whose bodies are streams.
  package static func texts(of part: ArraySlice<UInt8>, mediaType: String) -> [ArraySlice<UInt8>] {
    if mediaType == MediaType.eventStream { return EventStream.data(of: part) }
    let text = part.drop { $0 == 0x1E }
    return text.isEmpty ? [] : [text]
  }

  /// Returns the offsets after empty lines. A line ends with CR LF, LF or CR.
  private static func eventEnds(_ bytes: [UInt8]) -> [Int] {
    var ends: [Int] = []
    var isEmptyLine = true
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      guard byte == 0x0A || byte == 0x0D else {
        isEmptyLine = false
        continue
      }
      if byte == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
      if isEmptyLine { ends.append(index) }
      isEmptyLine = true
    }
    return ends
  }
}
