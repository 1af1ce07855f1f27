/// A place that keeps a session's tokens between launches.
public protocol SessionStoring: Sendable {
  /// What was kept; nil when nobody is logged in.
  func tokens() async throws -> TokenPair?
  /// Keeps tokens in the place of those before; nil forgets them.
  func setTokens(_ tokens: TokenPair?) async throws
}
