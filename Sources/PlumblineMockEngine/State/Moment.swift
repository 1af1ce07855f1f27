import PlumblineJSONTree
import PlumblineTime
import Synchronization

/// A point in time in UTC, in RFC 3339 notation.
struct Moment: Sendable {
  /// The moment as text, such as `2026-11-21T02:15:00Z`.
  let text: String
  let json: JSON

  /// The last created moment, which is reused for further requests in the same second.
  private static let last = Mutex<(seconds: Int, moment: Moment)?>(nil)

  /// Returns the moment of a second since 1970.
  static func at(_ seconds: Int) -> Moment {
    last.withLock { last in
      if let last, last.seconds == seconds { return last.moment }
      let moment = Moment(seconds: seconds)
      last = (seconds, moment)
      return moment
    }
  }

  /// Creates the moment of a second, clamped to years of four digits.
  init(seconds: Int) {
    text = CivilDate.text(second: seconds) + "Z"
    json = JSON(text)
  }

  /// The date only, such as `2026-11-21`.
  var day: String { String(text.prefix(10)) }
}
