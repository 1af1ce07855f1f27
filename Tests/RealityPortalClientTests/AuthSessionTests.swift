import Foundation
import PlumblineAPIClient
import RealityPortalClient
import Testing

@Suite struct AuthSessionTests {
  private let expired = TokenPair(accessToken: "expired", refreshToken: "refresh-1")

  @Test func `many requests with an expired token are refreshed once`() async throws {
    let server = PortalServer()
    let store = InMemorySessionStore(expired)
    let client = try await server.client(store: store)
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<20 { group.addTask { try await client.profile.currentUser().name } }
      for try await name in group { #expect(name == "Mara Novak") }
    }
    #expect(server[\.refreshes] == 1)
    #expect(await store.tokens() == TokenPair(accessToken: "access-2", refreshToken: "refresh-2"))
  }

  @Test func `a refresh that the server refuses logs out`() async throws {
    let server = PortalServer()
    let store = InMemorySessionStore(TokenPair(accessToken: "expired", refreshToken: "expired"))
    let client = try await server.client(store: store)
    await #expect(throws: APIError.self) { try await client.profile.currentUser() }
    #expect(await !client.session.isAuthenticated)
    #expect(await store.tokens() == nil)
    #expect(server[\.refreshes] == 0)
    await #expect(throws: AuthError.loginRequired) { try await client.profile.currentUser() }
  }

  @Test func `a refresh that fails otherwise leaves the session alone`() async throws {
    let server = PortalServer()
    server[\.refreshStatus] = 503
    let client = try await server.client(expired)
    await #expect(throws: APIError.self) { try await client.profile.currentUser() }
    #expect(await client.session.isAuthenticated)
    server[\.refreshStatus] = 200
    #expect(try await client.profile.currentUser().id == "user-1")
  }

  @Test func `a guest is asked to log in`() async throws {
    let server = PortalServer()
    let client = try await server.client(nil)
    await #expect(throws: AuthError.loginRequired) { try await client.favoritesUseCase.getFavorites() }
    #expect(!server[\.sent].contains("POST /api/v1/auth/refresh"))
  }

  @Test func `a login keeps both tokens, a logout forgets them and notifies the server`() async throws {
    let server = PortalServer()
    let store = InMemorySessionStore()
    let client = try await server.client(store: store)
    try await client.session.login(email: "mara@example.com", password: "demo-password")
    #expect(await client.session.currentUser?.name == "Mara Novak")
    #expect(await store.tokens() == TokenPair(accessToken: "access-1", refreshToken: "refresh-1"))
    await client.session.logout()
    #expect(await store.tokens() == nil)
    #expect(await client.session.currentUser == nil)
    #expect(server[\.sent].last == "POST /api/v1/auth/logout")
  }

  @Test func `a session is restored, offline too`() async throws {
    let server = PortalServer()
    let client = try await server.client()
    server[\.isOffline] = true
    try await client.restoreSession()
    #expect(await client.session.isAuthenticated)
    #expect(await client.session.currentUser == nil)
    server[\.isOffline] = false
    try await client.restoreSession()
    #expect(await client.session.currentUser?.id == "user-1")
  }

  @Test func `a device token is sent in lower-case hexadecimal digits`() {
    #expect(PushUseCase.text(of: Data([0x00, 0x0F, 0xAB, 0xFF])) == "000fabff")
  }
}
