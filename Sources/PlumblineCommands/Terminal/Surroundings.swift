import PlumblineMockEngine
import PlumblineTime
import PlumblineVerification

/// What every command is given.
struct Surroundings: Sendable {
  /// The call suites that this executable carries.
  let suites: [any CallSuite]
  let console: Console
  let environment: [String: String]
  /// When the command began, in seconds since 1970.
  let began: Int
}

extension Surroundings {
  /// The day on which the command began, as `YYYY-MM-DD` (UTC).
  var today: String { WallClock.day(of: began * 1000) }
}
