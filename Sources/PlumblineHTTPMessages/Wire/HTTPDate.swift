/// The date of the Date field (RFC 9110, section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`, always 29 bytes.
package enum HTTPDate {
  /// How many bytes a date has.
  package static let length = 29

  /// The date of a number of seconds since 1970-01-01 00:00 UTC, years 1970 to 9999.
  package static func bytes(secondsSinceEpoch seconds: Int) -> [UInt8] {
    let seconds = min(max(seconds, 0), 253_402_300_799)
    let days = seconds / 86400
    let time = seconds % 86400
    // Years start in March, so that the leap day is the last; an era has 400 years.
    let shifted = days + 719468
    let era = shifted / 146097
    let dayOfEra = shifted % 146097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)

    var bytes: [UInt8] = []
    bytes.reserveCapacity(length)
    bytes.append(contentsOf: weekdays[(days + 4) % 7].utf8)
    bytes.append(contentsOf: ", ".utf8)
    append(day, to: &bytes)
    bytes.append(0x20)
    bytes.append(contentsOf: months[month - 1].utf8)
    bytes.append(0x20)
    append(year / 100, to: &bytes)
    append(year % 100, to: &bytes)
    bytes.append(0x20)
    append(time / 3600, to: &bytes)
    bytes.append(0x3A)
    append(time / 60 % 60, to: &bytes)
    bytes.append(0x3A)
    append(time % 60, to: &bytes)
    bytes.append(contentsOf: " GMT".utf8)
    return bytes
  }

  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    bytes.append(0x30 + UInt8(number / 10))
    bytes.append(0x30 + UInt8(number % 10))
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
