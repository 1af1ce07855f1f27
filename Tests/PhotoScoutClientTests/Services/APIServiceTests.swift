import Foundation
import PhotoScoutClient
import PlumblineAPIClient
import Synchronization
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct APIServiceTests {
  private static let plan = #"{"id":"p1","title":"Lofoten","createdAt":"2026-10-02T07:15:00Z"}"#
  private static let other = #"{"id":"p2","title":"Lisbon","createdAt":"2026-09-02T07:15:00Z","summary":null}"#

  /// A transport that responds in place of a server until it's disconnected.
  private final class Backend: Transport {
    private let isCut = Mutex(false)
    private let sent = Mutex<[URLRequest]>([])
    private let answer: @Sendable (String) -> APIResponse

    /// - Parameter answer: A closure that receives the method and the path, and returns the response.
    init(_ answer: @escaping @Sendable (String) -> APIResponse) { self.answer = answer }

    var requests: [URLRequest] { sent.withLock { $0 } }

    func cutOff(_ isCut: Bool = true) { self.isCut.withLock { $0 = isCut } }

    func send(_ request: URLRequest) async throws -> APIResponse {
      sent.withLock { $0.append(request) }
      if isCut.withLock({ $0 }) { throw URLError(.notConnectedToInternet) }
      return answer("\(request.httpMethod ?? "") \(request.url?.path ?? "")")
    }
  }

  private static func backend() -> Backend {
    Backend { line in
      switch line {
      case "GET /api/plans": .json("[\(plan),\(other)]")
      case "GET /api/plans/p1": .json(plan)
      case "DELETE /api/plans/p1": APIResponse(status: 204)
      case "GET /api/plans/gone": .json(#"{"error":"NOT_FOUND","message":"Gone."}"#, 404)
      case "GET /api/plans/forbidden": .json("<html>403 ERROR</html>", 403)
      default: .json("{}", 500)
      }
    }
  }

  private func client(
    _ backend: Backend, store: any SessionStoring = InMemorySessionStore(UserSession(deviceId: "device"))
  ) async throws -> PhotoScoutClient {
    try await PhotoScoutClient(config: .local, store: store, retries: .never, transport: backend)
  }

  /// A server whose first list of plans predates a deletion but arrives after it.
  private final class LateList: Transport {
    let asked = AsyncStream<Void>.makeStream()
    let release = AsyncStream<Void>.makeStream()
    private let lists = Mutex(0)

    func send(_ request: URLRequest) async throws -> APIResponse {
      guard request.httpMethod == "GET" else { return APIResponse(status: 204) }
      let number = lists.withLock { lists in
        lists += 1
        return lists
      }
      if number > 1 { return .json("[\(APIServiceTests.other)]") }
      asked.continuation.finish()
      for await _ in release.stream {}
      return .json("[\(APIServiceTests.plan),\(APIServiceTests.other)]")
    }
  }

  @Test func `a list from before a deletion doesn't bring the plan back`() async throws {
    let server = LateList()
    let client = try await PhotoScoutClient(
      config: .local, store: InMemorySessionStore(UserSession(deviceId: "device")), retries: .never, transport: server)
    let listing = Task { try await client.api.fetchPlans() }
    for await _ in server.asked.stream {}
    try await client.api.deletePlan(id: "p1")
    server.release.continuation.finish()
    #expect(try await listing.value.map(\.id) == ["p2"])
  }

  @Test func `requests go to the API's address and carry the visitor id`() async throws {
    let backend = Self.backend()
    let client = try await client(backend)
    #expect(try await client.api.fetchPlans().map(\.id) == ["p1", "p2"])
    let user = InMemorySessionStore(UserSession(deviceId: "device", user: GoogleUser(id: "google")))
    _ = try await self.client(backend, store: user).api.fetchPlan(id: "p1")
    let requests = backend.requests
    #expect(requests.first?.url?.absoluteString == "http://localhost:5173/api/plans")
    #expect(requests.map { $0.value(forHTTPHeaderField: "X-Visitor-Id") } == ["device", "google"])
    #expect(requests.allSatisfy { $0.value(forHTTPHeaderField: "Authorization") == nil })
    #expect(requests.allSatisfy { $0.value(forHTTPHeaderField: "X-API-Key") == nil })
  }

  @Test func `an id can't leave its segment`() async throws {
    let backend = Self.backend()
    _ = try? await client(backend).api.fetchPlan(id: "../conversations?x=#y")
    #expect(
      backend.requests.first?.url?.absoluteString
        == "http://localhost:5173/api/plans/..%2Fconversations%3Fx%3D%23y")
  }

  @Test func `offline, the last response is returned and marked as cached`() async throws {
    let backend = Self.backend()
    let client = try await client(backend)
    let plans = try await client.api.fetchPlans()
    #expect(await client.api.isOffline == false)
    backend.cutOff()
    #expect(try await client.api.fetchPlans() == plans)
    #expect(await client.api.isOffline)
    backend.cutOff(false)
    #expect(try await client.api.fetchPlans() == plans)
    #expect(await client.api.isOffline == false)
  }

  @Test func `offline, what was never asked for is a network error`() async throws {
    let backend = Self.backend()
    let client = try await client(backend)
    backend.cutOff()
    await #expect { try await client.api.fetchConversations() } throws: { error in
      guard case APIError.networkError(let inner as URLError) = error else { return false }
      return inner.code == .notConnectedToInternet
    }
    await #expect { try await client.api.deletePlan(id: "p1") } throws: { error in
      if case APIError.networkError = error { true } else { false }
    }
  }

  @Test func `a plan that was deleted doesn't come back offline`() async throws {
    let backend = Self.backend()
    let client = try await client(backend)
    _ = try await client.api.fetchPlans()
    _ = try await client.api.fetchPlan(id: "p1")
    try await client.api.deletePlan(id: "p1")
    backend.cutOff()
    #expect(try await client.api.fetchPlans().map(\.id) == ["p2"])
    await #expect(throws: APIError.self) { try await client.api.fetchPlan(id: "p1") }
  }

  @Test func `what the server refuses is never answered from the cache`() async throws {
    let cache = InMemoryAnswerCache()
    await cache.setAnswer(Data(Self.plan.utf8), for: AnswerKey(visitorId: "device", path: "/plans/gone"))
    await cache.setAnswer(Data(Self.plan.utf8), for: AnswerKey(visitorId: "device", path: "/plans/forbidden"))
    let client = try await PhotoScoutClient(
      config: .local, store: InMemorySessionStore(UserSession(deviceId: "device")), cache: cache, retries: .never,
      transport: Self.backend())
    await #expect { try await client.api.fetchPlan(id: "gone") } throws: { error in
      if case APIError.notFound = error { true } else { false }
    }
    await #expect { try await client.api.fetchPlan(id: "forbidden") } throws: { error in
      if case APIError.forbidden = error { true } else { false }
    }
  }

  @Test func `answers belong to the visitor who asked, and a sign-out forgets them`() async throws {
    let backend = Self.backend()
    let cache = InMemoryAnswerCache()
    func client(_ user: String) async throws -> PhotoScoutClient {
      try await PhotoScoutClient(
        config: .local, store: InMemorySessionStore(UserSession(deviceId: "d", user: GoogleUser(id: user))),
        cache: cache, retries: .never, transport: backend)
    }
    let ada = try await client("ada")
    _ = try await ada.api.fetchPlans()
    backend.cutOff()
    await #expect(throws: APIError.self) { try await client("ben").api.fetchPlans() }
    #expect(try await ada.api.fetchPlans().count == 2)
    try await ada.signOut()
    await #expect(throws: APIError.self) { try await client("ada").api.fetchPlans() }
  }

  @Test func `a cache keeps the latest of so many`() async {
    let cache = InMemoryAnswerCache(capacity: 2)
    let keys = ["/a", "/b", "/c"].map { AnswerKey(visitorId: "v", path: $0) }
    for key in keys { await cache.setAnswer(Data(), for: key) }
    #expect(await cache.answer(for: keys[0]) == nil)
    #expect(await cache.answer(for: keys[2]) != nil)
    await cache.setAnswer(Data([1]), for: keys[1])
    await cache.setAnswer(Data(), for: keys[0])
    #expect(await cache.answer(for: keys[1]) == Data([1]), "It was kept after the other.")
    #expect(await cache.answer(for: keys[2]) == nil)
  }

  @Test func `addresses are as documented`() {
    #expect(PhotoScoutConfig.local.webAppURL.absoluteString == "http://localhost:5173")
    #expect(PhotoScoutConfig.local.apiBaseURL.absoluteString == "http://localhost:5173/api")
  }
}
