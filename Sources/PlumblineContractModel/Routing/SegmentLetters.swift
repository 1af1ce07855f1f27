/// A path segment, prepared for being compared with others: as it is, and in small letters.
struct SegmentLetters: Sendable {
  let text: String
  /// The small letters' bytes; whoever has others than ASCII is compared by ``Spelling`` alone.
  private let small: [UInt8]
  private let isASCII: Bool

  init(_ text: String) {
    self.text = text
    isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    small = isASCII ? text.utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 } : Array(text.lowercased().utf8)
  }

  /// Whether it comes before another in the order of the alphabet, or of the alphabet read from the end.
  func isBefore(_ other: SegmentLetters, isReversed: Bool = false) -> Bool {
    isReversed
      ? small.reversed().lexicographicallyPrecedes(other.small.reversed())
      : small.lexicographicallyPrecedes(other.small)
  }

  /// How many letters are wrong between it and another; more than there can be where neither is meant by the other.
  func distance(to other: SegmentLetters) -> Int {
    guard Spelling.tolerance(small.count, other.small.count) != nil else { return .max }
    return Spelling.distance(small, other.small)
  }

  /// What it costs to read another as this one: nothing, a little where a letter is mistyped, or all.
  func cost(of other: SegmentLetters) -> Int {
    if text == other.text { return 0 }
    guard isASCII, other.isASCII else {
      return Spelling.nearest(other.text, among: [text]) == nil ? PathAlignment.otherWord : PathAlignment.mistyped
    }
    let limit = Spelling.tolerance(small.count, other.small.count)
    guard let limit, Spelling.distance(small, other.small) <= limit else { return PathAlignment.otherWord }
    return PathAlignment.mistyped
  }
}
