/// A place on the map.
public struct Coordinate: Codable, Sendable, Hashable {
  /// Degrees north.
  public let latitude: Double
  /// Degrees east.
  public let longitude: Double

  /// Takes every field.
  public init(
    latitude: Double, longitude: Double
  ) {
    self.latitude = latitude
    self.longitude = longitude
  }
}
