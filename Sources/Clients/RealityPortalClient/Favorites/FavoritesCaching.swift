/// Stores the favorites for offline use.
public protocol FavoritesCaching: Sendable {
  /// Returns the cached favorites; `nil` if there are none.
  func favorites() async -> [Listing]?
  /// Stores favorites, replacing the previous ones; `nil` removes them.
  func setFavorites(_ favorites: [Listing]?) async
}

/// Keeps the favorites until the process ends.
public actor InMemoryFavoritesCache: FavoritesCaching {
  private var kept: [Listing]?

  /// Creates a cache that already holds `favorites`.
  public init(_ favorites: [Listing]? = nil) {
    kept = favorites
  }

  /// Returns the cached favorites.
  public func favorites() -> [Listing]? { kept }

  /// Stores favorites, replacing the previous ones; `nil` removes them.
  public func setFavorites(_ favorites: [Listing]?) {
    kept = favorites
  }
}
