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
