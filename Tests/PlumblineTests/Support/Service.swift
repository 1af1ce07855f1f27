import PhotoScoutSuite
import PlumblineContractModel
import PlumblineHTTPServer
import PlumblineMockEngine
import PlumblineVerification
import PlumblineWorkspace
import RealityPortalSuite
import TestSupport
import Testing
import TrueLogSuite

/// A service of this repository, with the suite that `plumbline` includes for it.
struct Service: Sendable, CustomTestStringConvertible {
  let suite: any CallSuite
  /// The recordings that calls instruct the mock to play, because none of their requests would select them.
  let played: Set<String>
  /// The contract and the recordings, which are loaded once. If either has a problem, every test that needs them fails.
  let library: Result<MockLibrary, any Error>

  init(_ suite: any CallSuite, played: Set<String>) {
    self.suite = suite
    self.played = played
    library = Result { try Self.load(suite.service) }
  }

  var testDescription: String { suite.service }

  static let trueLog = Service(TrueLogSuite(), played: ["server-error", "token-expired"])
  static let realityPortal = Service(RealityPortalSuite(), played: ["server-error", "too-large", "refused"])
  static let photoScout = Service(
    PhotoScoutSuite(), played: ["server-error", "without-plans", "without-conversations"])

  /// All services.
  static let all = [trueLog, realityPortal, photoScout]

  private static func load(_ name: String) throws -> MockLibrary {
    let workspace = Workspace(
      contracts: repositoryRoot.appendingPathComponent("Contracts").path, base: repositoryRoot.path)
    let service = workspace.load(name)
    let contract = try #require(service.contract, "\(service.problems)")
    return MockLibrary(contract: contract, recordings: service.recordings)
  }

  /// Returns the results of the suite against the mock.
  func verify() async throws -> [CallOutcome] {
    let library = try library.get()
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let verifier = Verifier(
      suite: suite, contract: library.contract, target: .mock(library),
      options: VerifierOptions(deadline: .seconds(3600)), server: server)
    let outcomes = try await verifier.run()
    await server.shutdown(grace: .zero)
    return outcomes
  }
}
