import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblinePact
import PlumblineReporting

/// A verifier that sends the requests in consumers' pacts to a provider, one after another, and compares each response
/// with its pact.
///
/// On a mock, each interaction has its own session, which starts with the seeds. On a real server, the write rule
/// protects the data, and a handler at a URL sets up the states, if there is one.
package struct PactVerifier: Sendable {
  package struct Options: Sendable {
    package var allowsWrites = false
    /// The patterns of the interactions to verify, or an empty list for all of them.
    package var only: [Wildcard] = []
    /// The name of the persona that calls if no state names one, or `nil` for the first persona in the contract.
    package var persona: String?
    package var environment: [String: String] = [:]
    package var interruption: Interruption?
    /// The time of the run, in milliseconds since 1970.
    package let now: Int

    package init(now: Int) { self.now = now }
  }

  /// The outcomes of a pact's interactions.
  package struct Outcome: Sendable {
    package let pact: Pact
    package let calls: [CallOutcome]

    /// A Boolean value that indicates whether the provider honors the pact, or `nil` if nothing contradicts it but part
    /// of it wasn't verified.
    package var isKept: Bool? {
      let drift = calls.flatMap(\.drift).filter { $0.severity > .notice }
      if calls.contains(where: { $0.line.outcome == .failed }) { return false }
      if drift.contains(where: { $0.rule != Rule.pact.unverified }) { return false }
      return drift.isEmpty && !calls.isEmpty && calls.allSatisfy { $0.line.outcome != .skipped } ? true : nil
    }
  }

  private let contract: Contract
  private let target: Target
  private let states: PactStates?
  private let options: Options
  private let inspector: Inspector
  private let requests: PactRequests
  private let writes: WriteRule
  private let secrets: Secrets

  /// - Parameter states: The handler of the provider's states, or `nil` if there is none.
  package init(contract: Contract, target: Target, states: PactStates? = nil, options: Options) {
    self.contract = contract
    self.target = target
    self.states = states
    self.options = options
    let isOnMock = if case .mock = target { true } else { false }
    let credentials = Credentials(contract: contract, environment: isOnMock ? nil : options.environment)
    inspector = Inspector(contract)
    requests = PactRequests(
      contract: contract, credentials: credentials, isOnMock: isOnMock, persona: options.persona, now: options.now)
    writes = WriteRule(target: target, contract: contract, allowsWrites: options.allowsWrites)
    secrets = Secrets(credentials.all)
  }

  /// Verifies the interactions that the options select, and returns their outcomes for each pact.
  ///
  /// - Parameter progress: A closure that is called with each outcome as it becomes available.
  /// - Throws: ``Unreachable`` if nothing could be checked because of outages.
  package func run(
    _ pacts: [Pact], progress: @Sendable (CallOutcome) -> Void = { _ in }
  ) async throws(Unreachable) -> [Outcome] {
    var health = ServerHealth()
    var outcomes: [Outcome] = []
    for (pact, calls) in zip(pacts, PactCall.all(of: pacts, in: contract)) {
      var own: [CallOutcome] = []
      for call in calls where isAsked(call) {
        let reason = options.interruption?.reason.map { RunPlan.cutShort($0) } ?? health.reasonToStop
        let outcome: CallOutcome
        if let reason { outcome = skipped(call, reason) } else { outcome = await self.outcome(of: call) }
        health.note(outcome)
        progress(outcome)
        own.append(outcome)
      }
      if options.only.isEmpty { own += pact.unread.map { unread($0, of: pact) } }
      outcomes.append(Outcome(pact: pact, calls: own))
    }
    if let outage = health.whyNothingWasJudged { throw Unreachable(target: target.name, outage: outage) }
    return outcomes
  }

  private func isAsked(_ call: PactCall) -> Bool {
    options.only.isEmpty
      || options.only.contains { $0.matches(call.place) || $0.matches(call.name) || $0.matches(call.title) }
  }
}

// MARK: - One interaction

extension PactVerifier {
  /// Returns the outcome of an interaction, without secrets.
  private func outcome(of call: PactCall) async -> CallOutcome {
    guard let example = call.interaction.request.request else { return unverified(call, "its request can't be sent") }
    if let reason = refusal(of: example) { return skipped(call, reason) }
    guard let states else { return await sent(call, [:]) }
    var known: [String: JSON] = [:]
    var done: [PactInteraction.State] = []
    var failure: String?
    // Call the handler even for an interaction without a state, as Pact's own verifiers do: it may reset its data.
    let wanted = call.interaction.states.isEmpty ? [PactInteraction.State(name: "")] : call.interaction.states
    for state in wanted {
      do throws(PactStates.Failure) {
        let values = try await states.change(state, by: .setup, for: call.pact.consumer)
        known.merge(values) { _, last in last }
        done.append(state)
      } catch {
        failure = "\(Self.named(state)) wasn't set up: \(error.reason)"
        break
      }
    }
    var outcome: CallOutcome
    if let failure { outcome = unverified(call, failure) } else { outcome = await sent(call, known) }
    for state in done.reversed() {
      do throws(PactStates.Failure) {
        _ = try await states.change(state, by: .teardown, for: call.pact.consumer)
      } catch {
        outcome.line.reason = outcome.line.reason ?? "\(Self.named(state)) wasn't torn down: \(error.reason)"
      }
    }
    return outcome
  }

  private static func named(_ state: PactInteraction.State) -> String {
    state.name.isEmpty ? "its empty state" : "its state \"\(state.name)\""
  }

  /// Sends an interaction's request, and compares the response.
  ///
  /// - Parameter known: The values that the provider's state handler returned.
  private func sent(_ call: PactCall, _ known: [String: JSON]) async -> CallOutcome {
    let request: Request
    do throws(PactRequests.Refusal) {
      var random = SystemRandomNumberGenerator()
      request = try requests.request(of: call, known, using: &random)
    } catch {
      guard error.lacksCredentials else { return unverified(call, error.reason) }
      var outcome = skipped(call, error.reason)
      outcome.lacksCredentials = true
      outcome.needsCredentials = true
      return outcome
    }
    if let reason = refusal(of: request) { return skipped(call, reason) }
    let first = await send(request)
    let expected = call.interaction.response.holding(GeneratedValues(known, now: options.now))
    let asked = await askForStatus(of: call, after: first)
    let exchange = asked ?? first
    var outcome = judged(call, expected, exchange, exchange.duration?.milliseconds ?? 0)
    if asked != nil, let status = call.interaction.response.status {
      outcome.line.reason =
        "a mock lacks the provider's data, so this response was requested with Prefer: code=\(status)"
    }
    return secrets.adding([exchange], of: contract).redact(outcome, of: contract)
  }

  private func send(_ request: Request) async -> Exchange {
    let begin = ContinuousClock.now
    let answer = await responder.answer(to: request)
    return Exchange(request: request, outcome: answer.outcome, duration: begin.duration(to: .now))
  }

  /// Returns an exchange that explicitly asks a mock for the pact's status, or `nil` if that is unnecessary or if the
  /// mock has no such response.
  ///
  /// Whether an item exists or a server fails depends on the provider's data, which a pact describes in prose that no
  /// mock can interpret.
  private func askForStatus(of call: PactCall, after first: Exchange) async -> Exchange? {
    let expected = call.interaction.response
    guard case .mock = target, let status = expected.status, let response = first.response,
      !first.request.headers.contains("prefer"),
      !call.interaction.states.isEmpty || status >= 500 || [404, 409, 410].contains(status),
      PactMatching(call.pact.version).compare(expected, response).contains(where: { $0.place == "status" })
    else { return nil }
    var request = first.request
    request.headers["Prefer"] = "code=\(status)"
    let second = await send(request)
    let applied = second.response?.headers["preference-applied"] ?? ""
    return applied.contains("code=\(status)") ? second : nil
  }

  /// Returns the reason why a request must not be sent, or `nil` if it may be. The path is checked both with and
  /// without the path of the contract's servers.
  private func refusal(of request: Request) -> String? {
    writes.refusal(of: request) ?? writes.refusal(of: contract.withoutServerPath(request))
  }

  /// The provider for one interaction.
  private var responder: any Responder {
    switch target {
    case .mock(let library): ServerPathResponder(MockSession(library: library), contract: contract)
    case .server(_, let responder): GuardedResponder(responder, rule: writes) { _ in }
    }
  }

  /// - Parameter expected: The pact's response, with the values of its states.
  private func judged(
    _ call: PactCall, _ expected: PactResponse, _ exchange: Exchange, _ milliseconds: Double
  ) -> CallOutcome {
    var line = Report.CallLine(
      service: contract.service, endpoint: call.place, name: call.name, outcome: .passed, milliseconds: milliseconds)
    let mismatches = exchange.response.map { PactMatching(call.pact.version).compare(expected, $0) }
    if mismatches?.isEmpty != true, let outage = inspector.outage(of: exchange) {
      line.outcome = .failed
      line.reason = "no response: \(outage.description.asClause)"
      return CallOutcome(line: line, exchanges: [exchange], outage: outage)
    }
    let drift = PactFindings(contract: contract, call: call).drift(of: mismatches ?? [], shownBy: exchange)
    if !drift.isEmpty {
      line.outcome = .drifted
      line.reason = stateAdvice(for: call)
    }
    return CallOutcome(line: line, drift: drift, exchanges: [exchange], isJudged: true)
  }

  /// Returns advice about states that weren't set up on a real server, or `nil` if there is none to give.
  private func stateAdvice(for call: PactCall) -> String? {
    guard case .server = target, states == nil, let state = call.interaction.states.first else { return nil }
    return "its state \"\(state.name)\" wasn't set up: name the provider's state handler with --states-url"
  }
}

// MARK: - What isn't verified

extension PactVerifier {
  private func line(_ call: PactCall, _ reason: String) -> Report.CallLine {
    Report.CallLine(
      service: contract.service, endpoint: call.place, name: call.name, outcome: .skipped, reason: reason,
      milliseconds: 0)
  }

  private func skipped(_ call: PactCall, _ reason: String) -> CallOutcome { CallOutcome(line: line(call, reason)) }

  /// Returns the outcome of an interaction that couldn't be compared, for a reason that no option can resolve.
  private func unverified(_ call: PactCall, _ reason: String) -> CallOutcome {
    let finding = PactFindings(contract: contract, call: call).unverified(reason)
    return secrets.redact(CallOutcome(line: line(call, reason), drift: [finding]), of: contract)
  }

  private func unread(_ unread: Pact.Unread, of pact: Pact) -> CallOutcome {
    let request = unread.source["request"]
    let method = request?["method"]?.string?.uppercased()
    let path = method.flatMap { method in request?["path"]?.string.map { "\(method) \($0)" } }
    let place = path ?? "\(unread.kind) (not verified)"
    let name = unread.description.isEmpty ? "an interaction" : unread.description
    let line = Report.CallLine(
      service: contract.service, endpoint: place, name: name, outcome: .skipped, reason: unread.reason.asClause,
      milliseconds: 0)
    // Omit the call, so that formats with a test case per call show the finding beside the skipped one.
    let finding = Drift(
      rule: Rule.pact.unverified, service: contract.service, endpoint: place,
      message: "An interaction wasn't verified (\(pact.consumer)'s pact: \(name)): \(unread.reason.asClause).",
      contract: unread.source.location, detail: name)
    return CallOutcome(line: line, drift: [finding])
  }
}
