/// Tomorrow's weather in one city.
public struct Forecast: Decodable, Sendable {
  public let city: String
  public let summary: String
  /// The highest temperature, in degrees Celsius.
  public let high: Double
  /// The lowest temperature, in degrees Celsius, or `nil` if the station doesn't measure it.
  public let low: Double?
}
