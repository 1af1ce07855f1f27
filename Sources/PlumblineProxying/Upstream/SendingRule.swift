import PlumblineASCII

/// The number of retries, and the pace of requests to a real server.
package struct SendingRule: Sendable, Hashable {
  /// The maximum number of times that a request is sent again if its connection is refused, reset, or closed before the
  /// response was returned. A response is returned when it is complete or, if it is passed on as it arrives, when its
  /// body begins. Only idempotent requests are sent again (RFC 9110 section 9.2.2).
  package var retries: Int
  /// The minimum time between the starts of two requests, or zero for no limit.
  package var interval: Duration

  package init(retries: Int = 0, interval: Duration = .zero) {
    self.retries = retries
    self.interval = interval
  }

  /// Returns the interval for a rate such as `5`, `5/s` or `30/min`, from one per minute to ten thousand per second, or
  /// `nil` for anything else.
  package static func interval(rate text: String) -> Duration? {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let seconds: Double? =
      switch parts.dropFirst().first {
      case nil, "s": 1
      case "min": 60
      default: nil
      }
    guard let seconds, let digits = parts.first, digits.utf8.allSatisfy({ $0.isDigit || $0 == 0x2E }),
      let count = Double(digits), count > 0
    else { return nil }
    let interval = seconds / count
    guard interval >= 0.000_1, interval <= 60 else { return nil }
    return .nanoseconds(Int(interval * 1e9))
  }
}
