/// Keeps the favorites for when there is no network.
public protocol FavoritesCaching: Sendable {
  /// What was kept; nil when nothing was.
  func favorites() async -> [Listing]?
  /// Keeps favorites in the place of those before; nil forgets them.
  func setFavorites(_ favorites: [Listing]?) async
}
