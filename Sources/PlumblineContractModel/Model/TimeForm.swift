import PlumblineASCII
import PlumblineJSONTree
import PlumblineTime

/// The format of a point in time as a JSON value.
package enum TimeForm: Sendable, Hashable {
  /// RFC 3339 in UTC, such as `"2026-11-21T02:15:00Z"`.
  case moment
  /// A day (RFC 3339, full-date), such as `"2026-11-21"`.
  case day
  /// Unix time in seconds, such as `1795227300`.
  case seconds
  /// Unix time in milliseconds, such as `1795227300000`.
  case milliseconds
  /// Unix time in seconds, as a decimal string.
  case secondsText
  /// Unix time in milliseconds, as a decimal string.
  case millisecondsText

  /// The minimum Unix time that is read as milliseconds. In seconds, it would be in the year 5138; in milliseconds, it
  /// is in 1973.
  private static let leastMilliseconds = 100_000_000_000.0

  /// Creates the format of a value, or returns `nil` if the value isn't a time.
  package init?(of value: JSON) {
    if let number = value.double {
      self = abs(number) >= Self.leastMilliseconds ? .milliseconds : .seconds
      return
    }
    guard let text = value.string, !text.isEmpty else { return nil }
    if text.utf8.allSatisfy({ $0.isDigit }) {
      self = text.utf8.count > 11 ? .millisecondsText : .secondsText
    } else if text.utf8.count == 10 {
      self = .day
    } else {
      self = .moment
    }
  }

  /// A Boolean value that indicates whether the format has subsecond precision.
  package var isFine: Bool { self == .milliseconds || self == .millisecondsText }

  /// Returns the value for a time, given in milliseconds since 1970.
  package func value(of thousandths: Int) -> JSON {
    let seconds = (thousandths >= 0 ? thousandths : thousandths &- 999) / 1000
    switch self {
    case .moment: return JSON(CivilDate.text(second: seconds) + "Z")
    case .day: return JSON(String(CivilDate.text(second: seconds).prefix(10)))
    case .seconds: return JSON(seconds)
    case .milliseconds: return JSON(thousandths)
    case .secondsText: return JSON("\(seconds)")
    case .millisecondsText: return JSON("\(thousandths)")
    }
  }

  /// Returns a value as milliseconds since 1970, or `nil` if it isn't in a format with millisecond precision.
  package func thousandths(_ value: JSON) -> Int? {
    switch self {
    case .milliseconds: value.int
    case .millisecondsText: value.string.flatMap { Int($0) }
    case .moment, .day, .seconds, .secondsText: nil
    }
  }
}

extension TimeForm {
  /// Returns a value as seconds since 1970, or `nil` if it isn't in this format.
  package func second(_ value: JSON) -> Int? {
    switch self {
    case .milliseconds, .millisecondsText: thousandths(value).map { $0 / 1000 }
    case .seconds: value.int
    case .secondsText: value.string.flatMap { Int($0) }
    case .moment, .day: value.string.flatMap(CivilDate.second)
    }
  }
}

/// A hint about a member's time format, from its schema. If the schema leaves the format open, existing items settle
/// it.
package struct TimeHint: Sendable, Hashable {
  package let form: TimeForm
  /// A Boolean value that indicates whether the schema determines the format.
  package let isSure: Bool

  package init(_ form: TimeForm, isSure: Bool) {
    self.form = form
    self.isSure = isSure
  }

  /// The hint to use if no schema provides one.
  package static let usual = TimeHint(.moment, isSure: false)

  /// Returns the format. If the schema leaves it open, the member's value in an existing item settles it.
  ///
  /// - Parameter sample: The member's value in an existing item.
  package func form(like sample: JSON?) -> TimeForm {
    isSure ? form : sample.flatMap { TimeForm(of: $0) } ?? form
  }
}
