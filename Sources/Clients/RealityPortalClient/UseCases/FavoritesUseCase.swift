import PlumblineAPIClient

/// Favorites as single requests. ``Favorites`` keeps them for all views and for use without a network.
public struct FavoritesUseCase: Sendable {
  let requests: PortalRequests

  /// Returns all favorites. `GET /api/v1/favorites`
  public func getFavorites() async throws -> [Listing] {
    try await requests.value(APIRequest(.get, "/api/v1/favorites"))
  }

  /// Adds a listing to the favorites. Succeeds even if the listing is already a favorite.
  /// `PUT /api/v1/favorites/{listingId}`
  public func addFavorite(id: String) async throws {
    try await requests.perform(APIRequest(.put, "/api/v1/favorites/\(id)"))
  }

  /// Removes a listing from the favorites. Succeeds even if the listing isn't a favorite.
  /// `DELETE /api/v1/favorites/{listingId}`
  public func removeFavorite(id: String) async throws {
    try await requests.perform(APIRequest(.delete, "/api/v1/favorites/\(id)"))
  }

  /// Adds a listing to the favorites or removes it, depending on the server's state (story 82.4).
  ///
  /// The method loads the favorites first, so two quick taps may give the wrong result. Prefer
  /// ``Favorites/toggle(_:)``, which accounts for pending changes.
  ///
  /// - Returns: `true` if the listing is now a favorite.
  @discardableResult
  public func toggleFavorite(id: String) async throws -> Bool {
    let wasFavorite = try await getFavorites().contains { $0.id == id }
    if wasFavorite {
      try await removeFavorite(id: id)
    } else {
      try await addFavorite(id: id)
    }
    return !wasFavorite
  }
}
