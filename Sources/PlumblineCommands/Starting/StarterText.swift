/// Values as a new package's Swift files write them.
enum StarterText {
  /// A string literal.
  static func literal(_ text: String) -> String { "\"\(inside(text))\"" }

  /// What stands between the quotation marks of a string literal.
  static func inside(_ text: String) -> String {
    var literal = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case "\u{0}"..<" ", "\u{7F}", "\u{2028}", "\u{2029}": literal += " "
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal
  }
}
