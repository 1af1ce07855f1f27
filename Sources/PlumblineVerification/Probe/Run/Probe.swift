import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineRecordings
import PlumblineReporting

/// A probe that determines which documented endpoints a server has, without changing any of its data.
///
/// Everything that it sends is a ``HarmlessRequest``, one at a time. It sends OPTIONS, GET and HEAD and, only with the
/// user's permission, malformed writes to missing items and bodies that never complete. To learn what a response means
/// on this server, it sends the same request to two sibling paths that can't exist; a difference between the responses
/// is evidence.
///
/// ```
/// OPTIONS /api/v2/tickets/1987654321/comments/1987654321            200 OK, Allow: PUT DELETE OPTIONS   exists
/// OPTIONS /api/v2/tickets/1987654321/plumbline-nonsense/1987654321  404 Not Found
/// ```
package struct Probe: Sendable {
  package let contract: Contract
  package let base: BaseURL
  let recordings: [Recording]
  let options: ProbeOptions
  let clock: ProbeClock
  let exchange: @Sendable (HarmlessRequest) async -> Exchange
  let interruption: Interruption?
  let credentials: Credentials
  /// The reason why the contract allows only OPTIONS, GET and HEAD, or `nil` if other requests may be sent with the
  /// user's permission.
  package let writesForbidden: String?
  /// A Boolean value that indicates whether the user permits more than OPTIONS, GET and HEAD.
  package var allowsWrites: Bool { options.allowsWrites }
  /// A Boolean value that indicates whether bodies can be left unfinished on the connection to this server.
  let leavesBodiesUnfinished: Bool
  /// The names of the variables for `--var`.
  package let names: VariableNames
  /// The values of variables, by name. Names that aren't known stay as given.
  package var variables: [String: String] { options.variables }

  /// The maximum time that a body remains unfinished before its connection is reset.
  package static let patienceWithBodies = Duration.seconds(2)

  /// - Parameters:
  ///   - recordings: The source of identifiers that neither a list nor an option provides.
  ///   - unfinished: A closure that sends a request whose body stays shorter than the announced length and then resets
  ///     its connection, or `nil` if that can't be done.
  ///   - exchange: A closure that prepends the server's base URL to the target and sends the request.
  package init(
    contract: Contract, base: BaseURL, recordings: [Recording] = [], options: ProbeOptions = ProbeOptions(),
    clock: ProbeClock, interruption: Interruption? = nil,
    unfinished: (@Sendable (Request, Int) async -> Exchange)? = nil,
    exchange: @escaping @Sendable (Request) async -> Exchange
  ) {
    self.contract = contract
    self.base = base
    self.recordings = recordings
    names = VariableNames(contract)
    var known = options
    known.variables = options.variables(by: names)
    self.options = known
    self.clock = clock
    leavesBodiesUnfinished = unfinished != nil
    self.exchange = { harmless in
      let request = harmless.request
      let cancelled = TransportFailure(kind: .cancelled, message: "The run was cut short.")
      guard interruption?.reason == nil else { return Exchange(request: request, outcome: .failure(cancelled)) }
      // The exchange has its own time limit. This one is only here to stop waiting when the run is interrupted.
      return await Deadline.race(options.deadline + .seconds(120), until: interruption) {
        guard let promised = harmless.promised else { return await exchange(request) }
        return await unfinished?(request, promised) ?? Exchange(request: request, outcome: .failure(cancelled))
      } ?? Exchange(request: request, outcome: .failure(cancelled))
    }
    self.interruption = interruption
    credentials = Credentials(contract: contract, environment: options.environment)
    writesForbidden = WriteRule.prohibition(of: base, in: contract)
  }

  /// The outcome of a run.
  package struct Outcome: Sendable {
    /// The verdicts on the endpoints, in the order of the requests.
    package let verdicts: [Report.Verdict]
    /// The drift between the contract and the verdicts.
    package let drift: [Drift]
    package let exchanges: Int
    /// The reason why the run ended early, or `nil` if it didn't.
    package let interruption: String?
  }

  /// The selected endpoints, starting with those that the contract itself doubts.
  package var endpoints: [Endpoint] {
    let chosen = contract.endpoints.filter { endpoint in
      options.only.isEmpty || options.only.contains { $0.matches(endpoint.id) }
    }
    let order: [Standing] = [.unconfirmed, .documented, .assumed]
    return order.flatMap { standing in chosen.filter { $0.standing == standing } }
  }

  /// Examines every endpoint.
  ///
  /// - Parameter progress: A closure that is called with each verdict as soon as it is reached. A later verdict may
  ///   still settle a doubt about it. An interruption ends the run with the verdicts reached by then.
  ///
  /// - Throws: ``Unreachable`` if no request got a response.
  package func run(progress: @Sendable (Report.Verdict) -> Void = { _ in }) async throws(Unreachable) -> Outcome {
    let sender = ProbeSender(contract: contract, base: base, options: options, clock: clock, exchange: exchange)
    let run = ProbeRun(self, sender: sender)
    var findings: [ProbeFinding] = []
    for endpoint in endpoints {
      guard interruption?.reason == nil else { break }
      let finding = await run.examine(endpoint)
      // An endpoint whose examination was interrupted has no finding.
      guard interruption?.reason == nil else { break }
      findings.append(finding)
      progress(verdict(of: finding))
    }
    if interruption?.reason == nil, let outage = await sender.whyNothingWasAnswered {
      throw Unreachable(target: "\(base)", outage: outage)
    }
    findings = InconclusiveResolver.settled(findings, by: run, listsAllMethods: await sender.listsAllMethods)
    let stopped = await sender.reasonToStop
    let unreachable = findings.count { $0.kind == .unreachable }
    return Outcome(
      verdicts: findings.map(verdict), drift: findings.compactMap(drift), exchanges: await sender.exchanges.count,
      interruption: stopped
        ?? (!findings.isEmpty && unreachable == findings.count ? "the server didn't respond for any endpoint" : nil))
  }

  private var secrets: Secrets { Secrets(credentials.all) }

  private func verdict(of finding: ProbeFinding) -> Report.Verdict {
    let secrets = secrets
    return Report.Verdict(
      service: contract.service, endpoint: finding.endpoint.id, request: "\(finding.endpoint.request)",
      standing: finding.endpoint.standing, kind: finding.kind, confidence: finding.confidence,
      sentence: secrets.redact(finding.sentence),
      evidence: finding.evidence.map {
        Report.Verdict.Evidence(
          role: $0.role, request: secrets.redact($0.request), answer: secrets.redact($0.answer))
      }, place: finding.place.map(secrets.redact))
  }

  /// Returns the drift that a finding shows. If an endpoint that is only assumed doesn't exist, that is a notice rather
  /// than an error. An existing endpoint that permanently redirects to a different trailing slash has moved, as far as
  /// its callers are concerned.
  private func drift(of finding: ProbeFinding) -> Drift? {
    let endpoint = finding.endpoint
    let rule: Rule
    var status = finding.answer?.status
    switch finding.kind {
    case .missing: rule = .endpoint.missing
    case .methodMissing: rule = .endpoint.methodMissing
    case .moved: rule = .endpoint.moved
    case .exists:
      guard let detour = finding.detour, let place = finding.place, detour.isForGood,
        place.hasSuffix("/") != detour.path.hasSuffix("/"), !endpoint.documents(detour.status)
      else { return nil }
      rule = .endpoint.moved
      status = detour.status
    case .blocked, .inconclusive, .unreachable: return nil
    }
    return Drift(
      rule: rule, severity: endpoint.standing == .assumed ? .notice : nil, service: contract.service,
      endpoint: endpoint.id, status: status, expected: "\(endpoint.request)",
      actual: secrets.redact(finding.place ?? finding.answer?.summary ?? finding.kind.rawValue),
      message: secrets.redact(finding.sentence), contract: endpoint.location)
  }
}

/// The inputs for a run of the probe.
package struct ProbeOptions: Sendable {
  /// The patterns of the endpoints to probe, or an empty list for all.
  package var only: [Wildcard]
  /// The values of parameters in paths and queries, by the names that ``VariableNames`` defines or accepts. Missing
  /// ones are taken from the environment.
  package var variables: [String: String]
  /// A Boolean value that indicates whether to send requests that a lenient server may act on, provided the contract
  /// doesn't forbid it.
  package var allowsWrites: Bool
  /// The environment, which provides credentials, and variables that aren't given.
  package var environment: [String: String]
  /// The time limit for a response.
  package var deadline: Duration
  /// The longest single pause that a server may request. If it requests a longer one, the verdict is inconclusive.
  package var longestPause: Duration
  /// The maximum total time that the probe waits because a server requests it.
  package var patience: Duration

  package init(
    only: [Wildcard] = [], variables: [String: String] = [:], allowsWrites: Bool = false,
    environment: [String: String] = [:],
    deadline: Duration = .seconds(15), longestPause: Duration = .seconds(60), patience: Duration = .seconds(300)
  ) {
    self.only = only
    self.variables = variables
    self.allowsWrites = allowsWrites
    self.environment = environment
    self.deadline = deadline
    self.longestPause = longestPause
    self.patience = patience
  }

  /// Returns the variables by the names that a contract gives them. Variables that aren't given are taken from the
  /// environment, such as `PLUMBLINE_VAR_TICKET_ID`.
  fileprivate func variables(by names: VariableNames) -> [String: String] {
    var values = names.resolving(variables, known: Set(names.all))
    for name in names.all where values[name] == nil { values[name] = VerifierOptions.given(name, in: environment) }
    return values
  }
}
