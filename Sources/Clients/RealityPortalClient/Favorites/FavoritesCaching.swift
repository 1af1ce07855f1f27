/// Keeps the favorites for when there is no network.
public protocol FavoritesCaching: Sendable {
  /// What was kept; nil when nothing was.
  func favorites() async -> [Listing]?
  /// Keeps favorites in the place of those before; nil forgets them.
  func setFavorites(_ favorites: [Listing]?) async
}

/// Keeps the favorites until the process ends.
public actor InMemoryFavoritesCache: FavoritesCaching {
  private var kept: [Listing]?

  /// A cache that holds `favorites` from the start.
  public init(_ favorites: [Listing]? = nil) {
    kept = favorites
  }

  /// What is kept.
  public func favorites() -> [Listing]? { kept }

  /// Keeps favorites in the place of those before; nil forgets them.
  public func setFavorites(_ favorites: [Listing]?) {
    kept = favorites
  }
}
