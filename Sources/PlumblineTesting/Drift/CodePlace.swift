/// A place in a test's source.
struct CodePlace: Sendable {
  /// The file's id, such as `WeatherTests/ForecastTests.swift`, or its path if the id is unknown.
  let fileID: StaticString
  let filePath: StaticString
  let line: Int
  let column: Int
}
