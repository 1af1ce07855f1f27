import PlumblineHTTPMessages

/// The time that a server asks a caller to wait (RFC 9110 section 10.2.3), which is a number of seconds, or a date.
package enum RetryAfter {
  /// Returns the number of seconds that a response asks for. It is one second if it doesn't specify one, or if the
  /// value can't be parsed.
  ///
  /// - Parameter now: The current time in seconds since 1970, for a date if the response has no Date of its own.
  package static func seconds(_ headers: HeaderFields, now: Int) -> Int {
    guard let text = headers["retry-after"] else { return 1 }
    if let seconds = Int(text) { return max(0, seconds) }
    guard let until = HTTPDate.secondsSinceEpoch(text) else { return 1 }
    return max(0, until - (headers["date"].flatMap(HTTPDate.secondsSinceEpoch) ?? now))
  }
}
