/// What a search is narrowed down to; nil parts don't narrow it.
public struct SearchFilters: Sendable, Hashable {
  /// Only in this city.
  public var city: String?
  /// Only with so many bedrooms.
  public var bedrooms: Int?

  /// Takes every field.
  public init(city: String? = nil, bedrooms: Int? = nil) {
    self.city = city
    self.bedrooms = bedrooms
  }
}
