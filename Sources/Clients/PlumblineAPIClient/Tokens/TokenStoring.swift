/// A place that keeps the session's token between requests.
public protocol TokenStoring: TokenProviding {
  /// Replaces the token; nil removes it.
  func setToken(_ token: String?) async throws
}

/// Where a client gets the session's token from, once for each request.
public protocol TokenProviding: Sendable {
  /// The current token; nil when nobody is logged in.
  func token() async throws -> String?
}

/// A token store that forgets everything when the process ends: for tests, previews and command line tools.
public actor InMemoryTokenStore: TokenStoring {
  private var current: String?

  /// A store that holds `token` from the start.
  public init(token: String? = nil) {
    current = token
  }

  /// The current token.
  public func token() -> String? { current }

  /// Replaces the token; nil removes it.
  public func setToken(_ token: String?) {
    current = token
  }
}
