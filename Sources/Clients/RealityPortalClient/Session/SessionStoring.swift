/// Keeps a session's tokens between launches.
public protocol SessionStoring: Sendable {
  /// Returns the stored tokens; `nil` if no one is logged in.
  func tokens() async throws -> TokenPair?
  /// Stores tokens, replacing the previous ones; `nil` removes them.
  func setTokens(_ tokens: TokenPair?) async throws
}

/// Keeps tokens until the process ends: for tests, previews and command-line tools.
public actor InMemorySessionStore: SessionStoring {
  private var current: TokenPair?

  /// Creates a store that already holds `tokens`.
  public init(_ tokens: TokenPair? = nil) {
    current = tokens
  }

  /// Returns the stored tokens.
  public func tokens() -> TokenPair? { current }

  /// Stores tokens, replacing the previous ones; `nil` removes them.
  public func setTokens(_ tokens: TokenPair?) {
    current = tokens
  }
}
