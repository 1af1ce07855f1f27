import Foundation
import PlumblineAPIClient

/// Login and logout as single requests. ``AuthSession`` keeps their results.
public struct AuthUseCase: Sendable {
  private struct LoginRequest: Encodable, Sendable {
    let email: String
    let password: String
  }

  private struct Registration: Encodable, Sendable {
    let name: String
    let email: String
    let password: String
  }

  let api: APIClient

  /// Logs in. `POST /api/v1/auth/login`
  ///
  /// - Throws: ``AuthError/invalidCredentials``, or an `APIError`.
  public func login(email: String, password: String) async throws -> LoginResult {
    let body = LoginRequest(email: email, password: password)
    do {
      return try await api.send(APIRequest(.post, "/api/v1/auth/login", body: body, sendsToken: false)) {
        try $0.bare($1)
      }
    } catch APIError.unauthorized {
      throw AuthError.invalidCredentials
    }
  }

  /// Creates an account without logging in. `POST /api/v1/auth/register`
  public func register(name: String, email: String, password: String) async throws -> User {
    let body = Registration(name: name, email: email, password: password)
    return try await api.send(APIRequest(.post, "/api/v1/auth/register", body: body, sendsToken: false)) {
      try $0.bare($1)
    }
  }

  /// Exchanges the refresh token for new tokens, and thereby invalidates the previous ones. `POST /api/v1/auth/refresh`
  public func refresh(refreshToken: String) async throws -> TokenPair {
    try await api.send(APIRequest(.post, "/api/v1/auth/refresh").authorized(by: refreshToken)) { try $0.bare($1) }
  }

  /// Ends a session on the server. `POST /api/v1/auth/logout`
  public func logout(accessToken: String) async throws {
    try await api.send(APIRequest(.post, "/api/v1/auth/logout").authorized(by: accessToken)) { try $0.checkStatus($1) }
  }
}

/// The response to a login.
public struct LoginResult: Decodable, Sendable, Hashable {
  /// The token that authorizes requests.
  public let accessToken: String
  /// The token to exchange for new tokens when the access token has expired.
  public let refreshToken: String
  /// The user who logged in.
  public let user: User

  /// Creates the response to a login.
  public init(
    accessToken: String, refreshToken: String, user: User
  ) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.user = user
  }

  /// Both tokens as a pair.
  public var tokens: TokenPair { TokenPair(accessToken: accessToken, refreshToken: refreshToken) }
}

/// An authentication error that `APIError` doesn't cover.
public enum AuthError: LocalizedError, Sendable, Hashable {
  /// No account has this email and password.
  case invalidCredentials
  /// A guest requested something that requires a login.
  case loginRequired

  /// The message to show to the user.
  public var errorDescription: String? {
    switch self {
    case .invalidCredentials: "The email or the password is wrong."
    case .loginRequired: "Log in to go on."
    }
  }
}
