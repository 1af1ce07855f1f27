import Foundation

/// Keeps the session in the user's defaults, as PhotoScout does: the signed-in user under the key `userId`.
///
/// That key is the documentation's (`UserDefaults.standard.set(userId, forKey: "userId")`), and it alone decides who is signed
/// in. The format of the rest, the device's id and the user's profile from Google, is ours: JSON under a separate key, which
/// counts only for the user whom it names. A session that an earlier version stored entirely under that key is read and moved.
///
/// The defaults aren't encrypted, so nothing secret belongs there: they hold the user's identity, but not the ID token. An app
/// that needs more can conform its own keychain to ``SessionStoring``.
public actor UserDefaultsSessionStore: SessionStoring {
  /// The key of the signed-in user's Google id.
  public static let userIdKey = "userId"

  /// The rest of the session, besides the user's id.
  private struct Rest: Codable {
    var deviceId: String
    /// The user's profile from Google.
    var profile: GoogleUser?
    /// The signed-in user, as an earlier version stored it.
    var user: GoogleUser?
  }

  private let defaults: UserDefaults
  private let key: String

  /// - Parameters:
  ///   - suiteName: the domain of the defaults; `nil` for the app's own.
  ///   - key: the key of the rest of the session.
  public init(suiteName: String? = nil, key: String = "photoscout.session") {
    defaults = UserDefaults(suiteName: suiteName) ?? .standard
    self.key = key
  }

  /// Returns the stored session; `nil` if there is none or it can't be read, so that the user signs in again.
  public func session() -> UserSession? {
    let rest = defaults.data(forKey: key).flatMap { try? JSONDecoder().decode(Rest.self, from: $0) }
    if let rest, let user = rest.user {
      let session = UserSession(deviceId: rest.deviceId, user: user)
      keep(session)
      return session
    }
    guard let userId = defaults.string(forKey: Self.userIdKey), !userId.isEmpty else {
      return rest.map { UserSession(deviceId: $0.deviceId) }
    }
    let profile = rest?.profile.flatMap { $0.id == userId ? $0 : nil } ?? GoogleUser(id: userId)
    let session = UserSession(deviceId: rest?.deviceId ?? UUID().uuidString, user: profile)
    // The app itself has signed in, and this device has no id yet: the new one must be stored.
    if rest == nil { keep(session) }
    return session
  }

  /// Stores a session that was found elsewhere. If that fails, it will be found there again.
  private func keep(_ session: UserSession) { try? setSession(session) }

  /// Stores a session, replacing the previous one.
  public func setSession(_ session: UserSession) throws {
    let rest = try JSONEncoder().encode(Rest(deviceId: session.deviceId, profile: session.user))
    // If the process ends between two of these, the user is signed in as before or signed out, but never with another's
    // profile.
    guard let user = session.user else {
      defaults.removeObject(forKey: Self.userIdKey)
      return defaults.set(rest, forKey: key)
    }
    defaults.set(rest, forKey: key)
    defaults.set(user.id, forKey: Self.userIdKey)
  }
}
