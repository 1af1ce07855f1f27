import ContractModel
import DriftDetection
import HTTPMessages
import HTTPServer
import MockEngine
import Reporting

/// Runs a suite's calls against a target and judges each.
///
/// Every call gets a session of its own: a listener on a loopback port, behind it the mock or the proxy, and between them
/// an observer. The client is given nothing but the session's base URL, so every exchange belongs to the call that caused
/// it, and the client is never patched.
package struct Verifier: Sendable {
  private let suite: any CallSuite
  private let contract: Contract
  private let target: Target
  private let options: VerifierOptions
  private let server: HTTPServer
  private let judge: CallJudge
  private let writes: WriteRule
  private let credentials: Credentials

  package init(
    suite: any CallSuite, contract: Contract, target: Target, options: VerifierOptions, server: HTTPServer
  ) {
    self.suite = suite
    self.contract = contract
    self.target = target
    self.options = options
    self.server = server
    judge = CallJudge(contract: contract)
    writes = WriteRule(target: target, contract: contract, allowsWrites: options.allowsWrites)
    if case .server = target {
      credentials = Credentials(contract: contract, environment: options.environment)
    } else {
      credentials = Credentials(contract: contract, environment: nil)
    }
  }

  /// The suite's calls that the options ask for.
  package var calls: [Call] {
    suite.calls.filter { call in
      options.only.isEmpty
        || options.only.contains { $0.matches(call.endpoint) || $0.matches("\(call.endpoint): \(call.name)") }
    }
  }

  /// Runs the calls and gives their outcomes in the suite's order.
  ///
  /// - Parameter progress: told of each outcome as it comes.
  /// - Throws: ``Unreachable`` when the very first exchange shows that the server isn't there; ``VariableError`` when a
  ///   call can't use the value of a variable.
  package func run(progress: @Sendable (CallOutcome) -> Void = { _ in }) async throws -> [CallOutcome] {
    let calls = calls
    var outcomes = [CallOutcome?](repeating: nil, count: calls.count)
    var hasHeard = false
    let width = if case .mock = target { max(1, options.concurrency) } else { 1 }
    // After an error nothing more is started, and what is under way comes to its end: cancelling a group cancels requests,
    // and URLSession on Linux can block for ever when that happens as they end.
    var failure: (any Error)?
    await withTaskGroup(of: (Int, Result<CallOutcome, any Error>).self) { group in
      var next = 0
      func start() {
        guard next < calls.count, failure == nil else { return }
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
          if outcome.exchanges.contains(where: { $0.response != nil }) { hasHeard = true }
          if let outage = outcome.outage, !hasHeard {
            failure = failure ?? Unreachable(target: target.name, failure: outage)
          }
          outcomes[index] = outcome
          if failure == nil { progress(outcome) }
        }
        start()
      }
    }
    if let failure { throw failure }
    return outcomes.compactMap { $0 }
  }

  /// Runs one call in a session of its own.
  private func outcome(of call: Call) async throws -> CallOutcome {
    guard let endpoint = contract.endpoint(call.endpoint) else {
      return skipped(call, "the contract has no endpoint \(call.endpoint)", outcome: .failed)
    }
    if let reason = refusal(of: call, endpoint) { return skipped(call, reason) }
    if case .mock(let library) = target, let override = override(for: call),
      let problem = library.problem(with: override)
    {
      return skipped(call, problem, outcome: .failed)
    }
    let caller: Persona?
    do throws(UnknownPersona) {
      caller = try persona(of: call)
    } catch {
      return skipped(call, "\(error)", outcome: .failed)
    }
    let values: [String: String]
    do throws(Credentials.Missing) {
      values =
        try caller.map { persona throws(Credentials.Missing) in
          try credentials.values(for: persona, calling: endpoint)
        } ?? [:]
    } catch {
      return skipped(call, error.reason)
    }
    let log = ExchangeLog()
    let listener = try server.listen(
      host: "127.0.0.1", port: 0, responder: ObservingResponder(responder(for: call)) { log.append($0) })
    defer { listener.close() }
    let context = CallContext(
      baseURL: listener.baseURL, credentials: values, login: login(of: caller), variables: options.variables)
    let suite = suite
    let begin = ContinuousClock.now
    let result = await Deadline.race(options.deadline) { () async -> Result<CallResult, VariableError> in
      do {
        _ = try await call.run(context)
        return .success(.returned)
      } catch let error as VariableError {
        return .failure(error)
      } catch {
        return .success(.threw(suite.failure(of: error)))
      }
    }
    return judge.judge(
      call, of: endpoint, exchanges: log.all, result: try result?.get() ?? .hung(options.deadline),
      milliseconds: begin.duration(to: .now).milliseconds)
  }

  /// Why a call must not run against this target; `nil` when it may.
  private func refusal(of call: Call, _ endpoint: Endpoint) -> String? {
    guard case .server = target else { return nil }
    if case .recording(let name) = call.means {
      return "only the mock can be told to answer with \(name); a real server can't"
    }
    return writes.refusal(of: endpoint)
  }

  private func responder(for call: Call) -> any Responder {
    switch target {
    case .server(_, let responder): return responder
    case .mock(let library):
      let overrides = override(for: call).map { [$0] } ?? []
      return MockSession(library: library, options: MockOptions(overrides: overrides))
    }
  }

  /// What the mock is told before a call runs.
  private func override(for call: Call) -> Override? {
    guard case .recording(let name) = call.means else { return nil }
    return Override(endpoint: call.endpoint, plays: .recording(name))
  }

  /// A call names a persona that the contract doesn't have.
  private struct UnknownPersona: Error, CustomStringConvertible {
    let description: String
  }

  private func persona(of call: Call) throws(UnknownPersona) -> Persona? {
    switch call.caller {
    case .nobody: return nil
    case .first: return contract.personas.first
    case .persona(let name):
      guard let persona = contract.persona(name) else {
        throw UnknownPersona(
          description: "the contract has no persona \(name); it has "
            + contract.personas.map(\.name).joined(separator: ", "))
      }
      return persona
    }
  }

  private func login(of persona: Persona?) -> [String: String] {
    var login: [String: String] = [:]
    for (key, value) in (persona ?? contract.personas.first)?.login.map({ Array($0.members) }) ?? [] {
      login[key] = value.string
    }
    return login
  }

  private func skipped(
    _ call: Call, _ reason: String, outcome: Report.CallLine.Outcome = .skipped
  ) -> CallOutcome {
    CallOutcome(
      line: Report.CallLine(
        service: contract.service, endpoint: call.endpoint, name: call.name, outcome: outcome, reason: reason,
        milliseconds: 0))
  }
}
