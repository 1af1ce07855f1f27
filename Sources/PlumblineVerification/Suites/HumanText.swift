import PlumblineJSONTree

/// Strings as people write them: letters beyond ASCII, an emoji of several scalars, markup, quotes and an ampersand.
///
/// All are in Unicode's normal form C and without blanks around them, so that a healthy server has nothing to change.
enum HumanText {
  private static let sentence =
    "Zo\u{EB} & \u{141}ukasz: \"it's <b>\u{6771}\u{4EAC}</b>\" \u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}"
  private static let filler = ", d\u{E9}j\u{E0} vu"
  /// The number of Unicode scalars that the longest has.
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

  /// All of them, the longest first.
  static let all = [long] + short
  /// The texts that nearly every server has room for.
  static let short = [sentence, "Zo\u{EB} & <b>\u{1F469}\u{200D}\u{1F467}</b>", "Zo\u{EB} & co", "Zo\u{EB}"]

  /// Returns a string of a call's own as people write it: the run's mark, which is the same however the rest comes back, then
  /// the text, and the rest in two lines.
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
