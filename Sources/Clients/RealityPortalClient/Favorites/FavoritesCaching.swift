/// A cache of the favorites for offline use.
public protocol FavoritesCaching: Sendable {
  /// Returns the cached favorites, or `nil` if there are none.
  func favorites() async -> [Listing]?
  /// Stores favorites, replacing the previous ones, or removes them if the new value is `nil`.
  func setFavorites(_ favorites: [Listing]?) async
}

/// An in-memory cache that keeps the favorites until the process ends.
public actor InMemoryFavoritesCache: FavoritesCaching {
  private var kept: [Listing]?

  /// Creates a cache that already holds `favorites`.
  public init(_ favorites: [Listing]? = nil) {
    kept = favorites
  }

  /// Returns the cached favorites.
  public func favorites() -> [Listing]? { kept }

  /// Stores favorites, replacing the previous ones, or removes them if the new value is `nil`.
  public func setFavorites(_ favorites: [Listing]?) {
    kept = favorites
  }
}
