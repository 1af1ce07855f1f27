/// The bytes of a YAML text and a place in them.
///
/// Line breaks are a line feed, or a carriage return and a line feed. `YAMLLetters` has converted all others.
struct YAMLText {
  let bytes: [UInt8]
  private(set) var place: Int
  /// The start of the line that contains the place.
  private(set) var lineStart: Int

  /// A place to return to.
  struct Mark {
    let place: Int
    let lineStart: Int
  }

  /// Creates a text whose place is at its start, after a byte order mark if there is one.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    lineStart = place
  }

  /// The number of bytes before the place on its line. Where columns matter, these are spaces and indicators.
  var column: Int { place - lineStart }
  var isAtEnd: Bool { place >= bytes.count }
  var mark: Mark { Mark(place: place, lineStart: lineStart) }

  mutating func rewind(to mark: Mark) {
    place = mark.place
    lineStart = mark.lineStart
  }

  /// Returns the byte at the place, or the given number of bytes after it. Returns 0 beyond the end, which doesn't
  /// occur in a text.
  func peek(_ ahead: Int = 0) -> UInt8 { place + ahead < bytes.count ? bytes[place + ahead] : 0 }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Returns a Boolean value that indicates whether the line, or the text, ends the given number of bytes after the
  /// place.
  func isBreak(_ ahead: Int = 0) -> Bool {
    let byte = peek(ahead)
    return byte == 0x0A || byte == 0x0D || byte == 0
  }

  /// Returns a Boolean value that indicates whether a word ends the given number of bytes after the place.
  func isSpace(_ ahead: Int = 0) -> Bool { isBreak(ahead) || Self.isBlank(peek(ahead)) }

  /// A Boolean value that indicates whether a comment may start here: at the start of a line, or after a blank.
  var isAfterBlank: Bool { place == lineStart || Self.isBlank(bytes[place - 1]) }

  mutating func advance(_ count: Int = 1) { place += count }

  /// Skips one line break.
  mutating func nextLine() {
    if peek() == 0x0D { place += 2 } else if !isAtEnd { place += 1 }
    lineStart = place
  }

  mutating func skipBlanks() { while Self.isBlank(peek()) { place += 1 } }
  mutating func skipToBreak() { while !isBreak() { place += 1 } }

  /// A Boolean value that indicates whether a document ends here, because of `---` or `...` at the start of a line.
  var isAtMarker: Bool {
    guard place == lineStart, peek() == UInt8(ascii: "-") || peek() == UInt8(ascii: ".") else { return false }
    return peek(1) == peek() && peek(2) == peek() && isSpace(3)
  }

  /// The number of leading spaces in the line, up to the given offset.
  var indent: Int {
    var end = lineStart
    while end < place, bytes[end] == 0x20 { end += 1 }
    return end - lineStart
  }
}
