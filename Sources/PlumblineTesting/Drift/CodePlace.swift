/// A place in a test's source.
struct CodePlace: Sendable {
  /// `WeatherTests/ForecastTests.swift`; the path if it is unknown.
  let fileID: StaticString
  let filePath: StaticString
  let line: Int
  let column: Int
}
