/// The stored session: the device, and the user if one is signed in.
public struct UserSession: Codable, Sendable, Hashable {
  /// The device's own id, which identifies it to the service while no one is signed in.
  public var deviceId: String
  /// The signed-in user; `nil` if there is none.
  public var user: GoogleUser?

  /// Creates a session from both.
  public init(deviceId: String, user: GoogleUser? = nil) {
    self.deviceId = deviceId
    self.user = user
  }

  /// The Google user id of the signed-in user, or the device's UUID.
  public var visitorId: String { user?.id ?? deviceId }
}

/// The part of an ID token that the app keeps: the user's identity. The token itself isn't kept.
public struct GoogleUser: Codable, Sendable, Hashable, Identifiable {
  /// The user's Google id: the token's `sub`.
  public let id: String
  /// The address, if Google provided it.
  public let email: String?
  /// The name to show, if Google provided it.
  public let name: String?
  /// The URL of the profile picture, if Google provided it.
  public let picture: String?

  /// Creates a value from its fields.
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
