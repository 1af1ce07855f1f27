import PlumblineAPIClient

/// Listings, for guests and for who is logged in: only the latter are told which are their favorites.
public struct ListingsUseCase: Sendable {
  let requests: PortalRequests

  /// The listings that the home screen shows. `GET /api/v1/listings/featured`
  public func featuredListings() async throws -> [Listing] {
    try await requests.value(APIRequest(.get, "/api/v1/listings/featured"))
  }

  /// Searches listings. `GET /api/v1/listings`
  ///
  /// - Parameters:
  ///   - query: words to look for; an empty text finds all.
  ///   - page: which page, from 1.
  ///   - pageSize: how many listings a page has.
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

  /// One listing. `GET /api/v1/listings/{listingId}`
  public func listing(id: String) async throws -> Listing {
    try await requests.value(APIRequest(.get, "/api/v1/listings/\(id)"))
  }
}
