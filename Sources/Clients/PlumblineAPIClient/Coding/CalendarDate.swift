import Foundation

/// A day without a time or a time zone, written `YYYY-MM-DD`.
///
/// Converting a `Date` to a day requires a time zone, and different time zones can yield different days.
public struct CalendarDate: Sendable, Hashable {
  /// The year, from 0 to 9999.
  public let year: Int
  /// The month, from 1 to 12.
  public let month: Int
  /// The day of the month, from 1 to at most 31.
  public let day: Int

  /// Creates a day of the proleptic Gregorian calendar, or returns `nil` if the day doesn't exist.
  public init?(year: Int, month: Int, day: Int) {
    guard 0...9999 ~= year, 1...12 ~= month, day >= 1, day <= Self.days(in: month, of: year) else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Parses exactly `YYYY-MM-DD` (RFC 3339 `full-date`), or returns `nil` for anything else.
  public init?(_ text: some StringProtocol) {
    var scanner = DigitScanner(text.utf8)
    guard let year = scanner.number(digits: 4), scanner.take("-"), let month = scanner.number(digits: 2),
      scanner.take("-"), let day = scanner.number(digits: 2), scanner.isAtEnd
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Creates the day that a clock in `timeZone` shows at `date`, or returns `nil` outside the years 0 to 9999.
  public init?(_ date: Date, in timeZone: TimeZone) {
    let shifted = date.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: date))
    let days = (shifted / 86_400).rounded(.down)
    guard abs(days) < 10_000_000 else { return nil }
    self.init(daysSince1970: Int(days))
  }

  /// The number of days since 1970-01-01. It is negative for earlier days.
  public var daysSince1970: Int {
    // Let years start in March, so that the leap day is the last day of a year.
    let year = month <= 2 ? self.year - 1 : self.year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Creates the day from `daysSince1970`, or returns `nil` outside the years 0 to 9999.
  public init?(daysSince1970 days: Int) {
    guard -10_000_000...10_000_000 ~= days else { return nil }
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    self.init(year: year, month: month, day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: return 30
    default: return 31
    }
  }
}

extension CalendarDate: CustomStringConvertible {
  /// The day in the form `YYYY-MM-DD`.
  public var description: String {
    "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
  }

  static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension CalendarDate: Comparable {
  /// Returns a Boolean value that indicates whether the first day is earlier than the second.
  public static func < (left: Self, right: Self) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

extension CalendarDate: Codable {
  /// Decodes the day from a string in the form `YYYY-MM-DD`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let date = Self(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "a date such as 2026-11-20")
    }
    self = date
  }

  /// Encodes the day as a string in the form `YYYY-MM-DD`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
