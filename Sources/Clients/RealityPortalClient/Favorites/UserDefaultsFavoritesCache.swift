import Foundation
import PlumblineAPIClient

/// A cache that keeps the favorites in the user's defaults between launches.
public actor UserDefaultsFavoritesCache: FavoritesCaching {
  private let defaults: UserDefaults
  private let key: String

  /// Creates a cache in the user's defaults.
  ///
  /// - Parameters:
  ///   - suiteName: The domain of the defaults, or `nil` for the app's own.
  ///   - key: The key for the favorites in the defaults.
  public init(suiteName: String? = nil, key: String = "realityportal.favorites") {
    defaults = UserDefaults(suiteName: suiteName) ?? .standard
    self.key = key
  }

  /// Returns the cached favorites. Returns `nil` if there are none or they can't be read, so that they are loaded from
  /// the server.
  public func favorites() -> [Listing]? {
    defaults.data(forKey: key).flatMap { try? JSONCoding.decoder().decode([Listing].self, from: $0) }
  }

  /// Stores favorites, replacing the previous ones, or removes them if the new value is `nil`.
  public func setFavorites(_ favorites: [Listing]?) {
    guard let favorites, let data = try? JSONCoding.encoder().encode(favorites) else {
      return defaults.removeObject(forKey: key)
    }
    defaults.set(data, forKey: key)
  }
}
