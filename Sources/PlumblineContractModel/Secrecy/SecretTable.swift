import PlumblineHTTPMessages

/// Values that are never written or shown, and what stands in their place.
///
/// A value is found wherever it stands: as a whole text and inside others, percent-encoded, escaped as in JSON or in
/// markup, and in Base64 at any offset. Short ones, of which a password may be one, are found inside others only where they are a word of
/// their own: `demo` is no part of `demolition`.
///
/// # How
///
/// A text is gone through once. At each place the next three bytes, as they are and as their escapes read, lead to the
/// values that begin so; these are compared, each byte of a value with itself or with an escape of it. For Base64, which
/// packs three bytes into four characters, a value has up to three further entries: `SECRET` after a number of bytes that
/// leaves 0, 1 or 2 over is always written `U0VDUkVU`, `NFQ1JFV` or `TRUNSRV` (and one character before and after that
/// depends on its neighbours).
package struct SecretTable: Sendable {
  /// Where a value is looked for.
  package enum Reach: Sendable {
    /// Inside other texts too.
    case anywhere
    /// Inside other texts where it is a word of its own.
    case word
    /// Only where it is the whole text.
    case whole
  }

  /// A value's place in bytes, and what is to stand there; `nil` where only a part of the value is there.
  struct Place {
    let range: Range<Int>
    let replacement: [UInt8]?
  }

  private struct Entry: Sendable {
    let value: [UInt8]
    /// `nil` for a part of a value's Base64.
    let replacement: [UInt8]?
    let isWord: Bool
    let isSecret: Bool
    /// How many characters before the value hold bits of it, and how many after it.
    var rim = (before: 0, after: 0)
  }

  /// Fewer bytes than these occur everywhere and protect nothing.
  private static let shortest = 4
  /// The same for what is masked in what is shown of a single exchange.
  static let shortestShown = 3
  /// From so many bytes on, an occurrence is no accident.
  private static let telling = 8

  /// The bytes that escapes begin with.
  private static let signs = Array("%\\&".utf8)

  /// By value.
  private var replacements: [String: String] = [:]
  private var entries: [Entry] = []
  private var known: Set<[UInt8]> = []
  /// The entries that begin with three bytes, the longest first.
  private var index: [UInt32: [Int]] = [:]
  private var beginnings = [Bool](repeating: false, count: 256)

  package init() {
    for byte in Self.signs { beginnings[Int(byte)] = true }
  }

  /// The values that are credentials.
  package private(set) var credentials: [String] = []

  /// Whether a value is long or odd enough to be looked for in other texts without having been sent as a credential.
  package static func isTelling(_ text: String) -> Bool {
    let bytes = text.utf8
    if bytes.count >= 12 { return true }
    guard bytes.count >= 6 else { return false }
    let hasDigit = bytes.contains { 0x30...0x39 ~= $0 }
    let hasOther = bytes.contains { !(0x30...0x39 ~= $0) }
    return hasDigit && hasOther
  }

  /// Adds a value and what stands in its place; `nil` for a text of the same shape. The first word on a value counts.
  ///
  /// - Parameter isSecret: whether it is a credential, which is looked for in Base64 too, and not only somebody's.
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
    insert(Entry(value: bytes, replacement: Array(replacement.utf8), isWord: isWord, isSecret: isSecret))
    if isSecret { addBase64(bytes, Array(replacement.utf8)) }
  }

  private mutating func addBase64(_ value: [UInt8], _ replacement: [UInt8]) {
    var whole = [Base64.encode(value): Base64.encode(replacement)]
    whole[Base64.encodeURL(value)] = Base64.encodeURL(replacement)
    for (text, other) in whole where text.utf8.count >= 6 {
      insert(Entry(value: Array(text.utf8), replacement: Array(other.utf8), isWord: true, isSecret: true))
    }
    for left in 0..<3 {
      let padded = [UInt8](repeating: 0, count: left) + value
      let before = left == 0 ? 0 : 1
      let after = padded.count % 3 == 0 ? 0 : 1
      for text in Set([Base64.encode(padded), Base64.encodeURL(padded)]) {
        let letters = text.utf8.filter { $0 != UInt8(ascii: "=") }
        let core = Array(letters.dropFirst(left == 0 ? 0 : left + 1).dropLast(after))
        if core.count < Self.telling { continue }
        insert(
          Entry(value: core, replacement: nil, isWord: false, isSecret: true, rim: (before: before, after: after)))
      }
    }
  }

  private mutating func insert(_ entry: Entry) {
    guard known.insert(entry.value).inserted else { return }
    let number = entries.count
    entries.append(entry)
    for key in Self.keys(of: entry.value) {
      var list = index[key, default: []]
      let place = list.firstIndex { entries[$0].value.count < entry.value.count } ?? list.count
      list.insert(number, at: place)
      index[key] = list
    }
    beginnings[Int(entry.value[0])] = true
    if entry.value[0] == 0x20 { beginnings[Int(UInt8(ascii: "+"))] = true }
  }

  /// What stands in the place of a whole value.
  package func replacement(of value: String) -> String? { replacements[value] }

  /// A text without the values; `nil` where it has none.
  package func replaced(in text: String) -> String? {
    if let whole = replacements[text] { return whole }
    return replaced(in: Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Bytes without the values; `nil` where they have none.
  package func replaced(in bytes: [UInt8]) -> [UInt8]? {
    Self.replacing(places(in: bytes), in: bytes) { Array(FakeTexts.shape(of: $0).utf8) }
  }

  /// Whether a credential stands in bytes that no accident put there.
  package func occurs(in bytes: [UInt8]) -> Bool {
    places(in: bytes) { $0.isSecret && (!$0.isWord || $0.value.contains { 0x30...0x39 ~= $0 }) }.isEmpty == false
  }
}

extension SecretTable {
  private static func key(_ one: UInt8, _ two: UInt8, _ three: UInt8) -> UInt32 {
    UInt32(one) << 16 | UInt32(two) << 8 | UInt32(three)
  }

  /// The first three bytes; a blank may be a plus sign in a form.
  private static func keys(of value: [UInt8]) -> Set<UInt32> {
    var keys: Set<UInt32> = []
    for one in variants(value[0]) {
      for two in variants(value[1]) { for three in variants(value[2]) { keys.insert(key(one, two, three)) } }
    }
    return keys
  }

  private static func variants(_ byte: UInt8) -> [UInt8] { byte == 0x20 ? [byte, UInt8(ascii: "+")] : [byte] }

  /// The places of the values in bytes; they may overlap.
  func places(in bytes: [UInt8]) -> [Place] { places(in: bytes) { _ in true } }

  private func places(in bytes: [UInt8], where isWanted: (Entry) -> Bool) -> [Place] {
    guard !entries.isEmpty, bytes.count >= Self.shortestShown else { return [] }
    var places: [Place] = []
    for start in 0..<(bytes.count - 2) where beginnings[Int(bytes[start])] {
      let plain = Self.key(bytes[start], bytes[start + 1], bytes[start + 2])
      for number in index[plain] ?? [] where isWanted(entries[number]) {
        if let place = place(of: entries[number], at: start, in: bytes) { places.append(place) }
      }
      for read in Self.escapedKeys(bytes, at: start) where read != plain {
        for number in index[read] ?? [] where isWanted(entries[number]) {
          if let place = place(of: entries[number], at: start, in: bytes) { places.append(place) }
        }
      }
    }
    return places
  }

  /// The first three bytes that escapes stand for, read as encoded once and twice; none where there are no escapes.
  private static func escapedKeys(_ bytes: [UInt8], at start: Int) -> [UInt32] {
    let escapes = bytes[start..<min(start + 3, bytes.count)]
    guard escapes.contains(where: signs.contains) else { return [] }
    return [false, true].compactMap { isTwice in
      var read: [UInt8] = []
      var position = start
      while read.count < 3, position < bytes.count {
        let others = bytes[position] == UInt8(ascii: "+") ? [] : EscapedText.others(bytes, at: position)
        if let other = isTwice ? others.last : others.first {
          read += other.bytes
          position = other.end
        } else {
          read.append(bytes[position])
          position += 1
        }
      }
      return read.count >= 3 ? key(read[0], read[1], read[2]) : nil
    }
  }

  private func place(of entry: Entry, at start: Int, in bytes: [UInt8]) -> Place? {
    guard let end = Self.end(of: entry.value, from: 0, in: bytes, at: start) else { return nil }
    if entry.isWord, SecretShapes.isWord(start - 1, in: bytes) || SecretShapes.isWord(end, in: bytes) { return nil }
    if let replacement = entry.replacement {
      return Place(range: start..<end, replacement: Self.spelled(replacement, like: bytes[start..<end], entry.value))
    }
    var (first, last) = (start, end)
    if entry.rim.before > 0, first > 0, bytes[first - 1].isOfBase64 || bytes[first - 1].isOfToken { first -= 1 }
    if entry.rim.after > 0, last < bytes.count, bytes[last].isOfBase64 || bytes[last].isOfToken { last += 1 }
    return Place(range: first..<last, replacement: nil)
  }

  /// Where a value ends that stands at a place, itself or escaped.
  private static func end(of value: [UInt8], from index: Int, in bytes: [UInt8], at start: Int) -> Int? {
    var (index, position) = (index, start)
    while index < value.count {
      guard position < bytes.count else { return nil }
      let isSame = bytes[position] == value[index]
      for other in EscapedText.others(bytes, at: position) where value[index...].starts(with: other.bytes) {
        if let end = end(of: value, from: index + other.bytes.count, in: bytes, at: other.end) { return end }
      }
      guard isSame else { return nil }
      index += 1
      position += 1
    }
    return position
  }

  /// A replacement as the value was written there.
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

  /// The places where a text was cut short with an ellipsis inside a value: what is left of its beginning.
  func cutPlaces(in bytes: [UInt8]) -> [Place] {
    guard bytes.contains(0xE2) else { return [] }
    var places: [Place] = []
    for cut in bytes.indices where bytes[cut] == 0xE2 && bytes[cut...].starts(with: "…".utf8) {
      for entry in entries where entry.isSecret || entry.isWord {
        for length in stride(from: min(entry.value.count, cut), through: Self.shortest, by: -1)
        where bytes[(cut - length)..<cut].elementsEqual(entry.value.prefix(length))
          && !(entry.isWord && SecretShapes.isWord(cut - length - 1, in: bytes))
        {
          places.append(Place(range: cut - length..<cut, replacement: nil))
          break
        }
      }
    }
    return places
  }

  /// Bytes with others at some places; where places overlap or a replacement isn't known, `other` makes it of the text.
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
