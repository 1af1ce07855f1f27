import PlumblineTime

/// A namespace for dates in the format of the `Date` field (RFC 9110 section 5.6.7), such as
/// `Sun, 06 Nov 1994 08:49:37 GMT`. They always have 29 bytes.
package enum HTTPDate {
  /// The number of bytes in a date.
  package static let length = 29

  /// Returns the date for a number of seconds since 1970-01-01 00:00 UTC, for the years 1970 to 9999.
  package static func bytes(secondsSinceEpoch seconds: Int) -> [UInt8] {
    let seconds = min(max(seconds, 0), 253_402_300_799)
    let days = seconds / 86400
    let time = seconds % 86400
    let date = CivilDate(daysSince1970: days)

    var bytes: [UInt8] = []
    bytes.reserveCapacity(length)
    bytes.append(contentsOf: weekdays[(days + 4) % 7].utf8)
    bytes.append(contentsOf: ", ".utf8)
    append(date.day, to: &bytes)
    bytes.append(0x20)
    bytes.append(contentsOf: months[date.month - 1].utf8)
    bytes.append(0x20)
    append(date.year / 100, to: &bytes)
    append(date.year % 100, to: &bytes)
    bytes.append(0x20)
    append(time / 3600, to: &bytes)
    bytes.append(0x3A)
    append(time / 60 % 60, to: &bytes)
    bytes.append(0x3A)
    append(time % 60, to: &bytes)
    bytes.append(contentsOf: " GMT".utf8)
    return bytes
  }

  /// Returns the number of seconds since 1970 for a date such as `Sun, 06 Nov 1994 08:49:37 GMT`, or `nil` for any
  /// other string.
  package static func secondsSinceEpoch(_ text: String) -> Int? {
    let parts = text.split { $0 == " " || $0 == "," || $0 == ":" }
    guard parts.count == 8, parts[7] == "GMT", let month = months.firstIndex(of: String(parts[2])) else { return nil }
    let numbers = [parts[1], parts[3], parts[4], parts[5], parts[6]].compactMap { Int($0) }
    guard numbers.count == 5, (1...31).contains(numbers[0]), (1970...9999).contains(numbers[1]),
      (0...23).contains(numbers[2]), (0...59).contains(numbers[3]), (0...60).contains(numbers[4])
    else { return nil }
    let days = CivilDate(year: numbers[1], month: month + 1, day: numbers[0]).daysSince1970
    return days * 86400 + numbers[2] * 3600 + numbers[3] * 60 + numbers[4]
  }

  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    bytes.append(0x30 + UInt8(number / 10))
    bytes.append(0x30 + UInt8(number % 10))
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
