import PlumblineASCII

/// The state of a search through a string. It keeps the cost of the search linear.
///
/// Nested values share their end. In `token=token=token=…`, each value contains the next one and all of them end at the
/// next space. Each such end is searched for once (``Stretch``). Of the ranges with the same end, only the first few
/// are kept, because they contain the others.
struct SecretWalk {
  /// The ways of finding a secret.
  enum Sort: Int, CaseIterable {
    case token, key, privateKey, userInformation, value, credentials, spoken, userOption, element
  }

  /// The maximum number of ranges of one kind with the same end. In `cookie=session_id=x`, for example, both
  /// `session_id=x` and `x` are secret.
  private static let mostAlike = 4

  /// The ranges of secrets in any order. They may overlap.
  private(set) var places: [Range<Int>] = []
  private var alike = [(end: Int, count: Int)](repeating: (-1, 0), count: Sort.allCases.count)

  /// The indices up to which the content of elements and of brackets has been searched.
  var seen = (elements: 0, values: 0)
  /// The index of the last colon, and the start of the URL component that contains it.
  var colon = (index: -1, start: 0)

  var tokens = TokenStretch()
  var words = Stretch()
  var keyEnds = Stretch()
  var passwords = Stretch()
  var userPasswords = Stretch()
  var sections = Stretch()
  var blanks = Stretch()
  var credentials = CredentialStretch()
  var values = ValueStretch()
  var innerValues = ValueStretch()
  var spokenValues = ValueStretch()

  mutating func add(_ place: Range<Int>, _ sort: Sort) {
    let last = alike[sort.rawValue]
    let count = last.end == place.upperBound ? last.count + 1 : 1
    alike[sort.rawValue] = (place.upperBound, count)
    if count <= Self.mostAlike { places.append(place) }
  }
}

/// A run of bytes whose end is searched for only once for all positions in the run.
///
/// Positions are visited in the order of the text. A position outside the run starts a new one.
struct Stretch {
  private var known: ClosedRange<Int>?

  /// Returns the first end at or after a position, or the end of the bytes if there is none.
  mutating func end(from start: Int, in bytes: [UInt8], where isEnd: (Int) -> Bool) -> Int {
    if let known, known.contains(start) { return known.upperBound }
    var end = start
    while end < bytes.count, !isEnd(end) { end += 1 }
    known = start...end
    return end
  }
}

/// A run of characters that are allowed in a token, including dots.
struct TokenStretch {
  private var known: ClosedRange<Int>?
  /// The index of the second-to-last dot, or -1 if there are fewer than two.
  private var lastDotButOne = -1

  mutating func end(from start: Int, in bytes: [UInt8]) -> Int {
    if let known, known.contains(start) { return known.upperBound }
    var end = start
    var last = -1
    lastDotButOne = -1
    while end < bytes.count, bytes[end].isOfToken || bytes[end] == UInt8(ascii: ".") {
      if bytes[end] == UInt8(ascii: ".") { (lastDotButOne, last) = (last, end) }
      end += 1
    }
    known = start...end
    return end
  }

  /// Returns a Boolean value that indicates whether two dots follow a position. Call `end(from:in:)` for that position
  /// first.
  func hasTwoDots(from start: Int) -> Bool { lastDotButOne >= start }
}

/// A run of characters that are allowed in `Authorization` credentials.
struct CredentialStretch {
  private var known: ClosedRange<Int>?
  /// The index of the last equals sign with other text after it, or -1 if there is none.
  private var lastInnerEquals = -1

  mutating func end(from start: Int, in bytes: [UInt8]) -> Int {
    if let known, known.contains(start) { return known.upperBound }
    var end = start
    var last = -1
    lastInnerEquals = -1
    while end < bytes.count, bytes[end].isOfToken || bytes[end].isOfBase64 || bytes[end] == UInt8(ascii: ".") {
      if bytes[end] == UInt8(ascii: "=") { last = end } else { lastInnerEquals = last }
      end += 1
    }
    known = start...end
    return end
  }

  /// Returns a Boolean value that indicates whether an equals sign that isn't padding follows a position. Call
  /// `end(from:in:)` for that position first.
  func hasInnerEquals(from start: Int) -> Bool { lastInnerEquals >= start }
}

/// An unquoted value up to its end, and facts about its characters.
struct ValueStretch {
  private var known: ClosedRange<Int>?
  private var lastDigit = -1
  private var lastLetter = -1
  /// The index of the last byte that doesn't occur in random-looking strings.
  private var lastForeign = -1
  /// The number of changes between digits, uppercase and lowercase letters after an index.
  private var changes: (from: Int, count: Int)?

  mutating func end(from start: Int, in bytes: [UInt8]) -> Int {
    if let known, known.contains(start) { return known.upperBound }
    (lastDigit, lastLetter, lastForeign, changes) = (-1, -1, -1, nil)
    var end = start
    while end < bytes.count, !SecretPhrases.endsValue(at: end, in: bytes) {
      if bytes[end].isDigit { lastDigit = end }
      if bytes[end].isLetter { lastLetter = end }
      if !SecretTexts.isOfOpaque(bytes[end]) { lastForeign = end }
      end += 1
    }
    known = start...end
    return end
  }

  // The results of these functions are valid only for a position whose end has been requested before.

  func hasDigit(from start: Int) -> Bool { lastDigit >= start }

  func hasLetter(from start: Int) -> Bool { lastLetter >= start }

  /// Returns a Boolean value that indicates whether the rest of the value from a position looks random by the rules of
  /// ``SecretTexts/isOpaque(_:)``.
  mutating func isOpaque(from start: Int, in bytes: [UInt8]) -> Bool {
    guard let known, known.contains(start), lastForeign < start else { return false }
    let end = known.upperBound
    var count = 0
    if let changes, changes.from <= start {
      count = changes.count - SecretTexts.changes(in: bytes[changes.from..<min(start + 1, end)])
    } else {
      count = SecretTexts.changes(in: bytes[start..<end])
    }
    changes = (start, count)
    return SecretTexts.isOpaque(bytes[start..<end], changes: count, hasDigit: hasDigit(from: start))
  }
}
