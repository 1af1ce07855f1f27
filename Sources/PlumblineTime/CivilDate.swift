import PlumblineASCII

/// A day of the proleptic Gregorian calendar, which applies the current rules to all years.
///
///     CivilDate(daysSince1970: 20_778).text           // "2026-11-21"
///     CivilDate(year: 1970, month: 3, day: 1).daysSince1970   // 59
///
/// Internally, years begin in March, so that a leap day comes last. 400 years form an era, after which the calendar
/// repeats.
package struct CivilDate: Hashable, Sendable {
  package let year: Int
  /// The month, from 1 to 12.
  package let month: Int
  /// The day of the month, from 1 to 31.
  package let day: Int

  /// Creates the date of a day, counted from 1970-01-01, which is day 0.
  package init(daysSince1970 days: Int) {
    let shifted = days + Self.daysBefore1970
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (shiftedMonth < 10 ? 0 : 1)
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
  }

  /// Creates a date from its parts, whose month must be from 1 to 12. A day past the month's end is one of the next
  /// month.
  package init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The number of days since 1970-01-01, negative before it.
  package var daysSince1970: Int {
    let shifted = year - (month < 3 ? 1 : 0)
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - Self.daysBefore1970
  }

  /// The number of days from the first of March of the year 0 to 1970-01-01.
  private static let daysBefore1970 = 719_468

  /// Returns the number of days of a month, which is numbered from 1 to 12.
  package static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The date as text, such as `2026-11-21`, for the years 0 to 9999.
  package var text: String { "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))" }

  /// The range of seconds since 1970 whose years have four digits, from 0001-01-01 to 9999-12-31.
  package static let seconds = -62_135_596_800...253_402_300_799

  /// Returns a second since 1970 in the notation of RFC 3339 without its zone, which is UTC. For example,
  /// `2026-11-20T08:15:30`. Seconds outside the years with four digits are clamped.
  package static func text(second: Int) -> String {
    let second = min(max(second, seconds.lowerBound), seconds.upperBound)
    let days = (second >= 0 ? second : second - 86_399) / 86_400
    let time = second - days * 86_400
    let parts = [time / 3600, time / 60 % 60, time % 60].map { padded($0, 2) }
    return "\(CivilDate(daysSince1970: days).text)T\(parts.joined(separator: ":"))"
  }

  /// Returns a nonnegative number with leading zeros.
  package static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}

extension CivilDate {
  /// Returns the second since 1970 of a day or a moment in UTC, in the notation of RFC 3339, such as `2026-11-20` or
  /// `2026-11-20T08:15:30.5Z`. Returns `nil` for any other string, such as one with a different zone.
  package static func second(_ text: String) -> Int? {
    let bytes = Array(text.utf8)
    func number(_ range: Range<Int>) -> Int? {
      guard range.upperBound <= bytes.count, bytes[range].allSatisfy({ $0.isDigit }) else { return nil }
      return bytes[range].reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    guard bytes.count >= 10, bytes[4] == 0x2D, bytes[7] == 0x2D, let year = number(0..<4), let month = number(5..<7),
      let day = number(8..<10), 1...12 ~= month, 1...days(inMonth: month, of: year) ~= day
    else { return nil }
    let midnight = CivilDate(year: year, month: month, day: day).daysSince1970 * 86_400
    if bytes.count == 10 { return midnight }
    guard bytes.count >= 20, bytes[10] == UInt8(ascii: "T"), bytes[13] == 0x3A, bytes[16] == 0x3A,
      bytes[bytes.count - 1] == UInt8(ascii: "Z"), let hour = number(11..<13), let minute = number(14..<16),
      let second = number(17..<19), hour < 24, minute < 60, second < 61
    else { return nil }
    // The bytes after the seconds are a fraction.
    let rest = bytes[19..<(bytes.count - 1)]
    guard rest.isEmpty || (rest.first == 0x2E && rest.count > 1 && rest.dropFirst().allSatisfy { $0.isDigit })
    else { return nil }
    return midnight + hour * 3600 + minute * 60 + second
  }
}
