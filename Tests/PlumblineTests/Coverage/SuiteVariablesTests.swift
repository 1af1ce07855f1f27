import HTTPServer
import Testing
import TrueLogSuite
import Verification

struct SuiteVariablesTests {
  @Test func `every variable that a call asks for is listed, and no other`() async throws {
    let library = try TrueLog.library.get()
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let verifier = Verifier(
      suite: TrueLogSuite(), contract: library.contract, target: .mock(library), options: VerifierOptions(),
      server: server)
    let asked = Set(try await verifier.run().flatMap(\.variables))
    await server.shutdown(grace: .zero)
    #expect(TrueLogSuite().variables.map(\.name).sorted() == asked.sorted())
  }
}
