/// What a listing has, in numbers.
public struct ListingFeatures: Codable, Sendable, Hashable {
  /// How many bedrooms there are.
  public let bedrooms: Int
  /// How many bathrooms there are.
  public let bathrooms: Int
  /// Square metres; nil when nobody measured them.
  public let area: Double?

  /// Takes every field.
  public init(
    bedrooms: Int, bathrooms: Int, area: Double?
  ) {
    self.bedrooms = bedrooms
    self.bathrooms = bathrooms
    self.area = area
  }
}
