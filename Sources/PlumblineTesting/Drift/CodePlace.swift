/// A location in a test's source.
struct CodePlace: Sendable {
  /// The file's ID, such as `WeatherTests/ForecastTests.swift`, or its path if the ID is unknown.
  let fileID: StaticString
  let filePath: StaticString
  let line: Int
  let column: Int
}
