import PlumblineAPIClient

/// Listings for guests and users. Only users see which listings are their favorites.
public struct ListingsUseCase: Sendable {
  let requests: PortalRequests

  /// Returns the listings for the home screen. `GET /api/v1/listings/featured`
  public func featuredListings() async throws -> [Listing] {
    try await requests.value(APIRequest(.get, "/api/v1/listings/featured"))
  }

  /// Searches listings. `GET /api/v1/listings`
  ///
  /// - Parameters:
  ///   - query: The words to search for. An empty string finds all listings.
  ///   - page: The page number. The first page is 1.
  ///   - pageSize: The number of listings on a page.
  public func search(
    query: String = "", filters: SearchFilters? = nil, sort: SearchSort? = nil, order: SortOrder? = nil,
    page: Int? = nil, pageSize: Int? = nil
  ) async throws -> SearchResults {
    let items = [
      QueryItem("q", query.isEmpty ? nil : query), QueryItem("city", filters?.city),
      QueryItem("bedrooms", filters?.bedrooms), QueryItem("minPrice", filters?.minPrice),
      QueryItem("maxPrice", filters?.maxPrice), QueryItem("sort", sort), QueryItem("order", order),
      QueryItem("page", page), QueryItem("pageSize", pageSize),
    ]
    return try await requests.value(APIRequest(.get, "/api/v1/listings", query: items))
  }

  /// Returns one listing. `GET /api/v1/listings/{listingId}`
  public func listing(id: String) async throws -> Listing {
    try await requests.value(APIRequest(.get, "/api/v1/listings/\(id)"))
  }
}
