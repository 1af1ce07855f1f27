/// Who uses the app on this device, as it is kept between launches.
public struct UserSession: Codable, Sendable, Hashable {
  /// The device's own id, by which the service knows somebody who isn't signed in.
  public var deviceId: String
  /// Who is signed in; nil for nobody.
  public var user: GoogleUser?

  /// Takes both.
  public init(deviceId: String, user: GoogleUser? = nil) {
    self.deviceId = deviceId
    self.user = user
  }

  /// The Google user id of who is signed in, or the device's UUID.
  public var visitorId: String { user?.id ?? deviceId }
}

/// What the app keeps of an ID token: who signed in. The token itself isn't kept.
public struct GoogleUser: Codable, Sendable, Hashable, Identifiable {
  /// Google's id of the user: the token's `sub`.
  public let id: String
  /// The address, if Google told it.
  public let email: String?
  /// The name to show, if Google told it.
  public let name: String?
  /// Where the profile's picture is, if Google told it.
  public let picture: String?

  /// Creates a value from its fields.
  public init(id: String, email: String? = nil, name: String? = nil, picture: String? = nil) {
    self.id = id
    self.email = email
    self.name = name
    self.picture = picture
  }

  /// Takes what a token says.
  public init(_ token: IDToken) {
    self.init(id: token.subject, email: token.email, name: token.name, picture: token.picture)
  }
}
