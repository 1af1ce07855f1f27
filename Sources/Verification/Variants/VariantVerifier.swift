import ContractModel
import DriftDetection
import HTTPServer
import MockEngine
import Synchronization

/// Asks a client about every answer that it may meet later: plays variants of the answers that its calls get.
///
/// A variant costs one request. There is one server and a few lanes, each a listener that is used again and again, so
/// that clients keep their connections; the calls are shared out among the lanes.
package struct VariantVerifier: Sendable {
  private let verifier: Verifier
  private let library: MockLibrary
  private let lanes: Int

  /// - Parameters:
  ///   - options: its deadline holds for each variant.
  ///   - lanes: how many variants are played at once.
  package init(
    suite: any CallSuite, library: MockLibrary, options: VerifierOptions, server: HTTPServer, lanes: Int = 6
  ) {
    verifier = Verifier(
      suite: suite, contract: library.contract, target: .mock(library), options: options, server: server)
    self.library = library
    self.lanes = max(1, lanes)
  }

  /// The calls whose answers are varied: those that succeed with what they send.
  package var calls: [Call] { verifier.calls.filter { $0.expectation == .success && $0.means == .data } }

  /// Plays all variants and gives what came of each call, in the suite's order.
  ///
  /// - Parameters:
  ///   - observe: told of each variant, from any thread.
  ///   - progress: told of each call that is done, from any thread.
  package func run(
    observe: @escaping @Sendable (Variant, VariantResult) -> Void = { _, _ in },
    progress: @escaping @Sendable (VariantOutcome) -> Void = { _ in }
  ) async throws -> [VariantOutcome] {
    let calls = calls
    let next = Atomic<Int>(0)
    let results = Mutex<(outcomes: [Int: VariantOutcome], failure: (any Error)?)>(([:], nil))
    let (verifier, library) = (verifier, library)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<min(lanes, max(1, calls.count)) {
        group.addTask {
          do {
            let lane = try VariantLane(server: verifier.server, library: library)
            defer { lane.close() }
            while results.withLock({ $0.failure == nil }) {
              let index = next.add(1, ordering: .relaxed).oldValue
              guard index < calls.count else { return }
              var run = VariantRun(
                verifier: verifier, library: library, lane: lane, call: calls[index], observe: observe)
              let outcome = try await run.run()
              results.withLock { $0.outcomes[index] = outcome }
              progress(outcome)
            }
          } catch {
            results.withLock { $0.failure = $0.failure ?? error }
          }
        }
      }
    }
    let (outcomes, failure) = results.withLock { ($0.outcomes, $0.failure) }
    if let failure { throw failure }
    return outcomes.sorted { $0.key < $1.key }.map(\.value)
  }
}
