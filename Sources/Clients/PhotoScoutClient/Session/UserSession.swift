/// The stored session: the device, and the signed-in user if there is one.
public struct UserSession: Codable, Sendable, Hashable {
  /// The device's own ID, which identifies it to the service while no one is signed in.
  public var deviceId: String
  /// The signed-in user, or `nil` if there is none.
  public var user: GoogleUser?

  /// Creates a session from a device ID and a user.
  public init(deviceId: String, user: GoogleUser? = nil) {
    self.deviceId = deviceId
    self.user = user
  }

  /// The Google user ID of the signed-in user, or the device's UUID if no one is signed in.
  public var visitorId: String { user?.id ?? deviceId }
}

/// The identity of a user, taken from an ID token. The token itself isn't kept.
public struct GoogleUser: Codable, Sendable, Hashable, Identifiable {
  /// The user's Google ID, from the token's `sub`.
  public let id: String
  /// The user's email address, if Google provided it.
  public let email: String?
  /// The name to show, if Google provided it.
  public let name: String?
  /// The URL of the profile picture, if Google provided it.
  public let picture: String?

  /// Creates a user.
  public init(id: String, email: String? = nil, name: String? = nil, picture: String? = nil) {
    self.id = id
    self.email = email
    self.name = name
    self.picture = picture
  }

  /// Creates a user from a token's claims.
  public init(_ token: IDToken) {
    self.init(id: token.subject, email: token.email, name: token.name, picture: token.picture)
  }
}
