import PlumblineContractModel
import PlumblineHTTPServer
import PlumblineVerification
import RealityPortalSuite
import Testing

/// The reactions of Reality Portal's client to responses that it may receive in the future.
struct RealityPortalVariantTests {
  @Test func `what a registration answers makes no login fail that comes after it`() async throws {
    let library = try Service.realityPortal.library.get()
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let verifier = VariantVerifier(
      suite: RealityPortalSuite(), library: library,
      options: VerifierOptions(only: [Wildcard("auth.register")], deadline: .seconds(3600)), server: server, lanes: 2)
    let outcomes = try await verifier.run()
    await server.shutdown(grace: .zero)
    #expect(outcomes.count == 2)
    #expect(outcomes.allSatisfy { $0.reason == nil && $0.variants > 50 })
    #expect(outcomes.flatMap(\.drift).map { "\($0.rule) \($0.actual ?? "")" } == [])
  }
}
