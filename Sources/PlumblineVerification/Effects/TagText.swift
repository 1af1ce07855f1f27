/// An entity tag as a header field shows it (RFC 9110 section 8.8.3): `"xyzzy"`, `W/"xyzzy"`, or without quotes as some servers
/// write it.
struct TagText: Sendable {
  let field: String
  let isWeak: Bool

  init(_ field: String) {
    self.field = field
    isWeak = field.hasPrefix("W/")
  }

  /// The text between the quotes.
  private var opaque: Substring {
    var text = field.dropFirst(isWeak ? 2 : 0)
    if text.count > 1, text.first == "\"", text.last == "\"" { text = text.dropFirst().dropLast() }
    return text
  }

  /// A tag of the same form that nothing has; `nil` if there is no letter or digit to change.
  ///
  /// The letter or digit in the middle is another: the last one of a number in Base64 may not count.
  var other: String? {
    let places = field.indices.dropFirst(isWeak ? 2 : 0).filter { place in
      field[place].isASCII && (field[place].isLetter || field[place].isNumber)
    }
    guard !places.isEmpty else { return nil }
    let place = places[places.count / 2]
    let replacement: Character
    switch field[place] {
    case "0"..."8": replacement = "9"
    case "9": replacement = "1"
    case "a": replacement = "b"
    case "A": replacement = "B"
    case let letter: replacement = letter.isUppercase ? "A" : "a"
    }
    return field.replacingCharacter(at: place, with: replacement)
  }
}

extension TagText: Equatable {
  /// Returns a Boolean value that indicates whether both are the same, weak or not.
  static func == (left: TagText, right: TagText) -> Bool { left.opaque == right.opaque }
}

extension String {
  fileprivate func replacingCharacter(at place: Index, with character: Character) -> String {
    String(self[..<place]) + String(character) + String(self[index(after: place)...])
  }
}
