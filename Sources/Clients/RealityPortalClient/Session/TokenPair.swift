/// The two tokens of a session.
public struct TokenPair: Codable, Sendable, Hashable {
  /// What requests are sent with.
  public let accessToken: String
  /// What gets new tokens when the access token has expired.
  public let refreshToken: String

  /// Takes every field.
  public init(
    accessToken: String, refreshToken: String
  ) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
  }
}
