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
