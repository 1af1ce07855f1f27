import PlumblineHTTPMessages

/// An iterator over the segments of a path that operates on the bytes as sent and can move back.
struct PathWalk {
  private let path: ArraySlice<UInt8>
  /// The start of the next segment, or an index beyond the end of the path if there is none.
  private var position: Int

  /// Creates an iterator, or returns `nil` for a path that doesn't start with a slash, such as `*`. The path `/` has no
  /// segments, and a path with a trailing slash has an empty last segment.
  init?(_ path: ArraySlice<UInt8>) {
    guard path.first == UInt8(ascii: "/") else { return nil }
    self.path = path
    position = path.count == 1 ? path.endIndex + 1 : path.startIndex + 1
  }

  /// Returns the range of the next segment in the path.
  mutating func next() -> Range<Int>? {
    guard position <= path.endIndex else { return nil }
    let start = position
    let end = path.withUnsafeBufferPointer { bytes in
      var index = start - path.startIndex
      while index < bytes.count, bytes[index] != UInt8(ascii: "/") { index += 1 }
      return index + path.startIndex
    }
    position = end + 1
    return start..<end
  }

  /// Moves to the start of a segment.
  mutating func goOn(at start: Int) { position = start }

  /// Returns the range from a segment's start to the end of the path, without a number of segments at the end, or `nil`
  /// if there are too few.
  func run(from segment: Range<Int>, leaving tail: Int) -> Range<Int>? {
    guard let end = PathTemplate.end(of: path, leaving: tail), end >= segment.upperBound else { return nil }
    return segment.lowerBound..<end
  }

  /// Returns a Boolean value that indicates whether the segment in a range fits a pattern.
  func fits(_ place: Range<Int>, _ pattern: SegmentPattern) -> Bool { pattern.fits(path[place]) }

  /// Returns the decoded bytes of a segment.
  func bytes(of segment: Range<Int>) -> ArraySlice<UInt8> {
    let raw = path[segment]
    return raw.contains(UInt8(ascii: "%")) ? PercentEncoding.decodeBytes(raw)[...] : raw
  }

  /// Returns a table's entry for a segment.
  func place(of segment: Range<Int>, in table: SegmentTable) -> Int? {
    table.isEmpty ? nil : table[bytes(of: segment)]
  }
}

/// The decoded parts between the slashes of a path.
enum PathSegments {
  /// Returns the decoded segments, prepared for comparisons. A path that doesn't start with a slash is a single
  /// segment.
  static func letters(of path: String) -> [SegmentLetters] {
    let bytes = Array(path.utf8)[...]
    guard bytes.first == UInt8(ascii: "/") else { return [SegmentLetters(path, sent: bytes)] }
    return PathTemplate.rawSegments(of: bytes).map { SegmentLetters(PercentEncoding.decode($0), sent: $0) }
  }
}
