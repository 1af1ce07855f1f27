import Foundation

/// What a login returns.
public struct Session: Codable, Sendable, Hashable {
  /// The bearer token of later requests.
  public let token: String
  /// When the token stops working (30 days after the login).
  public let expiresAt: Date
  /// Who logged in.
  public let user: User

  /// Takes every field.
  public init(token: String, expiresAt: Date, user: User) {
    self.token = token
    self.expiresAt = expiresAt
    self.user = user
  }

  enum CodingKeys: String, CodingKey {
    case token
    case expiresAt = "expires_at"
    case user
  }
}

/// The body of a login.
struct LoginRequest: Encodable, Sendable, Hashable {
  /// The user's address.
  let email: String
  /// The user's password.
  let password: String

  enum CodingKeys: String, CodingKey {
    case email
    case password
  }
}
