import PlumblineASCII
import PlumblineHTTPMessages

/// A path segment, prepared for comparisons: as it is, and in small letters.
struct SegmentLetters: Sendable {
  let text: String
  /// Its bytes as sent, percent-encoded; `nil` for a word of a template.
  let sent: ArraySlice<UInt8>?
  /// The small letters' bytes; words with other letters than ASCII are compared by ``Spelling`` alone.
  private let small: [UInt8]
  private let isASCII: Bool
  /// The bytes that occur, a bit for each of 64 kinds.
  private let kinds: UInt64

  init(_ text: String, sent: ArraySlice<UInt8>? = nil) {
    self.text = text
    self.sent = sent
    isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    small = isASCII ? text.utf8.map { $0.lowercased } : Array(text.lowercased().utf8)
    kinds = small.reduce(0) { $0 | 1 << UInt64($1 & 63) }
  }

  /// The segment as sent, if it was; otherwise its text.
  var written: String { sent.map { String(decoding: $0, as: UTF8.self) } ?? text }

  /// Returns the values that a pattern finds in it. A delimiter that was sent percent-encoded is none.
  func values(of pattern: SegmentPattern) -> [String]? {
    sent.map(pattern.values(in:)) ?? pattern.values(inDecoded: text)
  }

  /// Returns a Boolean value that indicates whether it comes before another in the order of the alphabet, or of the alphabet
  /// read from the end.
  func isBefore(_ other: SegmentLetters, isReversed: Bool = false) -> Bool {
    let (left, right) = (small, other.small)
    for index in 0..<min(left.count, right.count) {
      let (one, another) =
        isReversed ? (left[left.count - 1 - index], right[right.count - 1 - index]) : (left[index], right[index])
      if one != another { return one < another }
    }
    return left.count < right.count
  }

  /// Returns the number of wrong letters in a misspelling of this segment, zero if only the case differs; `nil` for another
  /// word.
  func wrongLetters(in other: SegmentLetters) -> Int? {
    guard isASCII, other.isASCII else {
      return Spelling.nearest(other.text, among: [text]) == nil ? nil : Spelling.distance(other.text, text)
    }
    guard let limit = Spelling.tolerance(small.count, other.small.count) else { return nil }
    // Each kind of letter that only one of them has is a wrong letter.
    let strange = max((kinds & ~other.kinds).nonzeroBitCount, (other.kinds & ~kinds).nonzeroBitCount)
    guard strange <= limit else { return nil }
    let distance = Spelling.distance(small, other.small)
    return distance <= limit ? distance : nil
  }

  /// Returns the cost of reading another as this one: nothing, a little if a letter is mistyped, or all.
  func cost(of other: SegmentLetters) -> Int {
    if text == other.text { return 0 }
    return wrongLetters(in: other) == nil ? PathAlignment.otherWord : PathAlignment.mistyped
  }
}
