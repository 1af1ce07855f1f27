/// The parts of a body that is a stream: the events of `text/event-stream`, the lines of NDJSON and similar types.
package enum StreamParts {
  /// Returns the offsets after each part, the last of which is the body's size; `nil` if bodies of the media type aren't
  /// streams.
  ///
  /// A part includes its terminator: an event its empty line, a line its line feed. The rest after the last terminator is a
  /// part too.
  ///
  /// - Parameter mediaType: an essence.
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

  /// Returns the offsets after the parts that arrived completely, for an interrupted stream; `nil` if bodies of the
  /// media type aren't streams.
  ///
  /// - Parameter mediaType: an essence.
  package static func wholeEnds(in bytes: [UInt8], mediaType: String) -> [Int]? {
    // An additional byte makes an unterminated last part visible.
    ends(in: bytes + [UInt8(ascii: "x")], mediaType: mediaType).map { Array($0.dropLast()) }
  }

  /// Returns the text fragments in a part: the lines of an event's data, or a line of JSON without its mark (RFC 7464).
  ///
  /// - Parameter mediaType: an essence whose bodies are streams.
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
