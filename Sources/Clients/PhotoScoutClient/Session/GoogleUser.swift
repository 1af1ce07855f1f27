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

  /// Takes every field.
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
