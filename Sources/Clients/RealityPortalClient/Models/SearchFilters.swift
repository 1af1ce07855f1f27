/// What a search is narrowed down to; nil parts don't narrow it.
public struct SearchFilters: Sendable, Hashable {
  /// Only in this city.
  public var city: String?
  /// Only with so many bedrooms.
  public var bedrooms: Int?
  /// Only what costs so much, or more.
  public var minPrice: Double?
  /// Only what costs so much, or less.
  public var maxPrice: Double?

  /// Creates a value from its fields.
  public init(city: String? = nil, bedrooms: Int? = nil, minPrice: Double? = nil, maxPrice: Double? = nil) {
    self.city = city
    self.bedrooms = bedrooms
    self.minPrice = minPrice
    self.maxPrice = maxPrice
  }
}
