import Foundation

/// A namespace for date-times in RFC 3339 format, such as `2026-11-20T08:30:00Z` or `2026-11-20T16:30:00.25+08:00`.
///
/// A Foundation ISO 8601 style accepts either fractional seconds or whole seconds but not both, and it accepts a time
/// without an offset. These functions accept exactly the `date-time` format of JSON Schema.
public enum DateTime {
  /// Returns the date for a string, or `nil` if it isn't an RFC 3339 date-time.
  public static func date(from text: String) -> Date? {
    guard let (dayText, timeText) = split(text), let day = CalendarDate(dayText) else { return nil }
    var scanner = DigitScanner(timeText.utf8)
    guard let hour = scanner.number(digits: 2), hour < 24, scanner.take(":"),
      let minute = scanner.number(digits: 2), minute < 60, scanner.take(":"),
      let second = scanner.number(digits: 2), second <= 60,
      let fraction = fraction(&scanner), let offset = offset(&scanner), scanner.isAtEnd
    else { return nil }
    let seconds = day.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second - offset
    return Date(timeIntervalSince1970: Double(seconds) + fraction)
  }

  /// Returns a date as a string in UTC, with milliseconds if it has any. Returns `nil` outside the years 0 to 9999.
  public static func string(from date: Date) -> String? {
    let seconds = date.timeIntervalSince1970
    guard seconds.isFinite, abs(seconds) < 1e12 else { return nil }
    let milliseconds = Int((seconds * 1000).rounded())
    let (days, rest) = milliseconds.flooredDivision(by: 86_400_000)
    guard let day = CalendarDate(daysSince1970: days) else { return nil }
    let (second, fraction) = rest.flooredDivision(by: 1000)
    let clock = [second / 3600, second / 60 % 60, second % 60].map { CalendarDate.padded($0, 2) }
    let tail = fraction == 0 ? "" : "." + CalendarDate.padded(fraction, 3)
    return "\(day)T\(clock.joined(separator: ":"))\(tail)Z"
  }

  private static func split(_ text: String) -> (Substring, Substring)? {
    guard let index = text.utf8.firstIndex(where: { $0 == 0x54 || $0 == 0x74 }) else { return nil }
    return (text[..<index], text[text.utf8.index(after: index)...])
  }

  /// Reads the fraction of a second, or returns 0 if there is none. Returns `nil` if no digits follow the decimal
  /// point.
  private static func fraction<Bytes>(_ scanner: inout DigitScanner<Bytes>) -> Double? {
    guard scanner.take(".") else { return 0 }
    guard let first = scanner.digit() else { return nil }
    var value = Double(first) / 10
    var scale = 0.01
    while let digit = scanner.digit() {
      value += Double(digit) * scale
      scale /= 10
    }
    return value
  }

  /// Reads an offset, in seconds east of UTC.
  private static func offset<Bytes>(_ scanner: inout DigitScanner<Bytes>) -> Int? {
    if scanner.take("Zz") { return 0 }
    let isWest = scanner.take("-")
    guard isWest || scanner.take("+"), let hours = scanner.number(digits: 2), hours < 24, scanner.take(":"),
      let minutes = scanner.number(digits: 2), minutes < 60
    else { return nil }
    let seconds = hours * 3600 + minutes * 60
    return isWest ? -seconds : seconds
  }
}

extension Int {
  /// Returns the quotient and a remainder that is never negative. `divisor` must be positive.
  fileprivate func flooredDivision(by divisor: Int) -> (Int, Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
