#if canImport(Security)
  import PlumblineAPIClient

  /// Keeps tokens in the Apple keychain, as the app does: in the service `three.two.bit.ppt.reality`, under the keys
  /// `accessToken` and `refreshToken`.
  ///
  /// This file compiles on Apple platforms only. The project's tests run on Linux, so it has not been run by them:
  /// try it on a device before you rely on it.
  public actor KeychainSessionStore: SessionStoring {
    private let access: KeychainTokenStore
    private let refresh: KeychainTokenStore

    /// - Parameter service: the keychain's service.
    public init(service: String = "three.two.bit.ppt.reality") {
      access = KeychainTokenStore(service: service, account: "accessToken")
      refresh = KeychainTokenStore(service: service, account: "refreshToken")
    }

    /// What was kept; nil when one of the tokens is missing.
    public func tokens() async throws -> TokenPair? {
      guard let accessToken = try await access.token(), let refreshToken = try await refresh.token() else { return nil }
      return TokenPair(accessToken: accessToken, refreshToken: refreshToken)
    }

    /// Keeps tokens in the place of those before; nil forgets them.
    public func setTokens(_ tokens: TokenPair?) async throws {
      try await access.setToken(tokens?.accessToken)
      try await refresh.setToken(tokens?.refreshToken)
    }
  }
#endif
