/// An entity tag as a header field shows it (RFC 9110 section 8.8.3): `"xyzzy"`, `W/"xyzzy"`, or without quotes as some servers
/// write it.
struct TagText: Sendable {
  let field: String
  let isWeak: Bool

  init(_ field: String) {
    self.field = field
    isWeak = field.hasPrefix("W/")
  }

  /// The text between the quotes, without the name of a compression that a web server appends for clients that accept one:
  /// Apache and Jetty give `"a-gzip"` or `"a--gzip"` for `"a"`, and take all of them as the same.
  private var opaque: Substring {
    var text = field.dropFirst(isWeak ? 2 : 0)
    if text.count > 1, text.first == "\"", text.last == "\"" { text = text.dropFirst().dropLast() }
    guard let end = Self.compressions.first(where: { text.hasSuffix($0) }) else { return text }
    text = text.dropLast(end.count)
    while let last = text.last, last == "-" || last == ";" { text = text.dropLast() }
    return text
  }

  private static let compressions = ["-gzip", ";gzip", "-br", ";br", "-zstd", "-deflate"]

  /// A tag of the same form that nothing has; `nil` if there is no letter or digit to change.
  ///
  /// The letter or digit in the middle is another: the last one of a number in Base64 may not count. A number becomes a lower
  /// one where it can, as some servers accept tags of the future.
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
  /// Returns a Boolean value that indicates whether both are the same, weak or not, compressed or not.
  static func == (left: TagText, right: TagText) -> Bool { left.opaque == right.opaque }
}
