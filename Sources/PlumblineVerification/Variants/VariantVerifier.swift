import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPServer
import PlumblineMockEngine

/// Asks a client about every answer that it may meet later: plays variants of the answers that its calls get.
///
/// A variant costs one request. There is one server and a few lanes, each a listener that is used again and again, so
/// that clients keep their connections; the calls are shared out among the lanes.
package struct VariantVerifier: Sendable {
  private let verifier: Verifier
  private let library: MockLibrary
  private let lanes: Int
  private let sample: VariantSample

  /// - Parameters:
  ///   - options: its deadline holds for each variant.
  ///   - lanes: how many variants are played at once.
  ///   - sample: which variants are played; a map made from a sample has the sample's fields alone.
  package init(
    suite: any CallSuite, library: MockLibrary, options: VerifierOptions, server: HTTPServer, lanes: Int = 6,
    sample: VariantSample = .all
  ) {
    verifier = Verifier(
      suite: suite, contract: library.contract, target: .mock(library), options: options, server: server)
    self.library = library
    self.lanes = max(1, lanes)
    self.sample = sample
  }

  /// The calls whose answers are varied: those that succeed with what they send, one of those that differ in a value.
  package var calls: [Call] { verifier.calls.filter(Self.isVaried) }

  static func isVaried(_ call: Call) -> Bool {
    call.expectation == .success && call.means == .data && !call.isAnotherValue
  }

  /// Plays all variants and gives what came of each call, in the suite's order.
  ///
  /// - Parameters:
  ///   - observe: told of each variant, from any thread.
  ///   - progress: told of each call that is done, from any thread.
  package func run(
    observe: @escaping @Sendable (Variant, VariantResult) -> Void = { _, _ in },
    progress: @escaping @Sendable (VariantOutcome) -> Void = { _ in }
  ) async throws -> [VariantOutcome] {
    let work = CallWork<VariantOutcome>(calls)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<lanes {
        group.addTask {
          do {
            try await play(work, observe: observe, progress: progress)
          } catch {
            work.fail(error)
          }
        }
      }
    }
    return try work.result()
  }

  /// Plays the variants of call after call on one lane.
  private func play(
    _ work: CallWork<VariantOutcome>, observe: @escaping @Sendable (Variant, VariantResult) -> Void,
    progress: @Sendable (VariantOutcome) -> Void
  ) async throws {
    let lane = try VariantLane(server: verifier.server, library: library)
    defer { lane.close() }
    while let (index, call) = work.take() {
      var run = VariantRun(
        verifier: verifier, library: library, lane: lane, call: call, sample: sample, observe: observe)
      let outcome = try await run.run()
      work.finish(index, outcome)
      progress(outcome)
    }
  }
}
