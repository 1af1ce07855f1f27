import Foundation
import PlumblineAPIClient
import RealityPortalClient
import Testing

/// Races between two operations. Each test holds a request until the other operation has finished.
@Suite struct SessionRaceTests {
  private let expired = TokenPair(accessToken: "expired", refreshToken: "refresh-1")
  private let refresh = "POST /api/v1/auth/refresh"

  @Test func `many waiting calls send one request, and all get its refusal`() async throws {
    let server = PortalServer()
    server[\.held] = refresh
    let store = InMemorySessionStore(TokenPair(accessToken: "expired", refreshToken: "expired"))
    let client = try await server.client(store: store)
    let tasks = (0..<20).map { _ in Task { try await client.profile.currentUser() } }
    await server.gate.arrival()
    await server.gate.open()
    for task in tasks {
      let result = await task.result
      #expect(throws: (any Error).self) { try result.get() }
    }
    #expect(server[\.sent].count { $0 == refresh } == 1)
    #expect(await store.tokens() == nil)
    #expect(await !client.session.isAuthenticated)
  }

  @Test func `a logout while tokens are renewed stays one, here and on the server`() async throws {
    let server = PortalServer()
    server[\.held] = refresh
    let store = InMemorySessionStore(expired)
    let client = try await server.client(store: store)
    let reading = Task { try await client.profile.currentUser() }
    await server.gate.arrival()
    await client.session.logout()
    await server.gate.open()
    await #expect(throws: APIError.self) { try await reading.value }
    #expect(await client.session.accessToken == nil)
    #expect(await store.tokens() == nil)
    #expect(server[\.refreshes] == 1)
    #expect(server[\.ended] == ["expired", "access-2"])
  }

  @Test func `a login while tokens are renewed is the one that stays`() async throws {
    let server = PortalServer()
    server[\.held] = refresh
    let store = InMemorySessionStore(expired)
    let client = try await server.client(store: store)
    let reading = Task { try await client.profile.currentUser() }
    await server.gate.arrival()
    try await client.session.login(email: "mara@example.com", password: "demo-password")
    await server.gate.open()
    await #expect(throws: APIError.self) { try await reading.value }
    #expect(await client.session.accessToken == "access-1")
    #expect(await store.tokens() == TokenPair(accessToken: "access-1", refreshToken: "refresh-1"))
  }

  @Test func `a caller that stops waiting for new tokens doesn't cancel them for others`() async throws {
    let server = PortalServer()
    server[\.held] = refresh
    let client = try await server.client(expired)
    let first = Task { try await client.profile.currentUser() }
    await server.gate.arrival()
    let second = Task { try await client.profile.currentUser() }
    first.cancel()
    await server.gate.open()
    #expect(try await second.value.id == "user-1")
    _ = await first.result
    #expect(server[\.refreshes] == 1)
  }

  @Test func `a store that is slow to keep new tokens doesn't keep them after a logout`() async throws {
    let server = PortalServer()
    let store = SlowStore(expired)
    let client = try await server.client(store: store)
    let reading = Task { try await client.profile.currentUser() }
    await store.gate.arrival()
    let leaving = Task { await client.session.logout() }
    await store.gate.open()
    await leaving.value
    _ = await reading.result
    #expect(await store.tokens() == nil)
    #expect(await client.session.accessToken == nil)
  }
}

/// A store that saves tokens only once its gate is open.
private actor SlowStore: SessionStoring {
  nonisolated let gate = Gate()
  private var kept: TokenPair?

  init(_ tokens: TokenPair?) { kept = tokens }

  func tokens() -> TokenPair? { kept }

  func setTokens(_ tokens: TokenPair?) async throws {
    await gate.pass()
    kept = tokens
  }
}
