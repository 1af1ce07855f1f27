import PlumblineJSONTree
import Synchronization

/// A moment in UTC, as RFC 3339 writes it.
struct Moment: Sendable {
  /// `2026-11-21T02:15:00Z`
  let text: String
  let json: JSON

  /// The last one that was asked for: whoever asks in the same second gets it as it is.
  private static let last = Mutex<(seconds: Int, moment: Moment)?>(nil)

  /// The moment of a second since 1970.
  static func at(_ seconds: Int) -> Moment {
    last.withLock { last in
      if let last, last.seconds == seconds { return last.moment }
      let moment = Moment(seconds: seconds)
      last = (seconds, moment)
      return moment
    }
  }

  /// What a time outside the years that have four digits becomes: the nearest that has.
  private static let range = -62_135_596_800...253_402_300_799

  init(seconds: Int) {
    let seconds = min(max(seconds, Self.range.lowerBound), Self.range.upperBound)
    let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let second = seconds - day * 86_400
    let (year, month, date) = Self.date(day)
    let parts = [second / 3600, second / 60 % 60, second % 60].map { Self.padded($0, 2) }
    let text =
      "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(date, 2))T\(parts.joined(separator: ":"))Z"
    self.text = text
    json = JSON(text)
  }

  /// The day alone: `2026-11-21`.
  var day: String { String(text.prefix(10)) }

  /// The Gregorian date of a day counted from 1970-01-01: years are taken to begin in March, so that leap days come last.
  private static func date(_ day: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let isNextYear = month >= 10
    return (
      yearOfEra + era * 400 + (isNextYear ? 1 : 0), isNextYear ? month - 9 : month + 3,
      dayOfYear - (153 * month + 2) / 5 + 1
    )
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
