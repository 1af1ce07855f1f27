#if canImport(Security)
  import Foundation
  import PlumblineAPIClient

  /// Keeps both tokens in one item of the Apple keychain, in the service `three.two.bit.ppt.reality` under the key `session`.
  ///
  /// The item is replaced as a whole, so a process that ends in between leaves one pair or the other, never a mix. Tokens that
  /// earlier versions stored under `accessToken` and `refreshToken` are read until tokens are set.
  ///
  /// This file compiles on Apple platforms only. The project's tests run on Linux, so it has not been run by them:
  /// try it on a device before you rely on it.
  public actor KeychainSessionStore: SessionStoring {
    private let session: KeychainTokenStore
    private let earlier: (access: KeychainTokenStore, refresh: KeychainTokenStore)

    /// - Parameter service: the keychain's service.
    public init(service: String = "three.two.bit.ppt.reality") {
      session = KeychainTokenStore(service: service, account: "session")
      earlier = (
        KeychainTokenStore(service: service, account: "accessToken"),
        KeychainTokenStore(service: service, account: "refreshToken")
      )
    }

    /// Returns the stored tokens; `nil` if no one is logged in.
    public func tokens() async throws -> TokenPair? {
      if let text = try await session.token() { return try JSONDecoder().decode(TokenPair.self, from: Data(text.utf8)) }
      guard let accessToken = try await earlier.access.token(), let refreshToken = try await earlier.refresh.token()
      else { return nil }
      return TokenPair(accessToken: accessToken, refreshToken: refreshToken)
    }

    /// Stores tokens, replacing the previous ones; `nil` removes them.
    public func setTokens(_ tokens: TokenPair?) async throws {
      if let tokens {
        let text = String(decoding: try JSONEncoder().encode(tokens), as: UTF8.self)
        try await session.setToken(text)
      }
      // Removed before the session: otherwise the leftovers of an earlier version would be read instead.
      try await earlier.refresh.setToken(nil)
      try await earlier.access.setToken(nil)
      if tokens == nil { try await session.setToken(nil) }
    }
  }
#endif
