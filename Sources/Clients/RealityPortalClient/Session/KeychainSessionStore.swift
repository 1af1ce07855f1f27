#if canImport(Security)
  import Foundation
  import PlumblineAPIClient

  /// Keeps both tokens in one item of the Apple keychain, in the service `three.two.bit.ppt.reality` under the key `session`.
  ///
  /// The item is replaced as a whole, so a process that ends in between leaves one pair or the other, never halves of two. What
  /// earlier versions kept under `accessToken` and `refreshToken` is read until tokens are set.
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

    /// The tokens that were kept; `nil` when nobody is logged in.
    public func tokens() async throws -> TokenPair? {
      if let text = try await session.token() { return try JSONDecoder().decode(TokenPair.self, from: Data(text.utf8)) }
      guard let accessToken = try await earlier.access.token(), let refreshToken = try await earlier.refresh.token()
      else { return nil }
      return TokenPair(accessToken: accessToken, refreshToken: refreshToken)
    }

    /// Keeps tokens in the place of those before; nil forgets them.
    public func setTokens(_ tokens: TokenPair?) async throws {
      if let tokens {
        let text = String(decoding: try JSONEncoder().encode(tokens), as: UTF8.self)
        try await session.setToken(text)
      }
      // Before the session is forgotten: what is left of an earlier version would be read in its place.
      try await earlier.refresh.setToken(nil)
      try await earlier.access.setToken(nil)
      if tokens == nil { try await session.setToken(nil) }
    }
  }
#endif
