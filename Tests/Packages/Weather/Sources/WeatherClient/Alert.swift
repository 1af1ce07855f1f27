/// A request for notifications.
public struct Alert: Decodable, Sendable {
  public let id: Int
  public let city: String
  /// The threshold, in degrees Celsius.
  public let above: Double
}

/// An alert that doesn't exist yet.
public struct NewAlert: Encodable, Sendable {
  public let city: String
  public let above: Double

  public init(city: String, above: Double) {
    self.city = city
    self.above = above
  }
}
