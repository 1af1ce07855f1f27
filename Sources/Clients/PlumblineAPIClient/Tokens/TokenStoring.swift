/// Keeps the session's token between requests.
public protocol TokenStoring: TokenProviding {
  /// Replaces the token; `nil` removes it.
  func setToken(_ token: String?) async throws
}

/// Provides the session's token to a client, once per request.
public protocol TokenProviding: Sendable {
  /// Returns the current token; `nil` if no one is logged in.
  func token() async throws -> String?
}

/// A token store in memory, lost when the process ends: for tests, previews and command-line tools.
public actor InMemoryTokenStore: TokenStoring {
  private var current: String?

  /// Creates a store that already holds `token`.
  public init(token: String? = nil) {
    current = token
  }

  /// Returns the current token.
  public func token() -> String? { current }

  /// Replaces the token; `nil` removes it.
  public func setToken(_ token: String?) {
    current = token
  }
}
