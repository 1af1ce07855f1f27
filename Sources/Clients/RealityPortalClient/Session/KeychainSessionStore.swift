#if canImport(Security)
  import Foundation
  import PlumblineAPIClient

  /// A session store that keeps both tokens in one item of the Apple keychain, with the service
  /// `three.two.bit.ppt.reality` and the account `session`.
  ///
  /// The item is replaced as a whole, so if the process ends midway, either the old pair or the new one remains, never
  /// a mix. Tokens that earlier versions stored under `accessToken` and `refreshToken` are read until new tokens are
  /// stored.
  ///
  /// This file compiles only on Apple platforms, and the project's tests run on Linux, so they don't cover it. Try it
  /// on a device before you rely on it.
  public actor KeychainSessionStore: SessionStoring {
    private let session: KeychainTokenStore
    private let earlier: (access: KeychainTokenStore, refresh: KeychainTokenStore)

    /// Creates a store in the keychain.
    ///
    /// - Parameter service: The service of the keychain item.
    public init(service: String = "three.two.bit.ppt.reality") {
      session = KeychainTokenStore(service: service, account: "session")
      earlier = (
        KeychainTokenStore(service: service, account: "accessToken"),
        KeychainTokenStore(service: service, account: "refreshToken")
      )
    }

    /// Returns the stored tokens, or `nil` if no one is logged in.
    public func tokens() async throws -> TokenPair? {
      if let text = try await session.token() { return try JSONDecoder().decode(TokenPair.self, from: Data(text.utf8)) }
      guard let accessToken = try await earlier.access.token(), let refreshToken = try await earlier.refresh.token()
      else { return nil }
      return TokenPair(accessToken: accessToken, refreshToken: refreshToken)
    }

    /// Stores tokens, replacing the previous ones, or removes them if the new value is `nil`.
    public func setTokens(_ tokens: TokenPair?) async throws {
      if let tokens {
        let text = String(decoding: try JSONEncoder().encode(tokens), as: UTF8.self)
        try await session.setToken(text)
      }
      // Remove an earlier version's tokens before the session. Otherwise, they would be read instead.
      try await earlier.refresh.setToken(nil)
      try await earlier.access.setToken(nil)
      if tokens == nil { try await session.setToken(nil) }
    }
  }
#endif
