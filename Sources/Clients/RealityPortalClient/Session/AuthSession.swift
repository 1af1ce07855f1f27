import PlumblineAPIClient

/// Who is logged in. It keeps the tokens, restores them, and gets new ones when they have expired.
///
/// However many requests find out at once that the access token has expired, one refresh is sent and all of them wait for
/// it. A refresh that the server refuses ends the session; one that doesn't reach the server leaves it as it is. Whoever
/// logs out stays so, whatever is still under way.
public actor AuthSession {
  private let auth: AuthUseCase
  private let store: any SessionStoring
  private let onEnd: @Sendable () async -> Void
  private var pair: TokenPair?
  private var refresh: Task<String, any Error>?
  /// Counts logins and logouts, so that a refresh that ends after one of them changes nothing.
  private var era = 0
  /// The last change that is being kept: changes are kept one after the other, so that the last one stays.
  private var keeping: Task<Void, any Error>?
  /// What views show, without waiting.
  nonisolated let latest = LatestState(SessionState())
  /// Who is logged in; nil for guests, and as long as it isn't known after a restore.
  public private(set) var currentUser: User?

  /// - Parameters:
  ///   - auth: sends logins and refreshes.
  ///   - store: keeps the tokens between launches.
  ///   - onEnd: is told when a session ends, however it does: what belongs to it must go.
  public init(auth: AuthUseCase, store: any SessionStoring, onEnd: @escaping @Sendable () async -> Void = {}) {
    self.auth = auth
    self.store = store
    self.onEnd = onEnd
  }

  /// A Boolean value that indicates whether somebody is logged in.
  public var isAuthenticated: Bool { pair != nil }
  /// What requests are sent with; nil for guests.
  public var accessToken: String? { pair?.accessToken }

  /// Logs in, in the place of whoever was before, and keeps the tokens.
  @discardableResult
  public func login(email: String, password: String) async throws -> User {
    let result = try await auth.login(email: email, password: password)
    if pair != nil { await end() }
    era += 1
    pair = result.tokens
    currentUser = result.user
    publish()
    try await keep(result.tokens)
    return result.user
  }

  /// Opens an account and logs in to it.
  @discardableResult
  public func register(name: String, email: String, password: String) async throws -> User {
    _ = try await auth.register(name: name, email: email, password: password)
    return try await login(email: email, password: password)
  }

  /// Logs out: forgets the tokens whatever happens, and tells the server if it can be reached.
  public func logout() async {
    let token = pair?.accessToken
    await end()
    if let token { try? await auth.logout(accessToken: token) }
  }

  /// Takes over what the store kept. Who that is, ``note(_:)`` says later.
  public func restore() async throws {
    guard pair == nil, let kept = try await store.tokens(), pair == nil else { return }
    era += 1
    pair = kept
    publish()
  }

  /// Remembers who is logged in, as the server just told.
  public func note(_ user: User) {
    guard pair != nil else { return }
    currentUser = user
    publish()
  }

  /// A token to try again with, after the server refused one.
  ///
  /// - Parameter used: the token that was refused. If there is another one by now, that is it.
  /// - Throws: `APIError.unauthorized` when the session is over; what kept the refresh from the server.
  func renewedToken(after used: String) async throws -> String {
    guard let pair else { throw APIError.unauthorized }
    if pair.accessToken != used { return pair.accessToken }
    if let refresh { return try await refresh.value }
    let begun = era
    // A task of its own: whoever began it may be cancelled, and the others still wait.
    let task = Task { try await renew(pair, in: begun) }
    refresh = task
    return try await task.value
  }

  private func renew(_ pair: TokenPair, in begun: Int) async throws -> String {
    do {
      let renewed = try await auth.refresh(refreshToken: pair.refreshToken)
      guard era == begun else {
        // Nobody wants these tokens any more, so nobody shall be able to use them.
        try? await auth.logout(accessToken: renewed.accessToken)
        throw APIError.unauthorized
      }
      refresh = nil
      self.pair = renewed
      try await keep(renewed)
      return renewed.accessToken
    } catch {
      guard era == begun else { throw APIError.unauthorized }
      refresh = nil
      guard Self.isRefusal(error) else { throw error }
      await end()
      throw APIError.unauthorized
    }
  }

  /// Returns a Boolean value that indicates whether the server said that the refresh token is no good.
  private static func isRefusal(_ error: any Error) -> Bool {
    switch error {
    case APIError.unauthorized, APIError.forbidden, APIError.notFound, APIError.validationError: true
    default: false
    }
  }

  private func end() async {
    era += 1
    pair = nil
    refresh = nil
    currentUser = nil
    publish()
    try? await keep(nil)
    await onEnd()
  }

  private func publish() {
    latest.set(SessionState(isAuthenticated: isAuthenticated, user: currentUser, era: era))
  }

  private func keep(_ tokens: TokenPair?) async throws {
    let (before, store) = (keeping, store)
    let change = Task {
      _ = await before?.result
      try await store.setTokens(tokens)
    }
    keeping = change
    try await change.value
  }
}

/// A session as views show it.
struct SessionState: Sendable, Hashable {
  var isAuthenticated = false
  var user: User?
  /// Counts logins and logouts: what belongs to another era is another's.
  var era = 0
}

/// The two tokens of a session.
public struct TokenPair: Codable, Sendable, Hashable {
  /// What requests are sent with.
  public let accessToken: String
  /// What gets new tokens when the access token has expired.
  public let refreshToken: String

  /// Creates a value from its fields.
  public init(
    accessToken: String, refreshToken: String
  ) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
  }
}
