/// Tomorrow's weather in one city.
public struct Forecast: Decodable, Sendable {
  public let city: String
  public let summary: String
  /// Degrees Celsius.
  public let high: Double
  /// Degrees Celsius; not every station knows it.
  public let low: Double?
}
