import PlumblineAPIClient

/// The login state. It keeps the tokens, restores them, and refreshes them when they have expired.
///
/// If several requests find that the access token has expired, a single refresh is sent and all of them wait for it. If
/// the server rejects the refresh, the session ends. If the refresh doesn't reach the server, the session stays as it
/// is. A logout is final, whatever is still in flight.
public actor AuthSession {
  private let auth: AuthUseCase
  private let store: any SessionStoring
  private let onEnd: @Sendable () async -> Void
  private var pair: TokenPair?
  private var refresh: Task<String, any Error>?
  /// The number of logins and logouts. It prevents a refresh from changing anything if it completes after one of them.
  private var era = 0
  /// The most recent write to the store. Writes run in order, one at a time, so the last one wins.
  private var keeping: Task<Void, any Error>?
  /// The state for views, which they can read without waiting.
  nonisolated let latest = LatestState(SessionState())
  /// The logged-in user, or `nil` for guests and, after a restore, until the user is loaded.
  public private(set) var currentUser: User?

  /// Creates a session without a user.
  ///
  /// - Parameters:
  ///   - auth: The use case that sends logins and refreshes.
  ///   - store: The store that keeps the tokens between launches.
  ///   - onEnd: A closure that is called whenever a session ends, to clear its data.
  public init(auth: AuthUseCase, store: any SessionStoring, onEnd: @escaping @Sendable () async -> Void = {}) {
    self.auth = auth
    self.store = store
    self.onEnd = onEnd
  }

  /// A Boolean value that indicates whether a user is logged in.
  public var isAuthenticated: Bool { pair != nil }
  /// The access token for requests, or `nil` for guests.
  public var accessToken: String? { pair?.accessToken }

  /// Logs in, replacing any previous session, and stores the tokens.
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

  /// Creates an account and logs in to it.
  @discardableResult
  public func register(name: String, email: String, password: String) async throws -> User {
    _ = try await auth.register(name: name, email: email, password: password)
    return try await login(email: email, password: password)
  }

  /// Logs out. Removes the tokens in any case, and notifies the server if it can be reached.
  public func logout() async {
    let token = pair?.accessToken
    await end()
    if let token { try? await auth.logout(accessToken: token) }
  }

  /// Restores the stored session. ``note(_:)`` sets the user later.
  public func restore() async throws {
    guard pair == nil, let kept = try await store.tokens(), pair == nil else { return }
    era += 1
    pair = kept
    publish()
  }

  /// Sets the user that the server just returned.
  public func note(_ user: User) {
    guard pair != nil else { return }
    currentUser = user
    publish()
  }

  /// Returns a token for a second attempt after the server rejected one.
  ///
  /// - Parameter used: The rejected token. If it has been replaced since, the new one is returned.
  /// - Throws: `APIError.unauthorized` if the session is over, or the error that prevented the refresh from reaching
  ///   the server.
  func renewedToken(after used: String) async throws -> String {
    guard let pair else { throw APIError.unauthorized }
    if pair.accessToken != used { return pair.accessToken }
    if let refresh { return try await refresh.value }
    let begun = era
    // Refresh in a separate task, because the caller that started the refresh may be canceled while others still wait
    // for it.
    let task = Task { try await renew(pair, in: begun) }
    refresh = task
    return try await task.value
  }

  private func renew(_ pair: TokenPair, in begun: Int) async throws -> String {
    do {
      let renewed = try await auth.refresh(refreshToken: pair.refreshToken)
      guard era == begun else {
        // The session has ended in the meantime, so revoke the new tokens.
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

  /// Returns a Boolean value that indicates whether the server rejected the refresh token.
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
  /// The number of logins and logouts. State from before the last of them belongs to another session.
  var era = 0
}

/// The two tokens of a session.
public struct TokenPair: Codable, Sendable, Hashable {
  /// The token that authorizes requests.
  public let accessToken: String
  /// The token to exchange for new tokens when the access token has expired.
  public let refreshToken: String

  /// Creates a pair of tokens.
  public init(
    accessToken: String, refreshToken: String
  ) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
  }
}
