/// A namespace for the parts of streamed bodies, such as the events of `text/event-stream` or the lines of NDJSON.
package enum StreamParts {
  /// Returns the end offset of each part, or `nil` if bodies of the media type aren't streams. The last offset is the
  /// body's size.
  ///
  /// A part includes its terminator: an empty line after an event, or a line feed after a line. Any bytes after the
  /// last terminator form another part.
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

  /// Returns the end offset of each complete part of an interrupted stream, or `nil` if bodies of the media type aren't
  /// streams.
  ///
  /// - Parameter mediaType: A media type without parameters.
  package static func wholeEnds(in bytes: [UInt8], mediaType: String) -> [Int]? {
    // With the additional byte, there is always an incomplete last part, which can be dropped.
    ends(in: bytes + [UInt8(ascii: "x")], mediaType: mediaType).map { Array($0.dropLast()) }
  }

  /// Returns the text fragments in a part: the data lines of an event, or a line of JSON without its record separator
  /// (RFC 7464).
  ///
  /// - Parameter mediaType: The media type of a stream, without parameters.
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
