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
