import PlumblineMockEngine

extension Surroundings {
  /// The day on which the command began, as `YYYY-MM-DD` (UTC).
  var today: String { WallClock.day(of: began * 1000) }
}
