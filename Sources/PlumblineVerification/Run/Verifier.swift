import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineProxying

/// A verifier that runs a suite's calls against a target and evaluates each of them.
///
/// Every call gets its own session: a listener on a loopback port (``CallListeners``), the mock or the proxy behind it,
/// and an observer in between. The client gets only the session's base URL, so each exchange can be attributed to the
/// call that caused it, without patching the client.
package struct Verifier: Sendable {
  private let plan: RunPlan

  package init(
    suite: any CallSuite, contract: Contract, target: Target, options: VerifierOptions, server: HTTPServer
  ) {
    plan = RunPlan(suite: suite, contract: contract, target: target, options: options, server: server)
  }

  /// The suite's selected calls.
  package var calls: [Call] { plan.calls }

  /// The link cases that the options select.
  package var linkRuns: [LinkRun] { plan.linkRuns }

  /// Runs the calls and returns their outcomes in the suite's order, then checks the links. If the server stops
  /// responding, the remaining calls are skipped.
  ///
  /// - Parameter progress: A closure that is called with each outcome as soon as it is known.
  /// - Throws: ``Unreachable`` if nothing could be checked because of outages.
  package func run(progress: @Sendable (CallOutcome) -> Void = { _ in }) async throws(Unreachable) -> [CallOutcome] {
    defer { plan.listeners.close() }
    let options = plan.options
    if case .server(_, let responder) = plan.target {
      let guarded = GuardedResponder(responder, rule: plan.writes) { _ in }
      let logins = LoginHistory(contract: plan.contract, credentials: plan.credentials)
      let noted = ObservingResponder(guarded) { logins.note($0) }
      let items = ItemClient(contract: plan.contract, responder: noted, clock: options.clock)
      let run = ServerRun(plan, items: items, logins: logins)
      return try await run.outcomes(progress: progress)
    }
    let calls = plan.calls
    let verifier = CallVerifier(plan: plan)
    let judgement = RunJudgement(plan: plan)
    var pass = CallPass(calls.indices.map { $0 }, count: calls.count, interruption: options.interruption)
    await pass.run(width: options.concurrency ?? 4, { await verifier.outcome(of: calls[$0]) }, progress: progress)
    var outcomes = judgement.whole(pass, calls, progress: progress)
    for run in plan.linkRuns {
      let outcome = await LinkVerifier(plan: plan).outcome(of: run)
      outcomes.append(outcome)
      progress(outcome)
    }
    return judgement.concluded(outcomes)
  }
}
