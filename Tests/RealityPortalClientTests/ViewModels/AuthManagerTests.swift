import RealityPortalClient
import Testing

@MainActor @Suite(.timeLimit(.minutes(30))) struct AuthManagerTests {
  private let server = PortalServer()

  @Test func `a login is seen, and a logout`() async throws {
    let auth = AuthManager(try await server.client(nil))
    #expect(!auth.isAuthenticated)
    #expect(auth.currentUser == nil)
    let watchers = [Watcher { auth.isAuthenticated }, Watcher { auth.currentUser }]
    try await auth.login(email: "mara@example.com", password: "demo-password")
    #expect(watchers.map(\.changes) == [1, 1])
    #expect(auth.isAuthenticated)
    #expect(auth.currentUser?.name == "Mara Novak")
    await auth.logout()
    #expect(!auth.isAuthenticated)
    #expect(auth.currentUser == nil)
  }

  @Test func `a session that was kept is restored with its user`() async throws {
    let auth = AuthManager(try await server.client())
    #expect(auth.isAuthenticated)
    #expect(auth.currentUser == nil)
    try await auth.restoreSession()
    #expect(auth.currentUser?.id == "user-1")
  }

  @Test func `what ends or changes the session elsewhere is seen`() async throws {
    let client = try await server.client(TokenPair(accessToken: "expired", refreshToken: "refresh-1"))
    let auth = AuthManager(client)
    _ = try await client.profile.currentUser()
    try await shown { auth.currentUser?.name == "Mara Novak" }
    server[\.access] = "another"
    server[\.refresh] = "another"
    await #expect(throws: (any Error).self) { try await client.profile.currentUser() }
    try await shown { !auth.isAuthenticated && auth.currentUser == nil }
  }

  @Test func `an account that is opened is logged in to`() async throws {
    let auth = AuthManager(try await server.client(nil))
    await #expect(throws: (any Error).self) {
      try await auth.register(name: "Nina", email: "nina@example.com", password: "demo-password")
    }
    #expect(!auth.isAuthenticated, "This server opens none.")
  }

  @Test func `nothing of it is left when it isn't referenced`() async throws {
    let client = try await server.client()
    weak var gone: AuthManager?
    do {
      let auth = AuthManager(client)
      try await auth.restoreSession()
      gone = auth
    }
    #expect(gone == nil)
    await client.session.logout()
  }
}
