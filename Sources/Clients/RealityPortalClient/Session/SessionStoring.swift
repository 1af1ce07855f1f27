/// A store that keeps a session's tokens between launches.
public protocol SessionStoring: Sendable {
  /// Returns the stored tokens, or `nil` if no one is logged in.
  func tokens() async throws -> TokenPair?
  /// Stores tokens, replacing the previous ones, or removes them if the new value is `nil`.
  func setTokens(_ tokens: TokenPair?) async throws
}

/// A session store in memory for tests, previews, and command-line tools. Its tokens are lost when the process ends.
public actor InMemorySessionStore: SessionStoring {
  private var current: TokenPair?

  /// Creates a store that already holds `tokens`.
  public init(_ tokens: TokenPair? = nil) {
    current = tokens
  }

  /// Returns the stored tokens.
  public func tokens() -> TokenPair? { current }

  /// Stores tokens, replacing the previous ones, or removes them if the new value is `nil`.
  public func setTokens(_ tokens: TokenPair?) {
    current = tokens
  }
}
