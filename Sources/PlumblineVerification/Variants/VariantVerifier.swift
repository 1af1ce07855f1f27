import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPServer
import PlumblineMockEngine

/// Asks a client about every response that it may meet later: plays variants of the answers that its calls get.
///
/// A variant costs one request. There is one server and a few lanes, each a listener that is used again and again, so that
/// clients keep their connections; the calls are shared out among the lanes.
package struct VariantVerifier: Sendable {
  private let plan: RunPlan
  private let library: MockLibrary
  private let lanes: Int
  private let sample: VariantSample
  private let clock: MockClock

  /// - Parameters:
  ///   - options: its deadline holds for each variant.
  ///   - lanes: how many variants are played at once.
  ///   - sample: which variants are played; a map made from a sample has the sample's fields alone.
  ///   - clock: the mock's.
  package init(
    suite: any CallSuite, library: MockLibrary, options: VerifierOptions, server: HTTPServer, lanes: Int = 6,
    sample: VariantSample = .all, clock: MockClock = .system
  ) {
    plan = RunPlan(
      suite: suite, contract: library.contract, target: .mock(library), options: options, server: server)
    self.library = library
    self.lanes = max(1, lanes)
    self.sample = sample
    self.clock = clock
  }

  /// The calls whose answers are varied.
  package var calls: [Call] {
    let varied = Set(Self.varied(plan.suiteCalls).map(\.number))
    return plan.calls.filter { varied.contains($0.number) }
  }

  /// Returns the calls of a suite whose responses are varied: those that succeed with what they send, one of those that differ
  /// in a value; for an endpoint that has none, those that succeed with a recording that the mock plays.
  static func varied(_ calls: [Call]) -> [Call] {
    let succeeding = calls.filter(mayBeVaried)
    let plain = Set(succeeding.lazy.filter { $0.means == .data }.map(\.endpoint))
    return succeeding.filter { $0.means == .data || !plain.contains($0.endpoint) }
  }

  private static func mayBeVaried(_ call: Call) -> Bool { call.expectation == .success && !call.isAnotherValue }

  /// About how many variants each call has, in the suite's order. Each is asked for its ordinary response once.
  package func counts() async throws -> [Int] {
    let work = CallWork<Int>(calls)
    await onLanes(work) { lane, call in
      let run = VariantRun(
        plan: plan, library: library, lane: lane, call: call, sample: sample, observe: { _, _ in })
      return try await run.estimate()
    }
    return try work.result()
  }

  /// Plays the variants and returns the outcome of each call, in the suite's order.
  ///
  /// - Parameters:
  ///   - limit: how many are played for each call, the most plausible first; `nil` for all. A field with fewer gives no map of
  ///     a client's needs.
  ///   - observe: called with each variant, from any thread.
  ///   - played: called with the endpoint of each variant, from any thread.
  ///   - progress: called with each call that is done, from any thread.
  package func run(
    limit: Int? = nil,
    observe: @escaping @Sendable (Variant, VariantResult) -> Void = { _, _ in },
    played: @escaping @Sendable (String) -> Void = { _ in },
    progress: @escaping @Sendable (VariantOutcome) -> Void = { _ in }
  ) async throws -> [VariantOutcome] {
    let work = CallWork<VariantOutcome>(calls)
    await onLanes(work) { lane, call in
      var run = VariantRun(
        plan: plan, library: library, lane: lane, call: call, sample: sample,
        observe: { variant, result in
          observe(variant, result)
          played(call.endpoint)
        })
      run.limit = limit
      let outcome = try await run.run()
      progress(outcome)
      return outcome
    }
    return try work.result()
  }

  /// Shares calls out among the lanes; the first failure ends it.
  private func onLanes<Outcome: Sendable>(
    _ work: CallWork<Outcome>, _ play: @escaping @Sendable (VariantLane, Call) async throws -> Outcome
  ) async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<lanes {
        group.addTask {
          do {
            let lane = try VariantLane(server: plan.server, library: library, clock: clock)
            defer { lane.close() }
            while let (index, call) = work.take() { work.finish(index, try await play(lane, call)) }
          } catch {
            work.fail(error)
          }
        }
      }
    }
  }
}
