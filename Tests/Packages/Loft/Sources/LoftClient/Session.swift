import Foundation

/// The tokens that a login or a refresh issues.
public struct Tokens: Decodable, Sendable, Equatable {
  public let accessToken: String
  public let refreshToken: String?
  /// The seconds for which the access token is valid.
  public let expiresIn: Int

  public init(accessToken: String, refreshToken: String? = nil, expiresIn: Int = 3600) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.expiresIn = expiresIn
  }

  private enum CodingKeys: String, CodingKey {
    case accessToken = "access_token"
    case refreshToken = "refresh_token"
    case expiresIn = "expires_in"
  }
}

/// The tokens of one user. Concurrent refreshes are combined, because using a refresh token twice ends the session.
public actor Session {
  private var tokens: Tokens?
  private var refresh: Task<Tokens, any Error>?

  public init(_ tokens: Tokens? = nil) { self.tokens = tokens }

  /// Returns the tokens, or `nil` if no user is logged in.
  public func current() -> Tokens? { tokens }

  /// Replaces the tokens, or forgets them if the argument is `nil`.
  public func replace(_ tokens: Tokens?) { self.tokens = tokens }

  /// Replaces rejected tokens, unless another call has done so in the meantime.
  func renewed(
    after refused: Tokens, by renew: @escaping @Sendable (String) async throws -> Tokens
  ) async throws -> Tokens {
    if let tokens, tokens != refused { return tokens }
    guard let token = refused.refreshToken else { throw LoftError.unauthorized }
    let running = refresh ?? Task { try await renew(token) }
    refresh = running
    do {
      let renewed = try await running.value
      tokens = renewed
      refresh = nil
      return renewed
    } catch {
      tokens = nil
      refresh = nil
      throw error
    }
  }
}
