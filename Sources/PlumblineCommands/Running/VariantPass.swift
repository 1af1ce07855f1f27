import HTTPServer
import MockEngine
import Synchronization
import Verification

/// Plays the variants of one service's calls, and shows how far that is.
struct VariantPass {
  let suite: any CallSuite
  let library: MockLibrary
  let options: VerifierOptions

  func run(console: Console) async throws -> [VariantOutcome] {
    let server = try HTTPServer()
    // The answers are ready in memory, so that a client that takes longer hangs.
    var options = options
    options.deadline = min(options.deadline, .seconds(5))
    let verifier = VariantVerifier(suite: suite, library: library, options: options, server: server)
    let title = library.contract.title
    let total = verifier.calls.count
    let done = Mutex((calls: 0, variants: 0))
    let result: Result<[VariantOutcome], any Error>
    do {
      let outcomes = try await verifier.run(progress: { outcome in
        let (calls, variants) = done.withLock { done in
          done = (done.calls + 1, done.variants + outcome.variants)
          return done
        }
        console.progress("\(title): variants of \(calls) of \(total) calls, \(variants) so far, \(outcome.endpoint)")
      })
      result = .success(outcomes)
    } catch {
      result = .failure(error)
    }
    console.endProgress()
    await server.shutdown(grace: .zero)
    return try result.get()
  }
}
