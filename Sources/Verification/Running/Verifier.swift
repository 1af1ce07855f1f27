import ContractModel
import DriftDetection
import HTTPMessages
import HTTPServer
import MockEngine
import Proxying
import Reporting

/// Runs a suite's calls against a target and judges each.
///
/// Every call gets a session of its own: a listener on a loopback port, behind it the mock or the proxy, and between them
/// an observer. The client is given nothing but the session's base URL, so every exchange belongs to the call that caused
/// it, and the client is never patched.
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

  package init(
    suite: any CallSuite, contract: Contract, target: Target, options: VerifierOptions, server: HTTPServer
  ) {
    self.suite = suite
    self.contract = contract
    self.target = target
    self.options = options
    self.server = server
    judge = CallJudge(contract: contract, today: options.today)
    writes = WriteRule(target: target, contract: contract, allowsWrites: options.allowsWrites)
    if case .server = target {
      credentials = Credentials(contract: contract, environment: options.environment)
    } else {
      credentials = Credentials(contract: contract, environment: nil)
    }
    secrets = Secrets(Secrets.spellings(of: credentials.all))
  }

  /// The suite's calls that the options ask for.
  package var calls: [Call] {
    suite.calls.filter { isAsked($0.endpoint, $0.name) }
  }

  /// Whether the options ask for a call, or for a case of a link.
  func isAsked(_ endpoint: String, _ name: String) -> Bool {
    options.only.isEmpty
      || options.only.contains { $0.matches(endpoint) || $0.matches("\(endpoint): \(name)") }
  }

  /// Runs the calls and gives their outcomes in the suite's order, then goes through the links. When the server stops
  /// answering, the calls that are left are skipped.
  ///
  /// - Parameter progress: told of each outcome as it comes.
  /// - Throws: ``Unreachable`` when outages left nothing to judge; ``VariableError`` when a call can't use the value of a
  ///   variable.
  package func run(progress: @Sendable (CallOutcome) -> Void = { _ in }) async throws -> [CallOutcome] {
    let calls = calls
    var outcomes = [CallOutcome?](repeating: nil, count: calls.count)
    var health = ServerHealth()
    let width = if case .mock = target { max(1, options.concurrency) } else { 1 }
    // After an error nothing more is started, and what is under way comes to its end: cancelling a group cancels requests,
    // and URLSession on Linux can block for ever when that happens as they end.
    var failure: (any Error)?
    await withTaskGroup(of: (Int, Result<CallOutcome, any Error>).self) { group in
      var next = 0
      func start() {
        guard next < calls.count, failure == nil, health.reasonToStop == nil else { return }
        let index = next
        next += 1
        group.addTask {
          do { return (index, .success(try await outcome(of: calls[index]))) } catch { return (index, .failure(error)) }
        }
      }
      for _ in 0..<width { start() }
      while let (index, result) = await group.next() {
        switch result {
        case .failure(let error): failure = failure ?? error
        case .success(let outcome):
          health.note(outcome)
          outcomes[index] = outcome
          if failure == nil { progress(outcome) }
        }
        start()
      }
    }
    if let failure { throw failure }
    if let outage = health.whyNothingWasJudged { throw Unreachable(target: target.name, outage: outage) }
    for index in outcomes.indices where outcomes[index] == nil {
      let outcome = skipped(calls[index], health.reasonToStop ?? "the run ended before it")
      outcomes[index] = outcome
      progress(outcome)
    }
    for run in linkRuns {
      let outcome = await outcome(of: run)
      outcomes.append(outcome)
      progress(outcome)
    }
    return outcomes.compactMap { $0 }
  }
}
