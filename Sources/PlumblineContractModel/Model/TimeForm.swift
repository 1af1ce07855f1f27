import PlumblineASCII
import PlumblineJSONTree
import PlumblineTime

/// How a moment is written as a value.
package enum TimeForm: Sendable, Hashable {
  /// RFC 3339 in UTC: `"2026-11-21T02:15:00Z"`.
  case moment
  /// A day (RFC 3339, full-date): `"2026-11-21"`.
  case day
  /// Unix time: `1795227300`.
  case seconds
  /// Unix time in thousandths: `1795227300000`.
  case milliseconds
  /// Unix time as decimal text.
  case secondsText
  /// Unix time in thousandths, as decimal text.
  case millisecondsText

  /// From here on a Unix time counts milliseconds: in seconds it is the year 5138, in milliseconds 1973.
  private static let leastMilliseconds = 100_000_000_000.0

  /// The form that a value has; `nil` for what is no time.
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

  /// A Boolean value that indicates whether moments of one second can be told apart by it.
  package var isFine: Bool { self == .milliseconds || self == .millisecondsText }

  /// A moment, in thousandths of a second since 1970.
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

  /// The thousandths of a second since 1970 that a value says, where it counts them.
  package func thousandths(_ value: JSON) -> Int? {
    switch self {
    case .milliseconds: value.int
    case .millisecondsText: value.string.flatMap { Int($0) }
    case .moment, .day, .seconds, .secondsText: nil
    }
  }
}

extension TimeForm {
  /// The second since 1970 that a value says; `nil` for what isn't written in this form.
  package func second(_ value: JSON) -> Int? {
    switch self {
    case .milliseconds, .millisecondsText: thousandths(value).map { $0 / 1000 }
    case .seconds: value.int
    case .secondsText: value.string.flatMap { Int($0) }
    case .moment, .day: value.string.flatMap(CivilDate.second)
    }
  }
}

/// What a member's schema says of how it holds a time; what it leaves open, the first items show.
package struct TimeHint: Sendable, Hashable {
  package let form: TimeForm
  /// A Boolean value that indicates whether the schema leaves no choice.
  package let isSure: Bool

  package init(_ form: TimeForm, isSure: Bool) {
    self.form = form
    self.isSure = isSure
  }

  /// What holds where no schema says anything.
  package static let usual = TimeHint(.moment, isSure: false)

  /// The form, where a member of an item that is there may settle it.
  package func form(like sample: JSON?) -> TimeForm {
    isSure ? form : sample.flatMap { TimeForm(of: $0) } ?? form
  }
}
