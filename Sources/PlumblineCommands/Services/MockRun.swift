import PlumblineHTTPServer
import PlumblineMockEngine
import PlumblineVerification

/// A run of the clients' calls against the mock, in separate processes if possible.
struct MockRun {
  private let surroundings: Surroundings

  init(_ surroundings: Surroundings) { self.surroundings = surroundings }

  /// Returns the outcomes of the calls of every service that has a suite.
  func outcomes(of services: [LoadedServices.Service]) async throws -> [CallOutcome] {
    let server = try HTTPServer()
    let player = surroundings.player()
    var outcomes: [CallOutcome] = []
    do {
      for service in services {
        guard let suite = surroundings.suites.first(where: { $0.service == service.contract.service }) else { continue }
        var options = VerifierOptions(today: surroundings.today)
        options.player = player
        let verifier = Verifier(
          suite: suite, contract: service.contract,
          target: .mock(MockLibrary(contract: service.contract, recordings: service.recordings)), options: options,
          server: server)
        let progress = CallProgress(
          title: service.contract.title, total: verifier.calls.count + verifier.linkRuns.count,
          console: surroundings.console)
        outcomes += try await verifier.run { progress.show($0) }
      }
    } catch {
      surroundings.console.endProgress()
      await server.shutdown()
      throw error
    }
    surroundings.console.endProgress()
    await server.shutdown()
    return outcomes
  }
}
