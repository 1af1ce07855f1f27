import PlumblineASCII
import PlumblineHTTPMessages

/// The values that must never be written or shown, with their replacements.
///
/// A value is found everywhere: as a whole string and inside others, percent-encoded, escaped for JSON or markup, and
/// in Base64 at any offset. Short values, which may be passwords, are found inside other strings only as separate
/// words, so that `demo` isn't found in `demolition`.
///
/// # Search
///
/// A string is searched in one pass. At each position, it is matched against a ``ValueTree``. Each byte of a value may
/// appear literally or as one of its escapes. Base64 packs three bytes into four characters, so a value has up to three
/// additional entries: depending on the number of bytes before it, `SECRET` is always encoded as `U0VDUkVU`, `NFQ1JFV`
/// or `TRUNSRV`, plus one character on either side that depends on the neighboring bytes.
///
/// A string can be crafted so that a long value nearly matches at every position. The number of steps in the tree is
/// therefore limited in proportion to the string's length. If the limit is exceeded, the rest of the string is treated
/// as part of a value and masked.
package struct SecretTable: Sendable {
  /// The contexts in which to search for a value.
  package enum Reach: Sendable {
    /// Anywhere, including inside other strings.
    case anywhere
    /// As a whole string, or inside other strings as a separate word.
    case word
    /// Only as a whole string.
    case whole
  }

  /// The range of a value in bytes, and the value's replacement.
  struct Place {
    let range: Range<Int>
    let replacement: [UInt8]?
  }

  private struct Entry: Sendable {
    /// The replacement, or `nil` for a part of the value's Base64 encoding.
    let replacement: [UInt8]?
    let isWord: Bool
    let isSecret: Bool
    /// The numbers of Base64 characters before and after the entry that contain some of the value's bits.
    var rim = (before: 0, after: 0)
  }

  /// The minimum length in bytes of a value to search for. Shorter values occur everywhere, so masking them would
  /// protect nothing.
  private static let shortest = 4
  /// The minimum length in bytes of a value to mask when a single exchange is shown.
  static let shortestShown = 3
  /// The minimum length in bytes of a value that is unlikely to occur by coincidence.
  private static let telling = 8

  /// The replacements by value.
  private var replacements: [String: String] = [:]
  /// The entries, indexed by their values' indices in the tree.
  private var entries: [Entry] = []
  private var tree = ValueTree()
  /// The length of the longest value, in bytes.
  private var longest = 0

  package init() {}

  /// The values that are credentials.
  package private(set) var credentials: [String] = []
  /// The credentials that were passed to the tool.
  var given: Set<String> = []

  /// Returns a Boolean value that indicates whether a value is distinctive enough to search for it in other strings
  /// even if it wasn't sent as a credential.
  package static func isTelling(_ text: String) -> Bool {
    let bytes = text.utf8
    if bytes.count >= 12 { return true }
    guard bytes.count >= 6 else { return false }
    let hasDigit = bytes.contains { $0.isDigit }
    let hasOther = bytes.contains { !$0.isDigit }
    return hasDigit && hasOther
  }

  /// Adds a value with its replacement. The first replacement for a value wins.
  ///
  /// - Parameters:
  ///   - replacement: The replacement, or `nil` for a string of the same shape.
  ///   - isSecret: A Boolean value that indicates whether the value is a credential instead of personal data.
  ///     Credentials are also searched for in Base64.
  package mutating func add(
    _ value: String, as replacement: String?, within reach: Reach = .anywhere, isSecret: Bool = true
  ) {
    let replacement = replacement ?? FakeTexts.shape(of: value)
    guard !value.isEmpty, value != replacement, replacements[value] == nil else { return }
    let bytes = Array(value.utf8)
    guard bytes.count >= Self.shortest || !isSecret else { return }
    replacements[value] = replacement
    if isSecret { credentials.append(value) }
    guard reach != .whole, bytes.count >= Self.shortestShown else { return }
    let isWord = reach == .word || bytes.count < Self.telling
    insert(bytes, Entry(replacement: Array(replacement.utf8), isWord: isWord, isSecret: isSecret))
    if isSecret { addBase64(bytes, Array(replacement.utf8)) }
  }

  private mutating func addBase64(_ value: [UInt8], _ replacement: [UInt8]) {
    var whole = [Base64.encode(value): Base64.encode(replacement)]
    whole[Base64.encodeURL(value)] = Base64.encodeURL(replacement)
    for (text, other) in whole where text.utf8.count >= 6 {
      insert(Array(text.utf8), Entry(replacement: Array(other.utf8), isWord: true, isSecret: true))
    }
    for left in 0..<3 {
      let padded = [UInt8](repeating: 0, count: left) + value
      let before = left == 0 ? 0 : 1
      let after = padded.count % 3 == 0 ? 0 : 1
      for text in Set([Base64.encode(padded), Base64.encodeURL(padded)]) {
        let letters = text.utf8.filter { $0 != UInt8(ascii: "=") }
        let core = Array(letters.dropFirst(left == 0 ? 0 : left + 1).dropLast(after))
        if core.count < Self.telling { continue }
        insert(core, Entry(replacement: nil, isWord: false, isSecret: true, rim: (before: before, after: after)))
      }
    }
  }

  private mutating func insert(_ value: [UInt8], _ entry: Entry) {
    let kinds: ValueTree.Kinds = entry.isWord ? .words : entry.isSecret ? .anywhere : []
    guard tree.insert(value, kinds) != nil else { return }
    entries.append(entry)
    longest = max(longest, value.count)
  }

  /// Returns the replacement for a whole value, or `nil` if the table doesn't contain it.
  package func replacement(of value: String) -> String? { replacements[value] }

  /// Returns a string with the values replaced, or `nil` if it contains none.
  package func replaced(in text: String) -> String? {
    if let whole = replacements[text] { return whole }
    return replaced(in: Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns bytes with the values replaced, or `nil` if they contain none.
  package func replaced(in bytes: [UInt8]) -> [UInt8]? {
    Self.replacing(places(in: bytes), in: bytes) { Array(FakeTexts.shape(of: $0).utf8) }
  }

  /// Returns a Boolean value that indicates whether bytes contain a credential that is unlikely to occur by
  /// coincidence.
  package func occurs(in bytes: [UInt8]) -> Bool {
    let places = places(in: bytes) { entry, value in
      entry.isSecret && (!entry.isWord || value.contains { $0.isDigit })
    }
    return !places.isEmpty
  }
}

extension SecretTable {
  /// Returns the maximum number of steps in the tree for a string. Ordinary strings need far fewer.
  private static func effort(for bytes: [UInt8]) -> Int { 64 * bytes.count + 1 << 16 }

  /// Returns the ranges of the values in bytes. They may overlap, but of those with the same start, only the longest is
  /// returned.
  func places(in bytes: [UInt8]) -> [Place] { places(in: bytes) { _, _ in true } }

  private func places(in bytes: [UInt8], where isWanted: (Entry, [UInt8]) -> Bool) -> [Place] {
    guard !tree.isEmpty, bytes.count >= Self.shortestShown else { return [] }
    var places: [Place] = []
    var effort = Self.effort(for: bytes)
    for start in 0..<(bytes.count - 2) where mayBegin(with: bytes[start]) {
      let matches = tree.matches(in: bytes, at: start, &effort)
      if effort <= 0 { return places + [Place(range: start..<bytes.count, replacement: nil)] }
      if matches.isEmpty { continue }
      // Shorter matches are inside the longest one, unless one of them extends further back.
      var longest: [Int: ValueTree.Match] = [:]
      for match in matches {
        let entry = entries[match.value]
        guard isWanted(entry, tree.values[match.value]), !isPartOfWord(entry, start..<match.end, in: bytes) else {
          continue
        }
        let sort = entry.replacement == nil ? entry.rim.before : -1
        if longest[sort].map({ isLonger(match, than: $0) }) ?? true { longest[sort] = match }
      }
      for match in longest.values { places.append(place(of: match.value, at: start..<match.end, in: bytes)) }
    }
    return places
  }

  /// Returns a Boolean value that indicates whether a match is longer than another. If both have the same end, the one
  /// with fewer escapes is preferred, then the value that was added first.
  private func isLonger(_ match: ValueTree.Match, than other: ValueTree.Match) -> Bool {
    (match.end, tree.values[match.value].count, other.value) > (other.end, tree.values[other.value].count, match.value)
  }

  /// Returns a Boolean value that indicates whether a value may begin with a byte, or with an escape that begins with
  /// that byte.
  private func mayBegin(with byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "%"), UInt8(ascii: "\\"), UInt8(ascii: "&"): true
    case UInt8(ascii: "+"): tree.begins(with: byte) || tree.begins(with: 0x20)
    default: tree.begins(with: byte)
    }
  }

  private func isPartOfWord(_ entry: Entry, _ range: Range<Int>, in bytes: [UInt8]) -> Bool {
    entry.isWord
      && (SecretShapes.isWord(range.lowerBound - 1, in: bytes) || SecretShapes.isWord(range.upperBound, in: bytes))
  }

  private func place(of value: Int, at range: Range<Int>, in bytes: [UInt8]) -> Place {
    let entry = entries[value]
    if let replacement = entry.replacement {
      return Place(range: range, replacement: Self.spelled(replacement, like: bytes[range], tree.values[value]))
    }
    var (first, last) = (range.lowerBound, range.upperBound)
    if entry.rim.before > 0, first > 0, bytes[first - 1].isOfBase64 || bytes[first - 1].isOfToken { first -= 1 }
    if entry.rim.after > 0, last < bytes.count, bytes[last].isOfBase64 || bytes[last].isOfToken { last += 1 }
    return Place(range: first..<last, replacement: nil)
  }

  /// Returns a replacement in the encoding of the value that it replaces.
  private static func spelled(_ replacement: [UInt8], like text: ArraySlice<UInt8>, _ value: [UInt8]) -> [UInt8] {
    if text.elementsEqual(value) { return replacement }
    if EscapedText.hasEntity(text) { return EscapedText.markup(replacement) }
    if text.contains(UInt8(ascii: "%")) {
      return Array(PercentEncoding.encode(String(decoding: replacement, as: UTF8.self)).utf8)
    }
    var escaped: [UInt8] = []
    for byte in replacement {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { escaped.append(UInt8(ascii: "\\")) }
      escaped.append(byte)
    }
    return escaped
  }

  /// Returns the ranges of values that an ellipsis truncates.
  ///
  /// Each byte is matched against the values once, including ellipses that are part of a value.
  func cutPlaces(in bytes: [UInt8]) -> [Place] {
    guard !tree.isEmpty, bytes.contains(0xE2) else { return [] }
    let cuts = bytes.indices.filter { SecretShapes.isEllipsis(at: $0, in: bytes) }
    var isFound = [Bool](repeating: false, count: cuts.count)
    var places: [Place] = []
    var effort = Self.effort(for: bytes)
    var start = 0
    var first = 0
    while true {
      // For each ellipsis, the match that begins first is the longest and contains the others.
      while first < cuts.count, isFound[first] || cuts[first] - start < Self.shortest { first += 1 }
      guard first < cuts.count else { return places }
      start = max(start, cuts[first] - longest)
      effort -= 1
      let beginnings = tree.beginnings(in: bytes, from: start, to: cuts[first...], &effort)
      if effort <= 0 { return places + [Place(range: start..<bytes.count, replacement: nil)] }
      for (index, beginning) in zip(first..., beginnings) where !isFound[index] {
        let kinds = beginning.kinds
        guard kinds.contains(.anywhere) || kinds.contains(.words) && !SecretShapes.isWord(start - 1, in: bytes) else {
          continue
        }
        places.append(Place(range: start..<beginning.end, replacement: nil))
        isFound[index] = true
      }
      start += 1
    }
  }

  /// Returns bytes with replacements in the given ranges.
  ///
  /// - Parameter other: A closure that creates a replacement for text whose replacement isn't known, and for
  ///   overlapping ranges.
  static func replacing(_ places: [Place], in bytes: [UInt8], _ other: (String) -> [UInt8]) -> [UInt8]? {
    guard !places.isEmpty else { return nil }
    let sorted = places.sorted {
      ($0.range.lowerBound, -$0.range.count) < ($1.range.lowerBound, -$1.range.count)
    }
    var united: [Place] = []
    for place in sorted {
      guard let last = united.last, place.range.lowerBound < last.range.upperBound else {
        united.append(place)
        continue
      }
      if place.range.upperBound <= last.range.upperBound {
        if last.replacement == nil, place.range == last.range { united[united.count - 1] = place }
        continue
      }
      united[united.count - 1] = Place(
        range: last.range.lowerBound..<place.range.upperBound, replacement: nil)
    }
    var changed: [UInt8] = []
    var end = 0
    for place in united {
      changed += bytes[end..<place.range.lowerBound]
      changed += place.replacement ?? other(String(decoding: bytes[place.range], as: UTF8.self))
      end = place.range.upperBound
    }
    changed += bytes[end...]
    return changed == bytes ? nil : changed
  }
}
