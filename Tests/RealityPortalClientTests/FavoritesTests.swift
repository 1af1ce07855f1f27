import APIClient
import Foundation
import RealityPortalClient
import Testing

@Suite struct FavoritesTests {
  @Test func `a toggle adds, the next one removes`() async throws {
    let server = PortalServer()
    let favorites = try await server.client().favorites
    try await favorites.load()
    let listing = try PortalServer.value("124")
    #expect(try await favorites.toggle(listing))
    #expect(server[\.favorites] == ["123", "124"])
    #expect(try await !favorites.toggle(listing))
    #expect(server[\.favorites] == ["123"])
    #expect(await favorites.favorites.map(\.id) == ["123"])
  }

  @Test(arguments: ["123", "124"])
  func `a toggle that fails is put back`(id: String) async throws {
    let server = PortalServer()
    let favorites = try await server.client().favorites
    try await favorites.load()
    server[\.refusesWrites] = true
    let listing = try PortalServer.value(id)
    await #expect(throws: APIError.self) { try await favorites.toggle(listing) }
    #expect(await favorites.favorites.map(\.id) == ["123"])
    server[\.isOffline] = true
    await #expect(throws: APIError.self) { try await favorites.toggle(listing) }
    #expect(await favorites.favorites.map(\.id) == ["123"])
  }

  @Test func `without a network, what was kept is shown`() async throws {
    let server = PortalServer()
    let cache = InMemoryFavoritesCache()
    try await server.client(cache: cache).favorites.load()
    server[\.isOffline] = true
    let later = try await server.client(cache: cache).favorites
    #expect(try await later.load().map(\.id) == ["123"])
    let empty = try await server.client().favorites
    await #expect(throws: APIError.self) { try await empty.load() }
  }

  @Test func `a logout forgets the favorites, those on disk too`() async throws {
    let server = PortalServer()
    let cache = InMemoryFavoritesCache()
    let client = try await server.client(cache: cache)
    try await client.favorites.load()
    await client.session.logout()
    #expect(await client.favorites.favorites.isEmpty)
    #expect(await cache.favorites() == nil)
  }
}
