import Observation

/// The login state as views show it, observable as story 82.5 requires.
///
///     @State private var auth = AuthManager(client)
///     …
///     if auth.isAuthenticated { Profile(auth.currentUser) } else { LoginOrRegister() }
///
/// When the session ends, through a logout or a rejected request, all views that hold a manager are notified
/// immediately. The tokens stay in ``AuthSession``.
@MainActor @Observable
public final class AuthManager {
  /// A Boolean value that indicates whether a user is logged in.
  public private(set) var isAuthenticated: Bool
  /// The logged-in user, or `nil` for guests and, after a restore without a network, until the user is loaded.
  public private(set) var currentUser: User?

  @ObservationIgnored private let client: RealityPortalClient
  @ObservationIgnored private var following: Task<Void, Never>?

  /// Creates a manager that follows the session of a client.
  public init(_ client: RealityPortalClient) {
    self.client = client
    let changes = client.session.latest.changes()
    let state = client.session.latest.state
    isAuthenticated = state.isAuthenticated
    currentUser = state.user
    following = Task { [weak self] in
      for await _ in changes { self?.show() }
    }
  }

  deinit {
    following?.cancel()
  }

  /// Logs in. See ``AuthSession/login(email:password:)``.
  public func login(email: String, password: String) async throws {
    defer { show() }
    try await client.session.login(email: email, password: password)
  }

  /// Creates an account and logs in to it. See ``AuthSession/register(name:email:password:)``.
  public func register(name: String, email: String, password: String) async throws {
    defer { show() }
    try await client.session.register(name: name, email: email, password: password)
  }

  /// Logs out, even if the server can't be reached.
  public func logout() async {
    await client.session.logout()
    show()
  }

  /// Restores the stored session. See ``RealityPortalClient/restoreSession()``.
  public func restoreSession() async throws {
    defer { show() }
    try await client.restoreSession()
  }

  private func show() {
    let state = client.session.latest.state
    if state.isAuthenticated != isAuthenticated { isAuthenticated = state.isAuthenticated }
    if state.user != currentUser { currentUser = state.user }
  }
}
