import Foundation
import PlumblineAPIClient
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

  @Test func `a toggle by id does what the server says isn't so`() async throws {
    let server = PortalServer()
    let useCase = try await server.client().favoritesUseCase
    #expect(try await useCase.toggleFavorite(id: "124"))
    #expect(server[\.favorites] == ["123", "124"])
    #expect(try await !useCase.toggleFavorite(id: "123"))
    #expect(server[\.favorites] == ["124"])
  }

  @Test func `an inquiry is ready once it says something`() {
    #expect(NewInquiry(listingId: "123", message: "Free?", contactPreference: .either).isReady)
    #expect(!NewInquiry(listingId: "123", message: "", contactPreference: .either).isReady)
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

  @Test(arguments: [("124", true), ("123", false)])
  func `a heart fills and empties before the server has answered`(id: String, isFavorite: Bool) async throws {
    let server = PortalServer()
    let favorites = try await server.client().favorites
    try await favorites.load()
    server[\.held] = isFavorite ? "PUT" : "DELETE"
    let listing = try PortalServer.value(id)
    let toggling = Task { try await favorites.toggle(listing) }
    await server.gate.arrival()
    #expect(server[\.favorites] == ["123"], "The server doesn't know yet.")
    #expect(await favorites.isFavorite(id) == isFavorite)
    #expect(await favorites.favorites.contains { $0.id == id } == isFavorite)
    await server.gate.open()
    #expect(try await toggling.value == isFavorite)
    #expect(server[\.favorites].contains(id) == isFavorite)
  }

  @Test func `a list from before a change that was confirmed meanwhile doesn't undo it`() async throws {
    let server = PortalServer()
    let cache = InMemoryFavoritesCache()
    let favorites = try await server.client(cache: cache).favorites
    server[\.late] = "GET /api/v1/favorites"
    let loading = Task { try await favorites.load() }
    await server.gate.arrival()
    #expect(try await favorites.toggle(PortalServer.value("124")))
    await server.gate.open()
    #expect(try await loading.value.map(\.id) == ["123", "124"])
    #expect(await favorites.isFavorite("124"))
    #expect(await cache.favorites()?.map(\.id) == ["123", "124"])
  }

  @Test func `a heart that filled too early empties again, and what is kept never had it`() async throws {
    let server = PortalServer()
    let cache = InMemoryFavoritesCache()
    let favorites = try await server.client(cache: cache).favorites
    try await favorites.load()
    server[\.held] = "PUT"
    server[\.refusesWrites] = true
    let listing = try PortalServer.value("124")
    let toggling = Task { try await favorites.toggle(listing) }
    await server.gate.arrival()
    #expect(await favorites.isFavorite("124"))
    #expect(await cache.favorites()?.map(\.id) == ["123"])
    await server.gate.open()
    await #expect(throws: APIError.self) { try await toggling.value }
    #expect(await !favorites.isFavorite("124"))
    #expect(await cache.favorites()?.map(\.id) == ["123"])
  }

  @Test func `taps are sent in their order, and the last one stays`() async throws {
    let server = PortalServer()
    let favorites = try await server.client().favorites
    try await favorites.load()
    server[\.held] = "PUT"
    let listing = try PortalServer.value("124")
    let first = Task { try await favorites.toggle(listing) }
    await server.gate.arrival()
    let second = Task { try await favorites.toggle(listing) }
    while await favorites.isFavorite("124") { await Task.yield() }
    #expect(!server[\.sent].contains { $0.hasPrefix("DELETE") }, "One request a listing at a time.")
    await server.gate.open()
    _ = try await (first.value, second.value)
    #expect(server[\.sent].suffix(2) == ["PUT /api/v1/favorites/124", "DELETE /api/v1/favorites/124"])
    #expect(server[\.favorites] == ["123"])
    #expect(await favorites.favorites.map(\.id) == ["123"])
  }

  @Test func `a heart that fills after a logout brings nothing back`() async throws {
    let server = PortalServer()
    let cache = InMemoryFavoritesCache()
    let client = try await server.client(cache: cache)
    try await client.favorites.load()
    server[\.held] = "PUT"
    let listing = try PortalServer.value("124")
    let toggling = Task { try await client.favorites.toggle(listing) }
    await server.gate.arrival()
    await client.session.logout()
    await server.gate.open()
    _ = await toggling.result
    #expect(await client.favorites.favorites.isEmpty)
    #expect(await cache.favorites() == nil)
  }

  @Test func `a waiting tap isn't sent for the next user after a logout`() async throws {
    let server = PortalServer()
    let client = try await server.client()
    try await client.favorites.load()
    server[\.held] = "PUT"
    let listing = try PortalServer.value("124")
    let first = Task { try await client.favorites.toggle(listing) }
    await server.gate.arrival()
    let second = Task { try await client.favorites.toggle(listing) }
    while await client.favorites.isFavorite("124") { await Task.yield() }
    await client.session.logout()
    try await client.session.login(email: "mara@example.com", password: "demo-password")
    await server.gate.open()
    _ = await first.result
    await #expect(throws: CancellationError.self) { try await second.value }
    #expect(!server[\.sent].contains { $0.hasPrefix("DELETE") })
  }

  @Test func `favorites outlive the app in the user's defaults, and are shown without a network`() async throws {
    let suite = "plumbline.tests.\(UUID().uuidString)"
    defer { UserDefaults.standard.removePersistentDomain(forName: suite) }
    let server = PortalServer()
    let before = try await server.client(cache: UserDefaultsFavoritesCache(suiteName: suite)).favorites
    let loaded = try await before.load()
    server[\.isOffline] = true
    let after = try await server.client(cache: UserDefaultsFavoritesCache(suiteName: suite)).favorites
    #expect(try await after.load() == loaded)
    #expect(await after.isFavorite("123"))
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
