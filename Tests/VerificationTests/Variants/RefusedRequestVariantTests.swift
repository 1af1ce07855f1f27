import PlumblineDriftDetection
import PlumblineHTTPServer
import PlumblineMockEngine
import PlumblineVerification
import Testing

/// Variants of calls whose request the mock rejects, or whose response is a recording.
struct RefusedRequestVariantTests {
  private static func reading(_ name: String, by means: Call.Means = .data) -> Call {
    Call("books.get", name, by: means) { try await BooksClient(baseURL: $0.baseURL).book() }
  }

  /// Returns a suite's varied calls, and their results.
  private static func varied(
    _ calls: [Call], _ library: MockLibrary = Books.library
  ) async throws -> (names: [String], outcomes: [VariantOutcome]) {
    let server = try HTTPServer(configuration: .init(loops: 1))
    let verifier = VariantVerifier(
      suite: BooksSuite(calls: calls), library: library, options: VerifierOptions(deadline: .seconds(3600)),
      server: server)
    let result: Result<[VariantOutcome], any Error>
    do { result = .success(try await verifier.run(limit: 60)) } catch { result = .failure(error) }
    await server.shutdown(grace: .zero)
    return (verifier.calls.map(\.name), try result.get())
  }

  @Test func `a call whose request the contract doesn't allow has variants all the same`() async throws {
    let contract = try #require(
      Books.contract(
        replacing: #""path": { "id": { "type": "integer" } }"#,
        by: #""path": { "id": { "type": "integer", "minimum": 100 } }"#))
    let library = MockLibrary(contract: contract, recordings: [])
    let (_, outcomes) = try await Self.varied([Self.reading("reads a book")], library)
    let outcome = try #require(outcomes.first)
    #expect(outcome.reason == nil)
    #expect(outcome.variants > 20)
    #expect(!outcome.drift.contains { $0.rule == Rule.client.stricterThanContract }, "\(outcome.drift.map(\.message))")
  }

  @Test func `a call that is answered with a recording has variants where no other call of its endpoint has`()
    async throws
  {
    let recorded = Self.reading("reads a recorded book", by: .recording("success"))
    let (names, outcomes) = try await Self.varied([recorded])
    #expect(names == ["reads a recorded book"])
    #expect(outcomes.map(\.reason) == [nil])
    #expect((outcomes.first?.variants ?? 0) > 20)
    let plain = Self.reading("reads a book")
    #expect(try await Self.varied([recorded, plain]).names == ["reads a book"])
  }
}
