/// A place that keeps a session's tokens between launches.
public protocol SessionStoring: Sendable {
  /// What was kept; nil when nobody is logged in.
  func tokens() async throws -> TokenPair?
  /// Keeps tokens in the place of those before; nil forgets them.
  func setTokens(_ tokens: TokenPair?) async throws
}

/// Keeps tokens until the process ends: for tests, previews and command line tools.
public actor InMemorySessionStore: SessionStoring {
  private var current: TokenPair?

  /// A store that holds `tokens` from the start.
  public init(_ tokens: TokenPair? = nil) {
    current = tokens
  }

  /// What is kept.
  public func tokens() -> TokenPair? { current }

  /// Keeps tokens in the place of those before; nil forgets them.
  public func setTokens(_ tokens: TokenPair?) {
    current = tokens
  }
}
