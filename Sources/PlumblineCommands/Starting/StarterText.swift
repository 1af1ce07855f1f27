/// A namespace for writing values in the syntax of a new package's Swift files.
enum StarterText {
  /// Returns a string literal.
  static func literal(_ text: String) -> String { "\"\(inside(text))\"" }

  /// Returns the text between the quotation marks of a string literal.
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
