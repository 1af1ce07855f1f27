import PlumblineAPIClient
import RealityPortalClient
import Testing

@MainActor @Suite(.timeLimit(.minutes(30))) struct FavoritesViewModelTests {
  private let server = PortalServer()

  private func loaded() async throws -> (RealityPortalClient, FavoritesViewModel) {
    let client = try await server.client()
    let model = FavoritesViewModel(client)
    try await model.load()
    return (client, model)
  }

  /// Taps a heart, whose request is held in transit, and then taps the same heart again to revert the first tap.
  private func twoTaps(on model: FavoritesViewModel) async throws -> [Task<Bool, any Error>] {
    server[\.held] = "PUT"
    let listing = try PortalServer.value("124")
    let first = Task { try await model.toggle(listing) }
    await server.gate.arrival()
    let second = Task { try await model.toggle(listing) }
    try await shown { !model.isFavorite("124") }
    return [first, second]
  }

  @Test func `all views see a tap at once, before the server has answered`() async throws {
    let (client, model) = try await loaded()
    let other = FavoritesViewModel(client)
    #expect(other.favorites.map(\.id) == ["123"], "What the client knows is shown from the start.")
    let watchers = [Watcher { model.isFavorite("124") }, Watcher { model.favorites.count }]
    server[\.held] = "PUT"
    let listing = try PortalServer.value("124")
    let tap = Task { try await model.toggle(listing) }
    await server.gate.arrival()
    #expect(watchers.map(\.changes) == [1, 1])
    #expect(model.isFavorite("124"))
    #expect(server[\.favorites] == ["123"])
    try await shown { other.isFavorite("124") }
    await server.gate.open()
    #expect(try await tap.value)
    #expect(model.favorites.map(\.id) == ["123", "124"])
    #expect(server[\.favorites] == ["123", "124"])
  }

  @Test(arguments: ["123", "124"])
  func `a tap that the server refuses is taken back in all views`(id: String) async throws {
    let (client, model) = try await loaded()
    let other = FavoritesViewModel(client)
    server[\.held] = id == "123" ? "DELETE" : "PUT"
    server[\.refusesWrites] = true
    let listing = try PortalServer.value(id)
    let tap = Task { try await model.toggle(listing) }
    await server.gate.arrival()
    #expect(model.isFavorite(id) == (id == "124"))
    try await shown { other.isFavorite(id) == (id == "124") }
    let watcher = Watcher { model.isFavorite(id) }
    await server.gate.open()
    await #expect(throws: APIError.self) { try await tap.value }
    #expect(watcher.changes == 1)
    #expect(model.favorites.map(\.id) == ["123"])
    try await shown { other.favorites.map(\.id) == ["123"] }
  }

  @Test func `taps count in their order, and the last one stays`() async throws {
    let (_, model) = try await loaded()
    let taps = try await twoTaps(on: model)
    await server.gate.open()
    for tap in taps { _ = try await tap.value }
    #expect(server[\.sent].suffix(2) == ["PUT /api/v1/favorites/124", "DELETE /api/v1/favorites/124"])
    #expect(model.favorites.map(\.id) == ["123"])
  }

  @Test func `what changes elsewhere is seen, a logout too`() async throws {
    let (client, model) = try await loaded()
    try await client.favorites.toggle(PortalServer.value("124"))
    try await shown { model.isFavorite("124") }
    await client.session.logout()
    try await shown { model.favorites.isEmpty }
  }

  @Test func `a tap that waits isn't sent after a logout, and shows no longer`() async throws {
    let (client, model) = try await loaded()
    let taps = try await twoTaps(on: model)
    await client.session.logout()
    try await shown { model.favorites.isEmpty }
    await server.gate.open()
    _ = await taps[0].result
    await #expect(throws: CancellationError.self) { try await taps[1].value }
    #expect(!server[\.sent].contains { $0.hasPrefix("DELETE") })
    #expect(model.favorites.isEmpty)
  }

  @Test func `nothing of it is left when it isn't referenced`() async throws {
    let client = try await server.client()
    weak var gone: FavoritesViewModel?
    do {
      let model = FavoritesViewModel(client)
      try await model.load()
      gone = model
    }
    #expect(gone == nil)
    try await client.favorites.toggle(PortalServer.value("124"))
  }

  @Test func `that it loads is shown`() async throws {
    let client = try await server.client()
    let model = FavoritesViewModel(client)
    server[\.held] = "GET /api/v1/favorites"
    let loading = Task { try await model.load() }
    try await shown { model.isLoading }
    await server.gate.open()
    try await loading.value
    #expect(!model.isLoading)
    #expect(model.isFavorite("123"))
  }
}
