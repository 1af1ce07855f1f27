import Foundation

/// A session store in the user's defaults. As in PhotoScout, the key `userId` holds the signed-in user.
///
/// PhotoScout's documentation specifies that key (`UserDefaults.standard.set(userId, forKey: "userId")`), and it alone
/// determines who is signed in. The rest of the session, which is the device's ID and the user's Google profile, is
/// stored as JSON under a separate key. Its format is this client's own, and it applies only to the user that it names.
/// A session that an earlier version stored entirely under the separate key is read and migrated.
///
/// The defaults aren't encrypted, so they must not contain secrets. They contain the user's identity, but not the ID
/// token. An app that needs more protection can conform its own keychain wrapper to ``SessionStoring``.
public actor UserDefaultsSessionStore: SessionStoring {
  /// The key for the signed-in user's Google ID.
  public static let userIdKey = "userId"

  /// The parts of the session other than the user's ID.
  private struct Rest: Codable {
    var deviceId: String
    /// The user's profile from Google.
    var profile: GoogleUser?
    /// The signed-in user, in the format of an earlier version.
    var user: GoogleUser?
  }

  private let defaults: UserDefaults
  private let key: String

  /// Creates a store in the user's defaults.
  ///
  /// - Parameters:
  ///   - suiteName: The domain of the defaults, or `nil` for the app's own.
  ///   - key: The key for the rest of the session.
  public init(suiteName: String? = nil, key: String = "photoscout.session") {
    defaults = UserDefaults(suiteName: suiteName) ?? .standard
    self.key = key
  }

  /// Returns the stored session. Returns `nil` if there is none or it can't be read, so that the user signs in again.
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
    // The app itself signed the user in, and this device has no ID yet, so store the new ID.
    if rest == nil { keep(session) }
    return session
  }

  /// Stores a session that was found elsewhere. If this fails, the next launch finds it there again.
  private func keep(_ session: UserSession) { try? setSession(session) }

  /// Stores a session, replacing the previous one.
  public func setSession(_ session: UserSession) throws {
    let rest = try JSONEncoder().encode(Rest(deviceId: session.deviceId, profile: session.user))
    // If the process ends between two of these writes, the user is either signed in as before or signed out, but never
    // paired with another user's profile.
    guard let user = session.user else {
      defaults.removeObject(forKey: Self.userIdKey)
      return defaults.set(rest, forKey: key)
    }
    defaults.set(rest, forKey: key)
    defaults.set(user.id, forKey: Self.userIdKey)
  }
}
