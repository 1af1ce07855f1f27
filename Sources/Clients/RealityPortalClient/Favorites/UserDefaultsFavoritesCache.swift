import Foundation
import PlumblineAPIClient

/// Keeps the favorites in the user's defaults, between launches.
public actor UserDefaultsFavoritesCache: FavoritesCaching {
  private let defaults: UserDefaults
  private let key: String

  /// - Parameters:
  ///   - suiteName: the defaults' domain; nil for the app's own.
  ///   - key: under which the favorites are kept.
  public init(suiteName: String? = nil, key: String = "realityportal.favorites") {
    defaults = UserDefaults(suiteName: suiteName) ?? .standard
    self.key = key
  }

  /// What was kept; nil also when it can't be read: then the server is asked again.
  public func favorites() -> [Listing]? {
    defaults.data(forKey: key).flatMap { try? JSONCoding.decoder().decode([Listing].self, from: $0) }
  }

  /// Keeps favorites in the place of those before; nil forgets them.
  public func setFavorites(_ favorites: [Listing]?) {
    guard let favorites, let data = try? JSONCoding.encoder().encode(favorites) else {
      return defaults.removeObject(forKey: key)
    }
    defaults.set(data, forKey: key)
  }
}
