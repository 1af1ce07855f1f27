import Foundation

/// Keeps the session in the user's defaults, as PhotoScout does: who is signed in under the key `userId`.
///
/// That key is the documentation's (`UserDefaults.standard.set(userId, forKey: "userId")`), and it alone decides who is
/// signed in. How the rest is kept, the device's id and what else Google told of the user, is ours: as JSON under a key of
/// its own, which counts only for the user whom it names. A session that an earlier version kept, all of it under that
/// key, is read and moved.
///
/// The defaults aren't encrypted, so nothing secret belongs there: what is kept says who signed in, and the ID token is not
/// kept. An app that wants more conforms a keychain of its own to ``SessionStoring``.
public actor UserDefaultsSessionStore: SessionStoring {
  /// Under which Google's id of who is signed in lies.
  public static let userIdKey = "userId"

  /// What is kept beside the user's id.
  private struct Rest: Codable {
    var deviceId: String
    /// What Google told of the user.
    var profile: GoogleUser?
    /// Who is signed in, as an earlier version kept it.
    var user: GoogleUser?
  }

  private let defaults: UserDefaults
  private let key: String

  /// - Parameters:
  ///   - suiteName: the defaults' domain; nil for the app's own.
  ///   - key: under which the rest of the session is kept.
  public init(suiteName: String? = nil, key: String = "photoscout.session") {
    defaults = UserDefaults(suiteName: suiteName) ?? .standard
    self.key = key
  }

  /// What was kept; nil also when it can't be read: then the user signs in again.
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
    // The app itself has signed in, and this device has no id yet: it is to keep the one that it gets.
    if rest == nil { keep(session) }
    return session
  }

  /// Keeps what was found elsewhere. Where that can't be done, it is found there again.
  private func keep(_ session: UserSession) { try? setSession(session) }

  /// Keeps a session in the place of the one before.
  public func setSession(_ session: UserSession) throws {
    let rest = try JSONEncoder().encode(Rest(deviceId: session.deviceId, profile: session.user))
    // Who is cut off between two of these is signed in as before, or signed out: never as one with another's profile.
    guard let user = session.user else {
      defaults.removeObject(forKey: Self.userIdKey)
      return defaults.set(rest, forKey: key)
    }
    defaults.set(rest, forKey: key)
    defaults.set(user.id, forKey: Self.userIdKey)
  }
}
