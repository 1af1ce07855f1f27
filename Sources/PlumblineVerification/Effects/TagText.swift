/// An entity tag in a header field (RFC 9110 section 8.8.3), such as `"xyzzy"` or `W/"xyzzy"`. Some servers send tags
/// without quotes.
struct TagText: Sendable {
  let field: String
  let isWeak: Bool

  init(_ field: String) {
    self.field = field
    isWeak = field.hasPrefix("W/")
  }

  /// The text between the quotes, without the compression suffix that a web server appends for clients that accept
  /// compression. For example, Apache and Jetty send `"a-gzip"` or `"a--gzip"` for `"a"`, and treat them as equal.
  private var opaque: Substring {
    var text = field.dropFirst(isWeak ? 2 : 0)
    if text.count > 1, text.first == "\"", text.last == "\"" { text = text.dropFirst().dropLast() }
    guard let end = Self.compressions.first(where: { text.hasSuffix($0) }) else { return text }
    text = text.dropLast(end.count)
    while let last = text.last, last == "-" || last == ";" { text = text.dropLast() }
    return text
  }

  private static let compressions = ["-gzip", ";gzip", "-br", ";br", "-zstd", "-deflate"]

  /// A nonexistent tag of the same format, or `nil` if there is no letter or digit to change.
  ///
  /// The middle letter or digit is changed, because the last one may be insignificant in Base64. A number is decreased
  /// if possible, because some servers accept tags from the future.
  var other: String? {
    let places = field.indices.dropFirst(isWeak ? 2 : 0).filter { place in
      field[place].isASCII && (field[place].isLetter || field[place].isNumber)
    }
    let lowered = places.filter { field[$0] != "0" }
    let chosen = lowered.isEmpty ? places : lowered
    guard !chosen.isEmpty else { return nil }
    let place = chosen[chosen.count / 2]
    return String(field[..<place]) + Self.other(than: field[place]) + String(field[field.index(after: place)...])
  }

  private static func other(than character: Character) -> String {
    if let digit = character.wholeNumberValue { return digit == 0 ? "1" : "\(digit - 1)" }
    let first = character.isUppercase ? "A" : "a"
    return String(character) == first ? (character.isUppercase ? "B" : "b") : first
  }
}

extension TagText: Equatable {
  /// Returns a Boolean value that indicates whether two tags are the same, ignoring weakness and compression.
  static func == (left: TagText, right: TagText) -> Bool { left.opaque == right.opaque }
}
