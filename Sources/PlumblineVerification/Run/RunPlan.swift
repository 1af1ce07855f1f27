import PlumblineContractModel
import PlumblineHTTPServer
import PlumblineMockEngine
import PlumblineReporting

/// The plan of a run: the calls of one service's suite, the target, and the permissions and inputs.
struct RunPlan: Sendable {
  let suite: any CallSuite
  let contract: Contract
  let target: Target
  let options: VerifierOptions
  let server: HTTPServer
  let listeners: CallListeners
  let judge: CallJudge
  let writes: WriteRule
  let credentials: Credentials
  let secrets: Secrets
  let remedies: VariableRemedies

  init(
    suite: any CallSuite, contract: Contract, target: Target, options: VerifierOptions, server: HTTPServer
  ) {
    self.suite = suite
    self.contract = contract
    self.target = target
    self.options = options
    self.server = server
    listeners = CallListeners(on: server)
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

  /// A Boolean value that indicates whether a call ends only after it has received a response to each of its requests,
  /// and sends none afterwards. Clients' code gives no such guarantee.
  var awaitsResponses: Bool { suite is DirectSuite }

  /// The suite's selected calls.
  var calls: [Call] { suiteCalls.filter { isAsked($0.endpoint, $0.name) } }

  /// All calls of the suite, each with its index.
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
}

/// The callers and the stubs for calls.
extension RunPlan {
  /// Returns the stub that is installed in the mock before a call runs.
  func override(for call: Call) -> Override? {
    guard case .recording(let name) = call.means else { return nil }
    return Override(endpoint: call.endpoint, plays: .recording(name))
  }

  /// The error for a call whose persona isn't in the contract.
  struct UnknownPersona: Error, CustomStringConvertible {
    let description: String
  }

  func persona(of call: Call) throws(UnknownPersona) -> Persona? {
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

  /// Returns a persona's login values in the contract, for use on a mock.
  func login(of persona: Persona?) -> [String: String] {
    (try? Credentials(contract: contract, environment: nil).login(of: persona)) ?? [:]
  }
}

/// The outcomes of calls that aren't run.
extension RunPlan {
  func failed(_ call: Call, _ reason: String) -> CallOutcome {
    CallOutcome(line: line(call, .failed, reason))
  }

  func skipped(_ call: Call, _ reason: String) -> CallOutcome {
    CallOutcome(line: line(call, .skipped, reason))
  }

  /// Returns the outcome of a call that is skipped because of missing credentials.
  func lacking(_ call: Call, _ missing: Credentials.Missing) -> CallOutcome {
    var outcome = skipped(call, missing.reason)
    outcome.lacksCredentials = true
    return outcome
  }

  private func line(_ call: Call, _ outcome: Report.CallLine.Outcome, _ reason: String) -> Report.CallLine {
    Report.CallLine(
      service: contract.service, endpoint: call.endpoint, name: call.name, outcome: outcome, reason: reason,
      milliseconds: 0)
  }

  /// Returns the reason for skipping a call because the run was interrupted.
  static func cutShort(_ reason: String?) -> String { "the run was cut short\(reason.map { " by \($0)" } ?? "")" }
}
