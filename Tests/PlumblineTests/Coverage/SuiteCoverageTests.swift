import HTTPMessages
import HTTPServer
import JSONTree
import Testing
import TrueLogSuite
import Verification

struct SuiteCoverageTests {
  @Test func `every endpoint has a call that succeeds`() throws {
    let called = Set(Suite.calls.filter { $0.expectation == .success }.map(\.endpoint))
    let documented = try TrueLog.contract.endpoints.map(\.id)
    #expect(documented.filter { !called.contains($0) } == [])
    #expect(called.subtracting(documented).isEmpty)
  }

  @Test func `every documented failure of every endpoint has a call that expects it`() throws {
    var missing: [String] = []
    for endpoint in try TrueLog.contract.endpoints {
      let expected = Suite.calls.filter { $0.endpoint == endpoint.id }.map(\.expectation)
      missing += endpoint.failures.filter { !expected.contains(.failure($0.name)) }.map { "\(endpoint.id): \($0.name)" }
    }
    #expect(missing == [])
  }

  @Test func `no call expects what its endpoint doesn't document`() throws {
    for call in Suite.calls {
      guard case .failure(let name) = call.expectation else { continue }
      #expect(try TrueLog.contract.endpoint(call.endpoint)?.failure(name) != nil, "\(call.endpoint): \(call.name)")
    }
  }

  @Test func `no two calls of an endpoint have one name`() {
    let names = Suite.calls.map { "\($0.endpoint): \($0.name)" }
    #expect(Set(names).count == names.count)
  }

  @Test func `failures are reached by data where data can`() {
    let played = Suite.calls.compactMap { call -> String? in
      if case .recording(let name) = call.means { name } else { nil }
    }
    #expect(Set(played) == ["server-error", "token-expired"])
  }

  @Test func `every recorded success is asked for by some call`() async throws {
    let library = try TrueLog.library.get()
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let verifier = Verifier(
      suite: TrueLogSuite(), contract: library.contract, target: .mock(library), options: VerifierOptions(),
      server: server)
    let outcomes = try await verifier.run()
    await server.shutdown(grace: .zero)
    let sent = outcomes.flatMap(\.exchanges).map(\.request)
    let successes = library.recordings.filter { $0.response.status < 400 }
    #expect(successes.filter { recording in !sent.contains { isLike($0, recording.request) } }.map(\.id) == [])
  }

  /// Whether two requests ask for the same.
  private func isLike(_ left: Request, _ right: Request) -> Bool {
    func query(_ request: Request) -> [String] { request.queryItems.map { "\($0.name)=\($0.value)" }.sorted() }
    func body(_ request: Request) -> JSON? { try? JSON.parse(request.body.bytes ?? []) }
    return left.method == right.method && left.path == right.path && query(left) == query(right)
      && body(left) == body(right)
  }
}
