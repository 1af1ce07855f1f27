import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineMockEngine
import PlumblineProxying
import PlumblineReporting

/// A verifier that runs one call against the target and evaluates it.
struct CallVerifier: Sendable {
  let plan: RunPlan

  var contract: Contract { plan.contract }
  var options: VerifierOptions { plan.options }
  private var target: Target { plan.target }
  private var suite: any CallSuite { plan.suite }
  private var judge: CallJudge { plan.judge }
  private var secrets: Secrets { plan.secrets }
  private var writes: WriteRule { plan.writes }
  private var credentials: Credentials { plan.credentials }

  /// Runs one call in its own session. All secrets are removed from the outcome.
  ///
  /// - Parameters:
  ///   - lookups: The values for the call, by default the given ones.
  ///   - records: The records of a run against a real server, which make it possible to undo the run.
  func outcome(
    of call: Call, lookups: VariableLookups? = nil, records: ServerRecords? = nil
  ) async -> CallOutcome {
    var outcome: CallOutcome
    do {
      outcome = try await judgedOutcome(of: call, lookups, records)
    } catch let error as VariableError {
      outcome = plan.failed(call, "\(error)")
      outcome.misuse = "\(error)"
    } catch {
      outcome = plan.failed(call, "it couldn't be run: \("\(error)".asClause)")
    }
    if outcome.line.outcome == .skipped, records != nil { outcome.line.isUndecided = hasSentChange(outcome) }
    outcome.needsCredentials =
      outcome.lacksCredentials
      || call.caller != .nobody && !(contract.endpoint(call.endpoint)?.authentication.isOptional ?? true)
    return secrets.adding(outcome.exchanges, of: contract).redact(outcome, of: contract)
  }

  private func judgedOutcome(
    of call: Call, _ given: VariableLookups?, _ records: ServerRecords?
  ) async throws -> CallOutcome {
    guard let endpoint = contract.endpoint(call.endpoint) else {
      let hint = Spelling.suggestion(for: call.endpoint, among: contract.endpoints.map(\.id))
      return plan.failed(call, "the contract has no endpoint \(call.endpoint)\(hint)")
    }
    if let problem = problem(with: call, endpoint) { return plan.failed(call, problem) }
    if let reason = refusal(of: call, endpoint) { return plan.skipped(call, reason) }
    let caller: Persona?
    do throws(RunPlan.UnknownPersona) {
      caller = try plan.persona(of: call)
    } catch {
      return plan.failed(call, "\(error)")
    }
    let keys: CallKeys
    do throws(Credentials.Missing) { keys = try self.keys(of: caller, for: endpoint) } catch {
      return plan.lacking(call, error)
    }
    let log = ExchangeLog()
    let lookups = given ?? VariableLookups(options.variables, allowsDefaults: true)
    let safeguard = safeguard(for: call, lookups, log, records)
    let listener = try plan.listeners.take(for: session(for: call, log, safeguard))
    var isQuiet = false
    defer {
      log.close()
      plan.listeners.put(back: listener, isQuiet: isQuiet)
    }
    let context = CallContext(
      baseURL: listener.baseURL, credentials: keys.values, login: keys.login, variables: options.variables,
      deadline: options.deadline, lookups: lookups, loginNeeded: keys.loginNeeded, mark: records?.mark)
    let begin = ContinuousClock.now
    let end = try await result(of: call, in: context, endpoint, log)
    isQuiet = plan.awaitsResponses && end?.result.isLeftBehind == false
    // Wait for outstanding responses: a request to a silent server times out just before the client's deadline, or
    // after it on a busy machine, and the requests of a crashed client may still get responses.
    if end?.result.isLeftBehind ?? false { _ = await Deadline.race(options.deadline) { await log.settled() } }
    if let unjudged = unjudged(call, endpoint, lookups, log, end?.result) { return unjudged }
    guard let (result, mismatch) = end else {
      var outcome = plan.skipped(call, RunPlan.cutShort(options.interruption?.reason))
      outcome.exchanges = log.all
      return outcome
    }
    let (exchanges, refusals) = (log.all, log.refused)
    let milliseconds = begin.duration(to: .now).milliseconds
    let verdict: @Sendable (CallJudge) -> CallOutcome = { judge in
      var outcome = judge.judge(
        call, of: endpoint, exchanges: exchanges, refusals: refusals, result: result, mismatch: mismatch,
        milliseconds: milliseconds)
      outcome.variables = lookups.asked
      outcome.usedValues = usedValues(of: call, lookups)
      if outcome.line.reason == nil { outcome.line.reason = log.remarks.first }
      return revised(outcome, of: call, to: endpoint, lookups, records)
    }
    var outcome = verdict(judge)
    outcome.verdict = verdict
    return outcome
  }

  /// Returns the values that a call used for its variables.
  private func usedValues(of call: Call, _ lookups: VariableLookups) -> [Report.UsedValue] {
    lookups.used.map { used in
      Report.UsedValue(
        service: contract.service, variable: used.variable, value: used.value, origin: used.origin,
        endpoints: [call.endpoint])
    }
  }

  /// Returns a Boolean value that indicates whether a call sent a request that may change something.
  func hasSentChange(_ outcome: CallOutcome) -> Bool {
    outcome.exchanges.contains { exchange in
      if case .found(let endpoint) = contract.router.route(exchange.request) { return !endpoint.isSafe }
      return ![.get, .head, .options].contains(exchange.request.method)
    }
  }

  /// The credentials that a caller sends with a request, and its login values.
  private struct CallKeys {
    let values: [String: String]
    var login: [String: String] = [:]
    /// The reason why the login values are missing. Only calls that use them are affected.
    var loginNeeded: LoginNeeded?
  }

  private func keys(of caller: Persona?, for endpoint: Endpoint) throws(Credentials.Missing) -> CallKeys {
    var login: [String: String] = [:]
    var loginNeeded: LoginNeeded?
    do throws(Credentials.Missing) {
      login = try credentials.login(of: caller)
    } catch {
      if endpoint.states.contains(where: { $0.action == .login }) { throw error }
      loginNeeded = LoginNeeded(description: error.reason)
    }
    let values = try caller.map { persona throws(Credentials.Missing) in
      try credentials.values(for: persona, calling: endpoint)
    }
    return CallKeys(values: values ?? [:], login: login, loginNeeded: loginNeeded)
  }

  /// Returns the outcome of a call that was started but lacks something it needs, or `nil` for any other call. A crash
  /// of its client is still a finding.
  private func unjudged(
    _ call: Call, _ endpoint: Endpoint, _ lookups: VariableLookups, _ log: ExchangeLog, _ result: CallResult?
  ) -> CallOutcome? {
    guard var outcome = incomplete(call, endpoint, lookups, log) else { return nil }
    outcome.exchanges = log.all
    if !outcome.exchanges.isEmpty { outcome.usedValues = usedValues(of: call, lookups) }
    guard case .crashed(let crash)? = result else { return outcome }
    outcome.drift = [judge.crash(crash, in: call, of: endpoint, outcome.exchanges)]
    outcome.line.outcome = .drifted
    return outcome
  }

  /// Returns the outcome of a call that lacks something it needs, without its exchanges.
  private func incomplete(
    _ call: Call, _ endpoint: Endpoint, _ lookups: VariableLookups, _ log: ExchangeLog
  ) -> CallOutcome? {
    if !lookups.missing.isEmpty {
      let remedy = plan.remedies.words(for: lookups.missing, at: endpoint)
      var outcome = plan.skipped(call, VariableNeeded.sentence(lookups.missing) + remedy)
      outcome.missing = lookups.missing
      return outcome
    }
    if let reason = lookups.lackedSecret {
      var outcome = plan.skipped(call, reason)
      // If the contract declares no credentials, the environment can't provide any either.
      outcome.lacksCredentials = !contract.credentials.isEmpty || !contract.personas.isEmpty
      return outcome
    }
    if let reason = lookups.unsendable { return plan.skipped(call, reason) }
    return log.withheld.first.map { plan.skipped(call, $0) }
  }

  /// Runs the client, or returns `nil` if the run is interrupted in the meantime. An unusable variable ends the run, so
  /// it is thrown.
  private func result(
    of call: Call, in context: CallContext, _ endpoint: Endpoint, _ log: ExchangeLog
  ) async throws -> (result: CallResult, mismatch: String?)? {
    // Don't interrupt a call that may change a server, because its result must be known.
    let interruption = isServer && !endpoint.isSafe ? nil : options.interruption
    var play = Play(call: call, suite: suite, context: context)
    play.answer = {
      judge.answer(of: endpoint, among: log.all) { response in
        guard case .server(let url, _) = target else { return response }
        return LocalAddresses.response(response, of: url, at: context.baseURL)
      }
    }
    switch try await options.player.play(play, until: interruption) {
    case .returned(let value): return (.returned, value.mismatch)
    case .threw(let failure): return (.threw(failure), nil)
    case .crashed(let crash): return (.crashed(crash), nil)
    case nil: return interruption?.reason == nil ? (.hung(options.deadline), nil) : nil
    }
  }

  /// Returns the safeguard in front of a real server while a call runs, or `nil` on a mock. The observer sees the
  /// server's own responses.
  private func safeguard(
    for call: Call, _ lookups: VariableLookups, _ log: ExchangeLog, _ records: ServerRecords?
  ) -> SafeguardResponder? {
    guard case .server(_, let responder) = target, let records else { return nil }
    let title = call.title
    let permission = WriteSafeguard.Permission(
      lookups: lookups, variables: suite.variables, given: options.variables,
      allowsUnknown: options.allowsUnknownWrites)
    let standIn = contract.personas.first.map { credentials.given(to: $0).credentials } ?? [:]
    let observed = ObservingResponder(responder) { exchange in
      log.append(exchange)
      records.images.note(exchange, in: contract)
      records.logins.note(exchange)
      records.recorder.note(
        exchange, call: title, isExcused: permission.isExcused || permission.allowsUnknown, standIn: standIn)
    }
    let safeguard = WriteSafeguard(
      records: records, standIn: standIn, call: title, permission: permission, isWatching: call.expectation == .success)
    return SafeguardResponder(announced(observed, for: call, log), safeguard, log: log)
  }

  /// Returns a responder that announces each request, and retries if a server asks to wait.
  private func announced(_ observed: ObservingResponder, for call: Call, _ log: ExchangeLog) -> any Responder {
    let announced = AnnouncingResponder(observed) { log.begin() }
    guard call.mayBeRepeated else { return announced }
    let interruption = options.interruption
    return PatientResponder(
      announced, contract: contract, limit: options.upstreamDeadline, clock: options.clock
    ) { log.isOver || interruption?.reason != nil }
  }

  /// Returns the responder for a call's client. The guard and the safeguard protect a real server.
  private func session(for call: Call, _ log: ExchangeLog, _ safeguard: SafeguardResponder?) -> any Responder {
    ServerPathResponder(inner(for: call, log, safeguard), contract: contract)
  }

  private func inner(for call: Call, _ log: ExchangeLog, _ safeguard: SafeguardResponder?) -> any Responder {
    switch target {
    case .server(let url, let responder):
      let inner: any Responder =
        safeguard ?? announced(ObservingResponder(responder) { log.append($0) }, for: call, log)
      let guarded = GuardedResponder(inner, rule: writes) { log.refuse($0) }
      return LocalAddresses(RedirectContainment(guarded, upstream: url), upstream: url) { log.remark($0) }
    case .mock(let library):
      let overrides = plan.override(for: call).map { [$0] } ?? []
      let session = MockSession(library: library, options: MockOptions(overrides: overrides))
      return ObservingResponder(session) { log.append($0) }
    }
  }
}

// MARK: - Before a call runs

extension CallVerifier {
  /// Returns the problem with the call itself, or `nil` if it can be evaluated.
  private func problem(with call: Call, _ endpoint: Endpoint) -> String? {
    if let misunderstanding = call.misunderstanding(of: endpoint) { return misunderstanding }
    guard case .mock(let library) = target, let override = plan.override(for: call) else { return nil }
    return library.problem(with: override)
  }

  /// Returns the reason why a call must not run against this target, or `nil` if it may.
  private func refusal(of call: Call, _ endpoint: Endpoint) -> String? {
    guard case .server = target else { return nil }
    if case .recording(let name) = call.means, call.replay == nil {
      return "only the mock can be made to respond with \(name), not a real server"
    }
    return writes.refusal(of: endpoint)
  }

  private var isServer: Bool { if case .server = target { true } else { false } }
}
