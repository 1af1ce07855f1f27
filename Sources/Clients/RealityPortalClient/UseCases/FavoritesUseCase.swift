import PlumblineAPIClient

/// Favorites, as single requests. ``Favorites`` keeps them, for all views and for when there is no network.
public struct FavoritesUseCase: Sendable {
  let requests: PortalRequests

  /// All favorites. `GET /api/v1/favorites`
  public func getFavorites() async throws -> [Listing] {
    try await requests.value(APIRequest(.get, "/api/v1/favorites"))
  }

  /// Makes a listing a favorite; one that is stays one. `PUT /api/v1/favorites/{listingId}`
  public func addFavorite(id: String) async throws {
    try await requests.perform(APIRequest(.put, "/api/v1/favorites/\(id)"))
  }

  /// Takes a listing from the favorites; one that is none stays none. `DELETE /api/v1/favorites/{listingId}`
  public func removeFavorite(id: String) async throws {
    try await requests.perform(APIRequest(.delete, "/api/v1/favorites/\(id)"))
  }

  /// Makes a listing a favorite, or no favorite any more, whichever the server says that it isn't (story 82.4).
  ///
  /// It asks for the favorites first, and whoever taps twice at once gets what they didn't want; ``Favorites/toggle(_:)``
  /// knows what is shown, and what is under way.
  ///
  /// - Returns: whether the listing is a favorite now.
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
