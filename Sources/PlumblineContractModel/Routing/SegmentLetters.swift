import PlumblineASCII
import PlumblineHTTPMessages

/// A path segment, prepared for comparisons both as written and in lowercase.
struct SegmentLetters: Sendable {
  let text: String
  /// The segment's bytes as sent, percent-encoded, or `nil` for a word of a template.
  let sent: ArraySlice<UInt8>?
  /// The lowercase bytes. Only ``Spelling`` compares words with non-ASCII letters.
  private let small: [UInt8]
  private let isASCII: Bool
  /// The set of bytes that occur in the segment, in 64 buckets.
  private let kinds: UInt64

  init(_ text: String, sent: ArraySlice<UInt8>? = nil) {
    self.text = text
    self.sent = sent
    isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    small = isASCII ? text.utf8.map { $0.lowercased } : Array(text.lowercased().utf8)
    kinds = small.reduce(0) { $0 | 1 << UInt64($1 & 63) }
  }

  /// The segment as sent or, for a word of a template, its text.
  var written: String { sent.map { String(decoding: $0, as: UTF8.self) } ?? text }

  /// Returns the values that a pattern extracts from the segment, or `nil` if the segment doesn't match. A
  /// percent-encoded delimiter doesn't count as a delimiter.
  func values(of pattern: SegmentPattern) -> [String]? {
    sent.map(pattern.values(in:)) ?? pattern.values(inDecoded: text)
  }

  /// Returns a Boolean value that indicates whether this segment alphabetically precedes another one.
  ///
  /// - Parameter isReversed: A Boolean value that indicates whether to compare the reversed words.
  func isBefore(_ other: SegmentLetters, isReversed: Bool = false) -> Bool {
    let (left, right) = (small, other.small)
    for index in 0..<min(left.count, right.count) {
      let (one, another) =
        isReversed ? (left[left.count - 1 - index], right[right.count - 1 - index]) : (left[index], right[index])
      if one != another { return one < another }
    }
    return left.count < right.count
  }

  /// Returns the edit distance if the other segment is a misspelling of this one, or `nil` if it is a different word.
  /// The distance is zero if only the case differs.
  func wrongLetters(in other: SegmentLetters) -> Int? {
    guard isASCII, other.isASCII else {
      return Spelling.nearest(other.text, among: [text]) == nil ? nil : Spelling.distance(other.text, text)
    }
    guard let limit = Spelling.tolerance(small.count, other.small.count) else { return nil }
    // Each letter that occurs in only one of the two counts as wrong.
    let strange = max((kinds & ~other.kinds).nonzeroBitCount, (other.kinds & ~kinds).nonzeroBitCount)
    guard strange <= limit else { return nil }
    let distance = Spelling.distance(small, other.small)
    return distance <= limit ? distance : nil
  }

  /// Returns the cost of treating the other segment as this one. It is zero if they are equal, low for a typo, and the
  /// full cost otherwise.
  func cost(of other: SegmentLetters) -> Int {
    if text == other.text { return 0 }
    return wrongLetters(in: other) == nil ? PathAlignment.otherWord : PathAlignment.mistyped
  }
}
