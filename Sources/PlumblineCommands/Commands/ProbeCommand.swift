import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineProxying
import PlumblineReporting
import PlumblineVerification

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The command that discovers which documented endpoints a server has, with requests that change nothing on the server.
struct ProbeCommand: Command {
  static let name = "probe"
  static let summary =
    "Finds out which documented endpoints a server has, with OPTIONS, GET and HEAD; --allow-writes adds "
    + "requests that are meant to fail"
  static let choice: String? =
    "Use it to learn which endpoints a server has implemented so far. It doesn't check the responses; for that, use verify."
  static let operands = "SERVICE"
  static let options = [
    OptionSpecification(
      "--server", "NAME|URL",
      "The server: a name from the contract or a base URL. Credentials come from the environment; without them some "
        + "verdicts are \"blocked\"."),
    OptionSpecification(
      "--allow-writes", nil,
      "If OPTIONS, GET and HEAD are inconclusive, also send requests that are meant to fail: malformed or unfinished POSTs, and "
        + "DELETEs of items that a GET has just shown to be absent. A lenient server may store something. Ignored for servers that the "
        + "contract protects from writes."),
    OptionSpecification(
      "--dry-run", nil, "Print every request that would be sent and why it is safe, and send nothing."),
    OptionSpecification("--only", "PATTERN", "Only matching endpoints: 'comments.*'. Repeatable."),
    OptionSpecification(
      "--var", "NAME=VALUE",
      "A value that exists on the server, for a path or query parameter: --var ticket_id=77, or PLUMBLINE_VAR_TICKET_ID in the "
        + "environment. Repeatable."),
    OptionSpecification("--timeout", "SECONDS", "The time limit for a response. Default: 15."),
    OptionSpecification("--rate", "N/s", "The maximum rate of requests to the server: 5/s, 30/min."),
    OptionSpecification(
      "--retries", "N", "The maximum number of retries after a connection error. Default: 2. A POST is never retried."),
    LimitOptions.ofAnswers, AuthorityOption.specification,
  ]
  static let examples = [
    "probe truelog --server testing --dry-run", "probe truelog --server testing",
    "probe truelog --server https://www.truelog.site --only 'comments.*' --only accessories.checkout",
    "probe truelog --server http://127.0.0.1:8080 --allow-writes --dry-run",
    "probe truelog --server testing --report markdown=probe.md --report json=probe.json",
  ]

  private let common: CommonOptions
  private let service: String
  private let server: String
  private let isDry: Bool
  private let options: ProbeOptions
  private let sending: SendingRule
  private let authority: AuthorityOption
  private let limits: HTTPLimits

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    guard let service = arguments.operands.first, arguments.operands.count == 1 else {
      throw UsageError("probe takes one service: plumbline probe SERVICE --server NAME|URL")
    }
    guard let server = arguments.value("--server") else {
      throw UsageError("probe needs a server: plumbline probe \(service) --server NAME|URL")
    }
    self.service = service
    self.server = server
    isDry = arguments.has("--dry-run")
    if isDry, let option = ["--report", "--gate"].first(where: arguments.has) {
      throw UsageError("--dry-run contacts no server, so there is nothing to report: omit \(option) or --dry-run.")
    }
    var options = ProbeOptions(
      only: arguments.all("--only").map(Wildcard.init), variables: try arguments.variables(),
      allowsWrites: arguments.has("--allow-writes"))
    if let deadline = try arguments.timeout() { options.deadline = deadline }
    self.options = options
    authority = try AuthorityOption(arguments)
    sending = try arguments.sendingRule(retries: 2)
    limits = try LimitOptions(arguments.all("--limit"), among: ["answer"]).upstream
  }

  func run(in surroundings: Surroundings) async throws -> ExitCode {
    LoopbackProxyExemption.apply()
    try ReportDelivery(common, surroundings).check()
    let loaded = try LoadedServices([service], common: common)
    var report = Report(command: Self.name, target: server)
    report.problems = loaded.problems
    guard loaded.isUsable, let service = loaded.services.first else {
      return try ReportDelivery(common, surroundings).deliver(report)
    }
    let contract = service.contract
    surroundings.hideCredentials(of: [contract])
    let url = try ServerAddress.url(server, of: contract, option: "--server", telling: surroundings.console)
    report.target = "\(url)"
    var options = options
    options.environment = surroundings.environment
    let deadline = options.deadline
    let client = try UpstreamClient(
      rule: sending, limits: limits.handingOn, opening: .streams, trusting: try authority.authorities(in: surroundings))
    let watch = StopWatch(surroundings)
    let interruption = watch.interruption
    let clock = ProbeClock(
      now: { Int(time(nil)) },
      pause: { pause in _ = await Deadline.race(pause * 2, until: interruption) { try? await Task.sleep(for: pause) } })
    let probe = Probe(
      contract: contract, base: url, recordings: service.recordings, options: options, clock: clock,
      interruption: interruption, unfinished: url.isSecure ? nil : unfinished(client, url, deadline)
    ) { [self] in await whole(client.exchange($0, with: url, deadline: deadline), url, deadline) }
    if let objection = objection(to: probe) {
      await client.shutdown()
      throw objection
    }
    if isDry {
      await client.shutdown()
      for line in await ProbePlanText(probe).lines() { surroundings.console.print(line) }
      return .clean
    }
    let chosen = Set(probe.endpoints.map(\.id))
    report.add(contract) { chosen.contains($0) }
    let progress = CallProgress(title: contract.title, total: chosen.count, console: surroundings.console)
    let outcome: Result<Probe.Outcome, Unreachable>
    do throws(Unreachable) { outcome = .success(try await probe.run { progress.show($0) }) } catch {
      outcome = .failure(error)
    }
    surroundings.console.endProgress()
    await client.shutdown()
    let count = client.repetitions
    if count > 0 {
      surroundings.console.complain(
        "plumbline: \(count == 1 ? "1 request was" : "\(count) requests were") sent again, because the connection failed."
      )
    }
    return try deliver(outcome, report, loaded.services, watch, surroundings)
  }

  private func unfinished(
    _ client: UpstreamClient, _ url: BaseURL, _ deadline: Duration
  ) -> @Sendable (Request, Int) async -> Exchange {
    let deadline = min(deadline, Probe.patienceWithBodies)
    return { [self] request, promised in
      await whole(
        client.exchange(unfinished: request, promising: promised, with: url, deadline: deadline), url, deadline)
    }
  }

  /// Returns an exchange with its complete response. For a stream, which may never end, the head suffices.
  private func whole(_ exchange: Exchange, _ url: BaseURL, _ deadline: Duration) async -> Exchange {
    await WholeResponse.take(exchange, from: url.authority, limit: limits.body, within: deadline)
  }

  private func deliver(
    _ outcome: Result<Probe.Outcome, Unreachable>, _ bare: Report, _ services: [LoadedServices.Service],
    _ watch: StopWatch, _ surroundings: Surroundings
  ) throws -> ExitCode {
    var report = bare
    let delivery = ReportDelivery(common, surroundings)
    switch outcome {
    case .failure(let error):
      report.exit = Int(ExitCode.unreachable.rawValue)
      report.failure = "\(error)"
      _ = try delivery.deliver(report, showingConsole: false)
      throw error
    case .success(let outcome):
      report.verdicts = outcome.verdicts
      report.drift = outcome.drift
      report.exchanges = outcome.exchanges
      // Don't report unused waivers, because discovery doesn't look at the contents of responses.
      report.applyWaivers(of: services, today: surroundings.today) { _, _ in false }
      if let sentence = watch.sentence, let code = watch.exitCode {
        report.exit = Int(code.rawValue)
        report.failure = sentence
      } else if let interruption = outcome.interruption {
        report.exit = Int(ExitCode.unreachable.rawValue)
        report.failure = "the probe ended early: \(interruption)"
      }
      return try delivery.deliver(report)
    }
  }

  /// Returns an error if a variable names no path or query parameter, or if an endpoint doesn't exist.
  private func objection(to probe: Probe) -> UsageError? {
    let names = probe.names
    if let unknown = probe.variables.keys.sorted().first(where: { !names.all.contains($0) }) {
      let meant = names.meanings(of: unknown, known: Set(names.all))
      return UsageError(
        meant.isEmpty
          ? "--var \(unknown): there is no path or query parameter \"\(unknown)\""
            + Spelling.suggestion(for: unknown, among: names.all)
          : "--var \(unknown) could be \(meant.joined(separator: " or ")): use that name.")
    }
    guard probe.endpoints.isEmpty else { return nil }
    return UsageError(
      "No endpoint matches --only \(options.only.map { "\($0)" }.joined(separator: ", ")); `plumbline list` shows them."
    )
  }
}
