/// A place that keeps the session's token between requests.
public protocol TokenStoring: TokenProviding {
  /// Replaces the token; nil removes it.
  func setToken(_ token: String?) async throws
}
