import Foundation

/// The response to a login.
public struct Session: Codable, Sendable, Hashable {
  /// The bearer token for later requests.
  public let token: String
  /// The time at which the token expires, 30 days after the login.
  public let expiresAt: Date
  /// The user who logged in.
  public let user: User

  /// Creates the response to a login.
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

/// The body of a login request.
struct LoginRequest: Encodable, Sendable, Hashable {
  /// The user's email address.
  let email: String
  /// The user's password.
  let password: String

  enum CodingKeys: String, CodingKey {
    case email, password
  }
}
