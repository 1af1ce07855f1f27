import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineMockEngine
import PlumblineProxying
import PlumblineReporting
import PlumblineVerification
import PlumblineWorkspace

/// Runs the Swift clients against the mock or a real server, and reports every drift.
struct VerifyCommand: Command {
  static let name = "verify"
  static let summary = "Runs the Swift clients against the mock or a real server and reports every drift"
  static let operands = "[SERVICE…]"
  static let options = [
    OptionSpecification(
      "--server", "NAME|URL",
      "Verifies against this server instead of the mock: a name from the contract, or a base URL. Read-only unless "
        + "--allow-writes is given; credentials come from the environment."),
    OptionSpecification(
      "--allow-writes", nil,
      "Also runs calls that change something on the server. They get items that the run makes, what it changes is put "
        + "back, and what can't be undone is listed."),
    OptionSpecification(
      "--only", "PATTERN", "Only endpoints, links or calls that fit: tickets.*, '*: *permission*'. Repeatable."),
    OptionSpecification(
      "--var", "NAME=VALUE",
      "A value that a real server needs: --var ticket_id=77. Repeatable. PLUMBLINE_VAR_TICKET_ID in the environment says "
        + "the same. Else ids come from the server's lists, or from items that the run makes."),
    OptionSpecification(
      "--variants", nil,
      "Then plays every answer that the contract allows, and many that it doesn't, to each call that succeeds."),
    OptionSpecification(
      "--direct", nil,
      "Without the Swift clients: sends requests made from recordings and schemas. For services without a call suite too."
    ),
    OptionSpecification(
      "--allow-skipped", nil,
      "It is meant that credentials are missing: else a run in which no call could be made that needs them exits with 2."
    ),
    OptionSpecification("--timeout", "SECONDS", "How long one call may take. Default: 20."),
    OptionSpecification(
      "--concurrency", "N",
      "How many calls run at once. Default: 4, and 1 with --server, where writes never share time."),
    OptionSpecification("--rate", "N/s", "At most so many requests to the server: 5/s, 30/min."),
    OptionSpecification(
      "--retries", "N",
      "How often a GET, HEAD, OPTIONS, PUT or DELETE is sent again when its connection fails. Default: 2. No POST is."),
  ]
  static let examples = [
    "verify", "verify truelog --only 'tickets.*'", "verify truelog --server http://127.0.0.1:8080 --allow-writes",
    "verify truelog --variants", "verify truelog --direct --server testing",
    "verify truelog --server testing --report junit=build/plumbline.xml",
  ]

  private let common: CommonOptions
  private let services: [String]
  private let server: String?
  private let playsVariants: Bool
  private let isDirect: Bool
  private let allowsSkipped: Bool
  private let options: VerifierOptions
  private let sending: SendingRule

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    services = arguments.operands
    server = arguments.value("--server")
    playsVariants = arguments.has("--variants")
    isDirect = arguments.has("--direct")
    allowsSkipped = arguments.has("--allow-skipped")
    guard !isDirect || !playsVariants else {
      throw UsageError("--variants asks the client, and --direct has none: leave one of them out.")
    }
    guard server == nil || !playsVariants else {
      throw UsageError("--variants asks the client, not a server: leave out --server or --variants.")
    }
    var options = VerifierOptions(
      allowsWrites: arguments.has("--allow-writes"), only: arguments.all("--only").map(Pattern.init))
    options.variables = try arguments.variables()
    if let deadline = try arguments.timeout() { options.deadline = deadline }
    options.concurrency = try arguments.integer("--concurrency", in: 1...64)
    self.options = options
    let sending = try arguments.sendingRule(retries: 2)
    if server == nil, let option = ["--rate", "--retries"].first(where: arguments.has) {
      throw UsageError("\(option) is about a real server: add --server NAME|URL, or leave it out.")
    }
    self.sending = sending
  }

  /// One service's part of a run, with all that it needs found out before the first request.
  private struct Part {
    let service: LoadedServices.Service
    let suite: any CallSuite
    let target: Target
    let options: VerifierOptions
  }

  /// What a run came to, as far as it got.
  private struct Harvest {
    var outcomes: [CallOutcome] = []
    var variants: [VariantOutcome] = []
    var unreachable: [Unreachable] = []
    /// Why calls that need credentials weren't made, one sentence a service.
    var withoutCredentials: [String] = []
    /// What ended it, that is none of these.
    var failure: (any Error)?
  }

  func run(in surroundings: Surroundings) async throws -> ExitCode {
    LoopbackProxyExemption.apply()
    try ReportDelivery(common, surroundings).check()
    var loaded = try LoadedServices(services, common: common)
    var report = Report(command: Self.name, target: "mock")
    report.problems = loaded.problems
    guard loaded.isUsable else { return try ReportDelivery(common, surroundings).deliver(report) }
    let direct = isDirect ? try UpstreamClient() : nil
    let client = try server.map { _ in try UpstreamClient(rule: sending) }
    let watch = StopWatch(surroundings.console)
    let parts: Result<[Part], any Error>
    do { parts = .success(try plan(&loaded, client, direct, watch, surroundings)) } catch { parts = .failure(error) }
    let httpServer = try HTTPServer()
    var harvest = Harvest()
    if case .success(let parts) = parts {
      report.target = parts.last?.target.name ?? report.target
      harvest = await gather(parts, on: httpServer, watch, &report, surroundings)
    }
    surroundings.console.endProgress()
    await httpServer.shutdown(grace: .zero)
    await client?.shutdown()
    await direct?.shutdown()
    _ = try parts.get()
    tellRepetitions(client, surroundings)
    return try deliver(harvest, report, loaded.services, watch, surroundings)
  }

  // MARK: - Before the first request

  private func plan(
    _ loaded: inout LoadedServices, _ client: UpstreamClient?, _ direct: UpstreamClient?, _ watch: StopWatch,
    _ surroundings: Surroundings
  ) throws -> [Part] {
    if !isDirect { try checkSuites(of: loaded, surroundings) }
    let known: [any CallSuite] =
      direct.map { client in
        loaded.services.map { DirectSuite(contract: $0.contract, recordings: $0.recordings, client: client) }
      } ?? surroundings.suites
    loaded.keep { service in known.contains { $0.service == service.contract.service } }
    keepThoseOnServer(&loaded)
    let suites = known.filter { suite in loaded.services.contains { $0.contract.service == suite.service } }
    if let problem = VariableCheck.problem(with: options.variables.keys, for: suites) { throw UsageError(problem) }
    if server != nil {
      // Those of another service are meant for another run.
      for sentence in VariableCheck.strangers(in: surroundings.environment, for: known + surroundings.suites) {
        surroundings.console.complain("plumbline: \(sentence)")
      }
    }
    return try loaded.services.compactMap { service in
      guard let suite = suites.first(where: { $0.service == service.contract.service }) else { return nil }
      var options = options
      options.environment = surroundings.environment
      options.today = surroundings.today
      options.interruption = watch.interruption
      if server != nil { options.addVariables(of: suite) }
      return Part(
        service: service, suite: suite, target: try target(for: service, among: loaded, client), options: options)
    }
  }

  // MARK: - The run

  private func gather(
    _ parts: [Part], on httpServer: HTTPServer, _ watch: StopWatch, _ report: inout Report,
    _ surroundings: Surroundings
  ) async -> Harvest {
    var harvest = Harvest()
    for part in parts {
      let contract = part.service.contract
      let verifier = Verifier(
        suite: part.suite, contract: contract, target: part.target, options: part.options, server: httpServer)
      let progress = CallProgress(
        title: contract.title, total: verifier.calls.count + verifier.linkRuns.count, console: surroundings.console)
      let results: [CallOutcome]
      do throws(Unreachable) { results = try await verifier.run { progress.show($0) } } catch {
        // What the other services' servers show isn't lost.
        harvest.unreachable.append(error)
        continue
      }
      harvest.outcomes += results
      if let reason = results.credentialsMissing { harvest.withoutCredentials.append(reason) }
      if playsVariants, watch.interruption.reason == nil, case .mock(let library) = part.target {
        do {
          harvest.variants += try await VariantPass(suite: part.suite, library: library, options: part.options)
            .run(until: watch.interruption, console: surroundings.console)
        } catch {
          harvest.failure = harvest.failure ?? error
        }
      }
      let called = Set(results.map(\.line.endpoint))
      // A service of which --only asks for nothing isn't what the report is about.
      if called.isEmpty, !options.only.isEmpty { continue }
      report.add(contract, links: server == nil && !isDirect) { options.only.isEmpty || called.contains($0) }
    }
    return harvest
  }

  // MARK: - Afterwards

  private func deliver(
    _ harvest: Harvest, _ unfinished: Report, _ services: [LoadedServices.Service], _ watch: StopWatch,
    _ surroundings: Surroundings
  ) throws -> ExitCode {
    var report = unfinished
    let outcomes = harvest.outcomes
    if outcomes.isEmpty, let error = harvest.unreachable.first {
      report.exit = Int(ExitCode.unreachable.rawValue)
      report.failure = "\(error)"
      _ = try ReportDelivery(common, surroundings).deliver(report, showingConsole: false)
      throw error
    }
    guard !outcomes.isEmpty else {
      throw UsageError(
        "No call fits --only \(options.only.map { "\($0)" }.joined(separator: ", ")); `plumbline list` shows the endpoints."
      )
    }
    for outcome in harvest.variants {
      guard let reason = outcome.reason else { continue }
      surroundings.console.complain("plumbline: variants of \(outcome.endpoint): \(outcome.call): \(reason)")
    }
    if let (failure, code) = failure(of: harvest, watch) {
      report.failure = failure
      report.exit = Int(code.rawValue)
    }
    report.calls = outcomes.map(\.line)
    report.variants = harvest.variants.reduce(0) { $0 + $1.variants }
    report.drift = DriftMerge.merged(outcomes.flatMap(\.drift) + harvest.variants.flatMap(\.drift))
    report.exchanges = outcomes.reduce(0) { $0 + $1.exchanges.count }
    report.addEvidence(of: outcomes, for: services)
    applyWaivers(to: &report, of: services, surroundings)
    return try ReportDelivery(common, surroundings).deliver(report)
  }

  /// Why a run isn't what was asked for, with the exit status that says so; `nil` when it is.
  private func failure(of harvest: Harvest, _ watch: StopWatch) -> (String, ExitCode)? {
    if let sentence = watch.sentence, let code = watch.exitCode { return (sentence, code) }
    if let misuse = harvest.outcomes.lazy.compactMap(\.misuse).first { return (misuse, .wrong) }
    if let failure = harvest.failure { return ("\(failure)", .wrong) }
    if !harvest.unreachable.isEmpty {
      return (harvest.unreachable.map { "\($0)" }.joined(separator: "\n"), .unreachable)
    }
    if !allowsSkipped, !harvest.withoutCredentials.isEmpty {
      return (harvest.withoutCredentials.joined(separator: "\n"), .wrong)
    }
    let isMeant = allowsSkipped && harvest.outcomes.allSatisfy(\.lacksCredentials)
    if !isMeant, let reason = harvest.outcomes.nothingRun { return (reason, .wrong) }
    return nil
  }

  /// Excuses what is waived. A waiver is unused only where every endpoint that it may be about was called, and none of its
  /// calls was left out; the recordings' own drift counts as well.
  private func applyWaivers(
    to report: inout Report, of services: [LoadedServices.Service], _ surroundings: Surroundings
  ) {
    let (calls, lookedAt) = (report.calls, report.endpoints)
    let today = surroundings.today
    let noted = services.filter { $0.waivers != nil }.flatMap { $0.recordingDrift(today: today) }
    report.applyWaivers(of: services, today: today, noted: noted) { service, endpoints in
      guard options.only.isEmpty else { return false }
      return lookedAt.allSatisfy { endpoint in
        guard endpoint.service == service.contract.service, endpoints?.matches(endpoint.id) ?? true else { return true }
        let own = calls.filter { $0.endpointName == endpoint.name }
        return !own.isEmpty && !own.contains { $0.outcome == .skipped }
      }
    }
  }

  /// Says how often requests were sent again: a server that is reached only then isn't well.
  private func tellRepetitions(_ client: UpstreamClient?, _ surroundings: Surroundings) {
    guard let count = client?.repetitions, count > 0 else { return }
    surroundings.console.complain(
      "plumbline: \(count == 1 ? "1 request was" : "\(count) requests were") sent again, because the connection failed."
    )
  }

  private func target(
    for service: LoadedServices.Service, among loaded: LoadedServices, _ client: UpstreamClient?
  ) throws -> Target {
    guard let server, let client else {
      return .mock(MockLibrary(contract: service.contract, recordings: service.recordings))
    }
    guard service.contract.server(server) != nil || !server.contains("://") || loaded.services.count == 1 else {
      throw UsageError(
        "--server \(server) is one server; name the service that runs there: verify SERVICE --server URL.")
    }
    let url = try ServerAddress.url(server, of: service.contract, option: "--server")
    return .server(
      url, ForwardingResponder(upstream: url, deadline: options.upstreamDeadline, client: client))
  }

  /// Where no service was asked for, the name of a server stands for the services that run there. One that is misspelt is
  /// left to a service that has a server of nearly that name.
  private func keepThoseOnServer(_ loaded: inout LoadedServices) {
    guard services.isEmpty, let server, !server.contains("://") else { return }
    let contracts = loaded.services.map(\.contract)
    let fitting =
      contracts.contains { $0.server(server) != nil }
      ? contracts.filter { $0.server(server) != nil }
      : contracts.filter { Spelling.nearest(server, among: $0.servers.map(\.name)) != nil }
    guard !fitting.isEmpty else { return }
    loaded.keep { service in fitting.contains { $0 === service.contract } }
  }

  /// A service that was asked for by name must have a suite; of the others at least one, and the rest are mentioned.
  private func checkSuites(of loaded: LoadedServices, _ surroundings: Surroundings) throws(UsageError) {
    let known = surroundings.suites.map(\.service)
    let names = loaded.services.map(\.contract.service)
    let missing = names.filter { !known.contains($0) }
    guard !missing.isEmpty else { return }
    let sentence =
      "This plumbline has no call suite for \(Spelling.list(missing)); it has one for \(Spelling.list(known))."
    guard services.isEmpty, missing.count < names.count else { throw UsageError(sentence) }
    surroundings.console.complain("plumbline: \(sentence)")
  }
}
