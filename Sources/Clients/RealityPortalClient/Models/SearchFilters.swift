/// The filters of a search. A filter that is `nil` doesn't apply.
public struct SearchFilters: Sendable, Hashable {
  /// The city.
  public var city: String?
  /// The number of bedrooms.
  public var bedrooms: Int?
  /// The minimum price.
  public var minPrice: Double?
  /// The maximum price.
  public var maxPrice: Double?

  /// Creates search filters.
  public init(city: String? = nil, bedrooms: Int? = nil, minPrice: Double? = nil, maxPrice: Double? = nil) {
    self.city = city
    self.bedrooms = bedrooms
    self.minPrice = minPrice
    self.maxPrice = maxPrice
  }
}
