import PlumblineHTTPMessages

/// A parser for the time that a server asks a caller to wait (RFC 9110 section 10.2.3), as a number of seconds or a
/// date.
package enum RetryAfter {
  /// Returns the number of seconds that a response asks for, or 1 if it doesn't specify a time or the value can't be
  /// parsed.
  ///
  /// - Parameter now: The current time in seconds since 1970, for comparison with a date if the response has no Date
  ///   field.
  package static func seconds(_ headers: HeaderFields, now: Int) -> Int {
    guard let text = headers["retry-after"] else { return 1 }
    if let seconds = Int(text) { return max(0, seconds) }
    guard let until = HTTPDate.secondsSinceEpoch(text) else { return 1 }
    return max(0, until - (headers["date"].flatMap(HTTPDate.secondsSinceEpoch) ?? now))
  }
}
