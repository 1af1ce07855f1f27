import PlumblineHTTPMessages
import PlumblineMockEngine
import Testing

@Suite struct ConcurrencyTests {
  @Test func `an override of five answers exactly five of many at once`() async throws {
    let session = try Shop.session(
      options: MockOptions(overrides: [Override(endpoint: "items.get", plays: .status(503), times: 5)]))
    let statuses = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<40 { group.addTask { session.send(.get, "/items/7").status } }
      return await group.reduce(into: [Int]()) { $0.append($1) }
    }
    #expect(statuses.count { $0 == 503 } == 5)
    #expect(statuses.count { $0 == 200 } == 35)
  }
}
