import PlumblineHTTPServer
import PlumblineVerification
import Testing

struct PhotoScoutVariantTests {
  @Test func `the PhotoScout client has no weakness that variants find, and needs what the committed map says`()
    async throws
  {
    let service = Service.photoScout
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let verifier = VariantVerifier(
      suite: service.suite, library: try service.library.get(), options: VerifierOptions(deadline: .seconds(3600)),
      server: server)
    let outcomes = try await verifier.run()
    await server.shutdown(grace: .zero)
    #expect(outcomes.flatMap(\.drift) == [])
    #expect(outcomes.filter { $0.reason != nil }.map(\.call) == [])
    let committed = try CommittedMap("photoscout").root
    #expect(SensitivityMap(service: "photoscout", outcomes: outcomes).json() == committed)
    let played = Set(outcomes.filter { $0.variants > 0 }.map(\.endpoint))
    #expect(played == Set(try service.library.get().contract.endpoints.map(\.id)))
  }
}
