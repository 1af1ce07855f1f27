import PlumblineJSONTree
import PlumblineTime
import Synchronization

/// A point in time in UTC, in RFC 3339 notation.
struct Moment: Sendable {
  /// The moment as text, such as `2026-11-21T02:15:00Z`.
  let text: String
  let json: JSON

  /// The most recently created moment. It is reused for all requests within the same second.
  private static let last = Mutex<(seconds: Int, moment: Moment)?>(nil)

  /// Returns the moment for a number of seconds since 1970.
  static func at(_ seconds: Int) -> Moment {
    last.withLock { last in
      if let last, last.seconds == seconds { return last.moment }
      let moment = Moment(seconds: seconds)
      last = (seconds, moment)
      return moment
    }
  }

  /// Creates the moment for a number of seconds since 1970, clamped to years with four digits.
  init(seconds: Int) {
    text = CivilDate.text(second: seconds) + "Z"
    json = JSON(text)
  }

  /// The date only, such as `2026-11-21`.
  var day: String { String(text.prefix(10)) }
}
