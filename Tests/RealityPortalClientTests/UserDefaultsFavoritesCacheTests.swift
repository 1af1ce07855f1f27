import Foundation
import RealityPortalClient
import Testing

@Suite struct UserDefaultsFavoritesCacheTests {
  private func withSuite(_ work: (String) async throws -> Void) async throws {
    let suite = "plumbline.tests.\(UUID().uuidString)"
    defer { UserDefaults.standard.removePersistentDomain(forName: suite) }
    try await work(suite)
  }

  @Test func `the defaults keep favorites as they were, in their order`() async throws {
    try await withSuite { suite in
      let cache = UserDefaultsFavoritesCache(suiteName: suite)
      #expect(await cache.favorites() == nil)
      let listings = try ["124", "123", "126"].map(PortalServer.value)
      await cache.setFavorites(listings)
      #expect(await UserDefaultsFavoritesCache(suiteName: suite).favorites() == listings)
    }
  }

  @Test func `no favorites are kept as none, which is more than nothing`() async throws {
    try await withSuite { suite in
      let cache = UserDefaultsFavoritesCache(suiteName: suite)
      await cache.setFavorites([])
      #expect(await UserDefaultsFavoritesCache(suiteName: suite).favorites() == [])
      await cache.setFavorites(nil)
      #expect(await UserDefaultsFavoritesCache(suiteName: suite).favorites() == nil)
    }
  }

  @Test func `keys don't meet`() async throws {
    try await withSuite { suite in
      await UserDefaultsFavoritesCache(suiteName: suite, key: "one").setFavorites([try PortalServer.value("123")])
      #expect(await UserDefaultsFavoritesCache(suiteName: suite, key: "other").favorites() == nil)
    }
  }

  @Test(arguments: ["", "{}", "[{}]", "[1", #"[{"id":7}]"#])
  func `what can't be read counts as nothing, so that the server is asked`(text: String) async throws {
    try await withSuite { suite in
      let defaults = try #require(UserDefaults(suiteName: suite))
      defaults.set(Data(text.utf8), forKey: "realityportal.favorites")
      #expect(await UserDefaultsFavoritesCache(suiteName: suite).favorites() == nil)
      defaults.set("text instead of data", forKey: "realityportal.favorites")
      #expect(await UserDefaultsFavoritesCache(suiteName: suite).favorites() == nil)
    }
  }
}
