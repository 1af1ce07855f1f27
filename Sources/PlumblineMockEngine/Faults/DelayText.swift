/// Durations as people write them: `200ms`, `1.5s`, `2m`.
enum DelayText {
  /// The longest that an answer may be held back.
  static let longest = Duration.seconds(600)

  private static let units: [(name: String, nanoseconds: Double)] = [
    ("ms", 1e6), ("us", 1e3), ("s", 1e9), ("m", 60e9),
  ]

  /// Reads a duration from 0 to ten minutes.
  static func parse(_ text: String) throws(RuleError) -> Duration {
    for unit in units where text.hasSuffix(unit.name) {
      let digits = text.dropLast(unit.name.count)
      guard let first = digits.utf8.first, (0x30...0x39).contains(first), let number = Double(digits) else { break }
      let duration = Duration.nanoseconds(Int64(min(number * unit.nanoseconds, 1e15)))
      guard duration <= longest else {
        throw RuleError("\"\(text)\" is too long: an answer can be held back for 10m at most.")
      }
      return duration
    }
    throw RuleError("\"\(text)\" is no duration: write a number and its unit, such as 200ms, 1.5s or 2m.")
  }

  /// The shortest text that reads back as the same duration, to a microsecond.
  static func text(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    if microseconds % 1000 != 0 { return "\(microseconds)us" }
    let milliseconds = microseconds / 1000
    return milliseconds % 1000 == 0 && milliseconds > 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
  }
}
