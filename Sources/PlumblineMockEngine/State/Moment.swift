import PlumblineJSONTree
import PlumblineTime
import Synchronization

/// A moment in UTC, as RFC 3339 writes it.
struct Moment: Sendable {
  /// `2026-11-21T02:15:00Z`
  let text: String
  let json: JSON

  /// The last moment that was made, which further requests in the same second get as it is.
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

  /// Makes the moment of a second; outside the years of four digits the nearest one inside.
  init(seconds: Int) {
    text = CivilDate.text(second: seconds) + "Z"
    json = JSON(text)
  }

  /// The day alone: `2026-11-21`.
  var day: String { String(text.prefix(10)) }
}
