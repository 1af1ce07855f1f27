import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Testing

struct SuiteCoverageTests {
  @Test(arguments: Service.all)
  func `every endpoint has a call that succeeds`(service: Service) throws {
    let called = Set(service.suite.calls.filter { $0.expectation == .success }.map(\.endpoint))
    let documented = try service.library.get().contract.endpoints.map(\.id)
    #expect(documented.filter { !called.contains($0) } == [])
    #expect(called.subtracting(documented).isEmpty)
  }

  @Test(arguments: Service.all)
  func `every documented failure of every endpoint has a call that expects it`(service: Service) throws {
    var missing: [String] = []
    for endpoint in try service.library.get().contract.endpoints {
      let expected = service.suite.calls.filter { $0.endpoint == endpoint.id }.map(\.expectation)
      missing += endpoint.failures.filter { !expected.contains(.failure($0.name)) }.map { "\(endpoint.id): \($0.name)" }
    }
    #expect(missing == [])
  }

  @Test(arguments: Service.all)
  func `no call expects what its endpoint doesn't document`(service: Service) throws {
    let contract = try service.library.get().contract
    for call in service.suite.calls {
      guard case .failure(let name) = call.expectation else { continue }
      #expect(contract.endpoint(call.endpoint)?.failure(name) != nil, "\(call.endpoint): \(call.name)")
    }
  }

  @Test(arguments: Service.all)
  func `no two calls of an endpoint have one name`(service: Service) {
    let names = service.suite.calls.map { "\($0.endpoint): \($0.name)" }
    #expect(Set(names).count == names.count)
  }

  @Test(arguments: Service.all)
  func `failures are reached by data where data can`(service: Service) {
    let played = service.suite.calls.compactMap { call -> String? in
      if case .recording(let name) = call.means { name } else { nil }
    }
    #expect(Set(played) == service.played)
  }

  @Test(arguments: Service.all)
  func `every link has one check, and every case of it is gone through`(service: Service) async throws {
    let links = try service.library.get().contract.links
    #expect(service.suite.checks.map(\.link).sorted() == links.map(\.id).sorted())
    let outcomes = try await service.verify().filter { outcome in links.contains { $0.id == outcome.line.endpoint } }
    #expect(outcomes.map(\.line.name) == links.flatMap { $0.cases.map(\.title) })
    #expect(outcomes.allSatisfy { $0.line.outcome == .passed })
  }

  @Test(arguments: Service.all)
  func `every recorded success is asked for by some call`(service: Service) async throws {
    let sent = try await service.verify().flatMap(\.exchanges).map(\.request)
    let successes = try service.library.get().recordings.filter { $0.response.status < 400 }
    #expect(successes.filter { recording in !sent.contains { isLike($0, recording.request) } }.map(\.id) == [])
  }

  /// Returns a Boolean value that indicates whether two requests are equivalent.
  private func isLike(_ left: Request, _ right: Request) -> Bool {
    func query(_ request: Request) -> [String] { request.queryItems.map { "\($0.name)=\($0.value)" }.sorted() }
    func body(_ request: Request) -> JSON? { try? JSON.parse(request.body.bytes ?? []) }
    return left.method == right.method && left.path == right.path && query(left) == query(right)
      && body(left) == body(right)
  }
}
