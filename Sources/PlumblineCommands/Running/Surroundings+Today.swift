import Foundation

extension Surroundings {
  /// The day on which the command began, as `YYYY-MM-DD` (UTC).
  var today: String {
    Date(timeIntervalSince1970: TimeInterval(began)).formatted(.iso8601.year().month().day())
  }
}
