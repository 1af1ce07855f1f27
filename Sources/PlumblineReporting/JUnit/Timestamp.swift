/// A moment as JUnit writes it: `2026-11-20T08:15:30`, UTC, no zone.
enum Timestamp {
  /// The moment so many seconds after 1970 began; moments outside the years 1970 to 9999 become the nearest one inside.
  static func text(seconds: Int) -> String {
    let seconds = min(max(seconds, 0), 253_402_300_799)
    let (year, month, day) = date(days: seconds / 86400)
    let time = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map { two($0) }.joined(separator: ":")
    return "\(year)-\(two(month))-\(two(day))T\(time)"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// The civil date of a day counted from 1970-01-01, by eras of 400 years that begin on 1 March.
  private static func date(days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = shifted / 146_097
    let ofEra = shifted % 146_097
    let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * ofYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, ofYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}
