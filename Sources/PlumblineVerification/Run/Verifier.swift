import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineMockEngine
import PlumblineProxying
import PlumblineReporting

/// Runs a suite's calls against a target and judges each.
///
/// Every call gets its own session: a listener on a loopback port, the mock or the proxy behind it, and an observer in between.
/// The client gets only the session's base URL, so each exchange belongs to the call that caused it, and the client is never
/// patched.
package struct Verifier: Sendable {
  let suite: any CallSuite
  let contract: Contract
  let target: Target
  let options: VerifierOptions
  let server: HTTPServer
  let judge: CallJudge
  let writes: WriteRule
  let credentials: Credentials
  let secrets: Secrets
  let remedies: VariableRemedies

  package init(
    suite: any CallSuite, contract: Contract, target: Target, options: VerifierOptions, server: HTTPServer
  ) {
    self.suite = suite
    self.contract = contract
    self.target = target
    self.options = options
    self.server = server
    let isMocked = if case .mock = target { true } else { false }
    judge = CallJudge(contract: contract, today: options.today, isMocked: isMocked)
    writes = WriteRule(target: target, contract: contract, allowsWrites: options.allowsWrites)
    if case .server = target {
      credentials = Credentials(contract: contract, environment: options.environment)
    } else {
      credentials = Credentials(contract: contract, environment: nil)
    }
    secrets = Secrets(credentials.all)
    remedies = VariableRemedies(suite, contract)
  }

  /// The suite's selected calls.
  package var calls: [Call] { suiteCalls.filter { isAsked($0.endpoint, $0.name) } }

  /// All calls of the suite, each with its number.
  var suiteCalls: [Call] {
    var calls = suite.calls
    for number in calls.indices { calls[number].number = number }
    return calls
  }

  /// Returns a Boolean value that indicates whether a call, or a case of a link, is selected.
  func isAsked(_ endpoint: String, _ name: String) -> Bool {
    options.only.isEmpty
      || options.only.contains { $0.matches(endpoint) || $0.matches(name) || $0.matches("\(endpoint): \(name)") }
  }

  /// Runs the calls and returns their outcomes in the suite's order, then goes through the links. When the server stops
  /// answering, the remaining calls are skipped.
  ///
  /// - Parameter progress: called with each outcome as soon as it is known.
  /// - Throws: ``Unreachable`` when outages left nothing to judge.
  package func run(progress: @Sendable (CallOutcome) -> Void = { _ in }) async throws(Unreachable) -> [CallOutcome] {
    if case .server(_, let responder) = target {
      let guarded = GuardedResponder(responder, rule: writes) { _ in }
      let logins = LoginHistory(contract: contract, credentials: credentials)
      let noted = ObservingResponder(guarded) { logins.note($0) }
      let run = ServerRun(
        self, items: ItemClient(contract: contract, responder: noted, clock: options.clock), logins: logins)
      return try await run.outcomes(progress: progress)
    }
    let calls = calls
    var pass = CallPass(calls.indices.map { $0 }, count: calls.count, interruption: options.interruption)
    await pass.run(width: options.concurrency ?? 4, { await outcome(of: calls[$0]) }, progress: progress)
    var outcomes = whole(pass, calls, progress: progress)
    for run in linkRuns {
      let outcome = await outcome(of: run)
      outcomes.append(outcome)
      progress(outcome)
    }
    return concluded(outcomes)
  }

  /// Returns the outcomes in the suite's order; calls that didn't run are marked as skipped.
  func whole(_ pass: CallPass, _ calls: [Call], progress: @Sendable (CallOutcome) -> Void) -> [CallOutcome] {
    calls.indices.map { index in
      if let outcome = pass.outcomes[index] { return outcome }
      let reason = options.interruption?.reason.map(Self.cutShort) ?? pass.health.reasonToStop
      let outcome = skipped(calls[index], reason ?? "the run ended before it")
      progress(outcome)
      return outcome
    }
  }
}

/// One pass over some of a run's calls, several at a time, until the server is gone or the run ends.
struct CallPass: Sendable {
  private let indices: [Int]
  private let interruption: Interruption?
  /// The outcome of each call of the run; `nil` for those that were not run.
  var outcomes: [CallOutcome?]
  var health = ServerHealth()

  /// - Parameters:
  ///   - indices: the calls of this pass, in their order.
  ///   - count: the number of calls in the run.
  init(_ indices: [Int], count: Int, interruption: Interruption?) {
    self.indices = indices
    self.interruption = interruption
    outcomes = Array(repeating: nil, count: count)
  }

  /// Runs the calls.
  mutating func run(
    width: Int, _ body: @escaping @Sendable (Int) async -> CallOutcome, progress: @Sendable (CallOutcome) -> Void
  ) async {
    var (health, outcomes) = (health, outcomes)
    await withTaskGroup(of: (Int, CallOutcome).self) { group in
      var next = 0
      func start() {
        guard next < indices.count, health.reasonToStop == nil, interruption?.reason == nil else { return }
        let index = indices[next]
        next += 1
        group.addTask {
          // Not a single expression: Swift 6.3 with -O has been observed to drop the index.
          let outcome = await body(index)
          return (index, outcome)
        }
      }
      for _ in 0..<max(1, width) { start() }
      while let (index, outcome) = await group.next() {
        health.note(outcome)
        outcomes[index] = outcome
        progress(outcome)
        start()
      }
    }
    (self.health, self.outcomes) = (health, outcomes)
  }
}
