import PlumblineJSONTree

/// Strings such as people write, with non-ASCII letters, an emoji of several scalars, markup, quotes, and an ampersand.
///
/// All of them are in Unicode normalization form C and have no surrounding whitespace, so a correct server has no
/// reason to change them.
enum HumanText {
  private static let sentence =
    "Zo\u{EB} & \u{141}ukasz: \"it's <b>\u{6771}\u{4EAC}</b>\" \u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}"
  private static let filler = ", d\u{E9}j\u{E0} vu"
  /// The number of Unicode scalars in the longest string.
  private static let length = 200

  private static let long: String = {
    var text = sentence
    while text.unicodeScalars.count < length { text += filler }
    var scalars = String.UnicodeScalarView(text.unicodeScalars.prefix(length))
    if scalars.last == " " {
      scalars.removeLast()
      scalars.append("!")
    }
    return String(scalars)
  }()

  /// All strings, longest first.
  static let all = [long] + short
  /// The strings that are short enough for nearly every server.
  static let short = [sentence, "Zo\u{EB} & <b>\u{1F469}\u{200D}\u{1F467}</b>", "Zo\u{EB} & co", "Zo\u{EB}"]

  /// Returns a string such as a person might write, based on a call's own text. The run's mark comes first, so that it
  /// survives whatever happens to the rest, followed by the text, and then the rest in two lines.
  static func message(_ text: String, marked mark: RunMark) -> String {
    var message = "\(mark) \(text) \(sentence)\nD\u{E9}j\u{E0} vu"
    while message.unicodeScalars.count < length { message += filler }
    return message
  }

  /// Returns a Boolean value that indicates whether a value is one of these strings.
  static func isOne(_ value: JSON) -> Bool {
    value.string.map { text in all.contains(text) || text.contains(sentence) } ?? false
  }
}
