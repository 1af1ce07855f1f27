import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPServer
import PlumblineMockEngine

/// A verifier that tests a client with responses that it may encounter later: variants of the responses that its calls
/// get.
///
/// A variant costs one request. There is one server with a few lanes. Each lane is a listener that is reused, so that
/// clients keep their connections, and the calls are distributed among the lanes.
package struct VariantVerifier: Sendable {
  private let plan: RunPlan
  private let library: MockLibrary
  private let lanes: Int
  private let sample: VariantSample
  private let clock: MockClock

  /// - Parameters:
  ///   - options: The options. The deadline applies to each variant.
  ///   - lanes: The number of variants to try at once.
  ///   - sample: The variants to try. A field usage map made from a sample contains only the sample's fields.
  ///   - clock: The clock of the mock.
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

  /// The calls whose responses are varied.
  package var calls: [Call] {
    let varied = Set(Self.varied(plan.suiteCalls).map(\.number))
    return plan.calls.filter { varied.contains($0.number) }
  }

  /// Returns a suite's calls whose responses are varied: those that succeed because of their data, with only one of
  /// several that differ only in a value. For endpoints without such calls, it returns those that succeed because the
  /// mock replays a recording.
  static func varied(_ calls: [Call]) -> [Call] {
    let succeeding = calls.filter(mayBeVaried)
    let plain = Set(succeeding.lazy.filter { $0.means == .data }.map(\.endpoint))
    return succeeding.filter { $0.means == .data || !plain.contains($0.endpoint) }
  }

  private static func mayBeVaried(_ call: Call) -> Bool { call.expectation == .success && !call.isAnotherValue }

  /// Returns the approximate number of variants of each call, in the suite's order. Each call is run once to get its
  /// ordinary response.
  package func counts() async throws -> [Int] {
    let work = CallWork<Int>(calls)
    await onLanes(work) { lane, call in
      let run = VariantRun(
        plan: plan, library: library, lane: lane, call: call, sample: sample, observe: { _, _ in })
      return try await run.estimate()
    }
    return try work.result()
  }

  /// Tries the variants and returns the outcome of each call, in the suite's order.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of variants for each call, most plausible first, or `nil` for all. With a limit,
  ///     there is no field usage map.
  ///   - observe: A closure that is called with each variant, from any thread.
  ///   - played: A closure that is called with the endpoint of each variant, from any thread.
  ///   - progress: A closure that is called with each completed call, from any thread.
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

  /// Distributes calls among the lanes. The first error ends the run.
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
