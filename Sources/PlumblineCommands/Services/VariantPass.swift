import PlumblineHTTPServer
import PlumblineMockEngine
import PlumblineVerification
import Synchronization

/// Plays the variants of one service's calls, and shows how far that is.
struct VariantPass {
  let suite: any CallSuite
  let library: MockLibrary
  let options: VerifierOptions

  /// What came of the calls; of those that were done when the run was interrupted.
  func run(until interruption: Interruption, console: Console) async throws -> [VariantOutcome] {
    let server = try HTTPServer()
    // The answers are ready in memory, so that a client that takes longer hangs.
    var options = options
    options.deadline = min(options.deadline, .seconds(5))
    let verifier = VariantVerifier(suite: suite, library: library, options: options, server: server)
    let title = library.contract.title
    let total = verifier.calls.count
    let done = Done()
    let result = await Deadline.race(.seconds(86_400), until: interruption) {
      () async -> Result<[VariantOutcome], any Error> in
      do {
        return .success(
          try await verifier.run(progress: { outcome in
            let outcomes = done.add(outcome)
            let variants = outcomes.reduce(0) { $0 + $1.variants }
            console.progress(
              "\(title): variants of \(outcomes.count) of \(total) calls, \(variants) so far, \(outcome.endpoint)")
          }))
      } catch {
        return .failure(error)
      }
    }
    console.endProgress()
    await server.shutdown(grace: .zero)
    return try result?.get() ?? done.outcomes
  }

  /// The calls whose variants were all played.
  private final class Done: Sendable {
    private let state = Mutex<[VariantOutcome]>([])

    var outcomes: [VariantOutcome] { state.withLock { $0 } }

    func add(_ outcome: VariantOutcome) -> [VariantOutcome] {
      state.withLock { outcomes in
        outcomes.append(outcome)
        return outcomes
      }
    }
  }
}
