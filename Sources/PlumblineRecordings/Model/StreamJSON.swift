import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The JSON values in the events or lines of a stream, with their positions in the stream's bytes.
///
///     data: {"id":7,"result":true}        /0/data/id is 7, at 12..<13
///
/// A pointer consists of the index of a part, as listed in a recording's file, followed by `data` and the location in
/// the part's JSON. It can also refer to a part that is `raw` in the file.
package struct StreamJSON {
  private static let lineFeed: [UInt8] = [0x0A]

  private let bytes: [UInt8]
  private let mediaType: String
  private let parts: [Range<Int>]

  /// - Returns: `nil` if a response isn't a stream, or isn't complete.
  package init?(_ response: Response) {
    guard let mediaType = response.mediaType, let bytes = response.body.bytes,
      let ends = StreamParts.ends(in: bytes, mediaType: mediaType)
    else { return nil }
    self.bytes = bytes
    self.mediaType = mediaType
    var parts: [Range<Int>] = []
    var start = 0
    for end in ends {
      parts.append(start..<end)
      start = end
    }
    self.parts = parts
  }

  /// The JSON in the data of each part, or `nil` for parts without JSON.
  package var data: [JSON?] { parts.indices.map { json(at: $0)?.value } }

  /// Returns the value at a pointer and the range of its text, or `nil` if there is no value or its text spans several
  /// lines.
  package func value(at target: JSONPointer) -> (value: JSON, range: Range<Int>)? {
    let tokens = target.tokens
    guard tokens.count > 1, tokens[1] == "data", let index = Int(tokens[0]), parts.indices.contains(index),
      let (root, pieces) = json(at: index), let value = root.at(JSONPointer(tokens: Array(tokens.dropFirst(2))))
    else { return nil }
    let place = value.document.tape[value.node].range
    var start = 0
    for piece in pieces {
      if place.lowerBound >= start, place.upperBound <= start + piece.count {
        let offset = piece.startIndex - start
        return (value, place.lowerBound + offset..<place.upperBound + offset)
      }
      // Account for the line feed between two lines of data.
      start += piece.count + 1
    }
    return nil
  }

  /// Returns the JSON in a part, and the pieces of the stream that its text consists of.
  private func json(at index: Int) -> (value: JSON, pieces: [ArraySlice<UInt8>])? {
    let pieces = StreamParts.texts(of: bytes[parts[index]], mediaType: mediaType)
    let text = Array(pieces.joined(separator: Self.lineFeed))
    guard !pieces.isEmpty, let value = try? JSON.parse(text) else { return nil }
    return (value, pieces)
  }
}
