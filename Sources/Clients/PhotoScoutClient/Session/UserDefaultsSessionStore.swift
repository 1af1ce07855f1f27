import Foundation

/// Keeps the session in the user's defaults, as PhotoScout does.
///
/// They aren't encrypted, so nothing secret belongs there: what is kept says who signed in, and the ID token is not kept.
/// An app that wants more conforms a keychain of its own to ``SessionStoring``.
public actor UserDefaultsSessionStore: SessionStoring {
  private let defaults: UserDefaults
  private let key: String

  /// - Parameters:
  ///   - suiteName: the defaults' domain; nil for the app's own.
  ///   - key: under which the session is kept.
  public init(suiteName: String? = nil, key: String = "photoscout.session") {
    defaults = UserDefaults(suiteName: suiteName) ?? .standard
    self.key = key
  }

  /// What was kept; nil also when it can't be read: then the user signs in again.
  public func session() -> UserSession? {
    defaults.data(forKey: key).flatMap { try? JSONDecoder().decode(UserSession.self, from: $0) }
  }

  /// Keeps a session in the place of the one before.
  public func setSession(_ session: UserSession) throws {
    defaults.set(try JSONEncoder().encode(session), forKey: key)
  }
}
