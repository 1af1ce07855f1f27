/// A store that keeps the session's token between requests.
public protocol TokenStoring: TokenProviding {
  /// Replaces the token, or removes it if the new token is `nil`.
  func setToken(_ token: String?) async throws
}

/// A source of the session's token. A client reads the token once per request.
public protocol TokenProviding: Sendable {
  /// Returns the current token, or `nil` if no one is logged in.
  func token() async throws -> String?
}

/// A token store in memory for tests, previews, and command-line tools. Its token is lost when the process ends.
public actor InMemoryTokenStore: TokenStoring {
  private var current: String?

  /// Creates a store that already holds `token`.
  public init(token: String? = nil) {
    current = token
  }

  /// Returns the current token.
  public func token() -> String? { current }

  /// Replaces the token, or removes it if the new token is `nil`.
  public func setToken(_ token: String?) {
    current = token
  }
}
