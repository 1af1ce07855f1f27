import PlumblineHTTPMessages

/// How long a server asks a caller to wait (RFC 9110 section 10.2.3): a number of seconds, or a date.
package enum RetryAfter {
  /// The seconds that an answer asks for; one where it doesn't say, or says it in a way that can't be read.
  ///
  /// - Parameter now: seconds since 1970, for a date where the answer has no Date of its own.
  package static func seconds(_ headers: HeaderFields, now: Int) -> Int {
    guard let text = headers["retry-after"] else { return 1 }
    if let seconds = Int(text) { return max(0, seconds) }
    guard let until = seconds(date: text) else { return 1 }
    return max(0, until - (headers["date"].flatMap(seconds(date:)) ?? now))
  }

  /// Seconds since 1970 of a date such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 section 5.6.7).
  package static func seconds(date text: String) -> Int? {
    let parts = text.split { $0 == " " || $0 == "," || $0 == ":" }
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    guard parts.count == 8, parts[7] == "GMT", let month = months.firstIndex(of: String(parts[2])) else { return nil }
    let numbers = [parts[1], parts[3], parts[4], parts[5], parts[6]].compactMap { Int($0) }
    guard numbers.count == 5, (1...31).contains(numbers[0]), (1970...9999).contains(numbers[1]),
      (0...23).contains(numbers[2]), (0...59).contains(numbers[3]), (0...60).contains(numbers[4])
    else { return nil }
    // Years start in March, so that the leap day is the last.
    let year = numbers[1] - (month < 2 ? 1 : 0)
    let dayOfYear = (153 * ((month + 10) % 12) + 2) / 5 + numbers[0] - 1
    let days = year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    return days * 86400 + numbers[2] * 3600 + numbers[3] * 60 + numbers[4]
  }
}
