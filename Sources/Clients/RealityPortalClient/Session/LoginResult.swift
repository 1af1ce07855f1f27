/// What a login returns.
public struct LoginResult: Decodable, Sendable, Hashable {
  /// What requests are sent with.
  public let accessToken: String
  /// What gets new tokens when the access token has expired.
  public let refreshToken: String
  /// Who logged in.
  public let user: User

  /// Takes every field.
  public init(
    accessToken: String, refreshToken: String, user: User
  ) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.user = user
  }

  /// The two tokens.
  public var tokens: TokenPair { TokenPair(accessToken: accessToken, refreshToken: refreshToken) }
}
