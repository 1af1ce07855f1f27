import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineMockEngine
import PlumblineReporting
import PlumblineWorkspace

/// The command that serves the mock of one or more services until it is stopped.
struct ServeCommand: Command {
  static let name = "serve"
  static let summary =
    "Serves a mock of a contract or an OpenAPI document on localhost; or proxies a real server, read-only by "
    + "default, and checks its traffic"
  static let choice: String? =
    "Use it to develop or try out an app against the mock. SERVICE is a contract's name or an OpenAPI document (api.yaml). Swift "
    + "tests start the same mock with PlumblineTesting; to record a real server, use record."
  static let operands = "[SERVICE…]"
  static let options = [
    OptionSpecification(
      "--port", "N", "The first port; additional services get the next ones. Default: 8080. 0 picks a free port."),
    OptionSpecification(
      "--host", "H",
      "The address to listen on. Default: both loopback addresses, reachable only from this machine. Use 0.0.0.0 for a "
        + "phone on the same network."),
    OptionSpecification(
      "--only", "PATTERNS",
      "Serve only the matching operations of an OpenAPI document, by id, tag, path or method and path: issues-*, pets, GET "
        + "/repos/*. Repeatable, or separated by commas."),
    OptionSpecification("--as", "PERSONA", "Treat every caller as this persona, and require no credentials."),
    OptionSpecification(
      "--lenient", nil,
      "Accept requests that the contract doesn't allow (nulls, unknown members, values out of range), as many servers do, and "
        + "report each as drift. By default they get the documented error."),
    OptionSpecification(
      "--delay", "DELAY[@ENDPOINT]",
      "Delay responses: 200ms, 100ms..2s, lognormal:300ms,0.5 (median, sigma). Repeatable; the first match applies."
    ),
    OptionSpecification(
      "--pace", "recorded|none|DURATION",
      "The pace of a stream's events (text/event-stream, JSON lines): as recorded, without pauses, or one per interval, such as "
        + "50ms. Default: recorded."),
    OptionSpecification(
      "--fault", "KIND[:SHARE][@ENDPOINT]",
      "Inject a fault: \(Fault.spellings.joined(separator: ", ")), a status such as 503, or the name of a "
        + "documented error; optionally for a share of the requests (0.2, 20%) or for matching endpoints (tickets.*). Repeatable."
    ),
    OptionSpecification(
      "--limit", "NAME=VALUE",
      "Set a limit: body=1MB, idle=10s, items=5000. Repeatable. The names are \(LimitOptions.names)."),
    OptionSpecification(
      "--upstream", "NAME|URL",
      "Proxy this server instead of mocking it, and check each exchange against the contract: a server name from the contract "
        + "or a base URL. Read-only unless --allow-writes is given."),
    OptionSpecification(
      "--mock", "PATTERN",
      "With --upstream: mock the matching endpoints (comments.*), such as those the server doesn't have yet. Repeatable."
    ),
    OptionSpecification(
      "--real", "PATTERN", "With --upstream: proxy only the matching endpoints and mock all others. Repeatable."),
    OptionSpecification(
      "--fallback", nil,
      "With --upstream: fall back to the mock if no connection can be made or the server has no such route, but never after "
        + "a write has failed or timed out."),
    OptionSpecification(
      "--verbose", nil,
      "Print every request, and drift of every severity. The default prints breaking drift, warnings and at most 100 "
        + "requests per second; --quiet prints nothing."),
    OptionSpecification("--allow-writes", nil, "Also forward requests that change data on the server."),
    AuthorityOption.specification,
    OptionSpecification(
      "--allow-origin", "ORIGIN",
      "Trust web pages of this origin, such as http://app.test:5173, as if they were on this machine: they may use the "
        + "--upstream, the control interface and the inspector. Repeatable."),
    OptionSpecification(
      "--allow-recordings", nil,
      "Let the inspector and the control interface save exchanges as new recordings; existing ones are never overwritten."
    ),
    OptionSpecification("--watch", nil, "Reload contracts and recordings when they change."),
    OptionSpecification(
      "--echo", nil, "Respond to every request with 200 and the request's own body, to try out a client or a load tool."
    ),
  ]
  static let common = CommonOptions.specifications
  static let examples = [
    "serve truelog --port 8080", "serve truelog --as viewer --watch", "serve truelog --lenient",
    "serve truelog --fault 503:10% --delay 100ms..2s@tickets.*",
    "serve github.json --only 'issues-*,GET /repos/{owner}/{repo}'",
    "serve truelog --upstream http://localhost:5000 --mock comments.update --allow-writes",
    "serve truelog --upstream testing --report json=drift.json", "serve --echo --port 0",
  ]

  static let exits = [
    "0 ended by Ctrl-C or SIGTERM, 2 a usage error, an invalid file or a port that is in use. With --upstream:",
    "1 drift at or above the gate, 3 the server didn't respond to any request.",
  ]
  static let exitNote: String? =
    "With --upstream each exchange is checked as it happens; a --report is written every minute and at the end. Open "
    + "/__plumbline/ in a browser for the inspector; if --host makes the mock reachable from other machines, it is off unless "
    + "\(InspectorAccess.variable) is set. Requests to /__plumbline/stubs, faults and delays change responses while it "
    + "runs, /__plumbline/metrics has counters for Prometheus, and /__plumbline/contract documents these endpoints."

  private let common: CommonOptions
  private let services: [String]
  /// Patterns that select the document's operations to serve, or `nil` for all of them.
  private let only: [String]?
  private let port: Int
  private let place: ListeningPlace
  private let persona: String?
  private let isLenient: Bool
  private let rules: ServeRules
  private let limits: LimitOptions
  private let origins: Set<WebOrigin>
  private let savesRecordings: Bool
  private let watches: Bool
  private let echoes: Bool
  private let upstream: String?
  private let authority: AuthorityOption
  private let allowsWrites: Bool
  private let plan: HybridPlan
  private let isVerbose: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    services = arguments.operands
    only = try arguments.operationPatterns()
    port = try arguments.integer("--port", in: 0...65_535) ?? 8080
    place = ListeningPlace(host: arguments.value("--host"))
    persona = arguments.value("--as")
    isLenient = arguments.has("--lenient")
    rules = try ServeRules(arguments)
    limits = try LimitOptions(arguments.all("--limit"))
    origins = try arguments.origins()
    savesRecordings = arguments.has("--allow-recordings")
    watches = arguments.has("--watch")
    echoes = arguments.has("--echo")
    upstream = arguments.value("--upstream")
    authority = try AuthorityOption(arguments)
    allowsWrites = arguments.has("--allow-writes")
    plan = HybridPlan(arguments)
    isVerbose = arguments.has("--verbose")
    try checkOwn(arguments)
    try upstream == nil ? checkMock(arguments) : checkUpstream()
  }

  /// Rejects combinations of options that make no sense with or without a real server.
  private func checkOwn(_ arguments: Arguments) throws(UsageError) {
    if isVerbose, common.isQuiet {
      throw UsageError("--verbose prints every request and --quiet none: use only one of them.")
    }
    let isSteered =
      persona != nil || isLenient || !rules.isEmpty || watches || upstream != nil || !origins.isEmpty || savesRecordings
    if echoes, !services.isEmpty || isSteered {
      throw UsageError(
        "--echo responds with the request's own body; it takes no service, and no --as, --lenient, --fault, --delay, --pace, "
          + "--upstream, --allow-origin, --allow-recordings or --watch.")
    }
    if echoes, let option = ["--verbose", "--contracts", "--recordings", "--root"].first(where: arguments.has) {
      throw UsageError("--echo reads no contract and logs no requests: omit \(option).")
    }
    if only != nil, services.count != 1 || !services.allSatisfy(ServiceHome.isDocument) {
      throw UsageError(
        "--only selects operations of one OpenAPI document, as in: plumbline serve shop.json --only 'items-*'. A contract is "
          + "served whole.")
    }
  }

  /// Rejects options that have no effect with a real server.
  private func checkUpstream() throws(UsageError) {
    if persona != nil && plan.isEmpty || watches {
      throw UsageError(
        "--upstream proxies a real server, which identifies callers itself: omit --as and --watch.")
    }
    if isLenient, plan.isEmpty {
      throw UsageError("--upstream proxies a real server, which does its own validation: omit --lenient.")
    }
    if rules.pace != nil, plan.isEmpty {
      throw UsageError("--upstream proxies a real server, which sets the pace of its streams: omit --pace.")
    }
  }

  /// Rejects options that apply only to a real server.
  private func checkMock(_ arguments: Arguments) throws(UsageError) {
    if arguments.has(AuthorityOption.name) {
      throw UsageError("--ca requires --upstream: without it, no server is contacted.")
    }
    if !plan.isEmpty {
      throw UsageError("--mock, --real and --fallback require --upstream: without it, the mock handles everything.")
    }
    if !common.reports.isEmpty || arguments.has("--gate") {
      throw UsageError(
        "--report and --gate require --upstream: they check a real server's responses. Requests to a mock are in "
          + "its journal, GET /__plumbline/journal?drifted=true.")
    }
    if allowsWrites {
      throw UsageError("--allow-writes requires --upstream: the mock always accepts writes.")
    }
  }

  func run(in surroundings: Surroundings) async throws -> ExitCode {
    let console = surroundings.console
    try ReportDelivery(common, surroundings).check()
    let access = try InspectorAccess(at: place, surroundings.environment, savesRecordings: savesRecordings)
    if !common.isQuiet, let sentence = InspectorAccess.unusedToken(at: place, surroundings.environment) {
      console.complain("plumbline: \(sentence)")
    }
    // Half of this time is for requests in flight.
    let stop = surroundings.signals.received(patience: 10_000)
    let server = try HTTPServer(configuration: .init(limits: limits.http))
    var served: [ServedService] = []
    var watching: Task<Void, Never>?
    var watch: UpstreamWatch?
    var reporting: Task<Void, Never>?
    do {
      if echoes {
        let listeners = try place.listen(on: server, port: port, responder: EchoResponder())
        say("Echoing every request on \(listeners[0].baseURL)", console)
        sayAddresses(listeners[0].port, console)
      } else {
        var reloading = watches ? try reloading(surroundings) : nil
        let loaded = try LoadedServices(
          services, common: common, isServing: true, liftsState: remembers, operations: only)
        for problem in loaded.problems { console.complain("\(problem)") }
        guard loaded.isUsable else {
          await server.shutdown()
          return .wrong
        }
        surroundings.hideCredentials(of: loaded.services.map(\.contract))
        watch = try upstreamWatch(of: loaded, surroundings)
        served = try start(loaded, on: server, console, watch, surroundings, access)
        reporting = watch.map { watch in Task { await watch.report(at: UpstreamWatch.everyMinute) } }
        reloading?.bring(to: served)
        watching = reloading.map { reloading in
          Task {
            var reloading = reloading
            await reloading.run { console.complain($0) }
          }
        }
      }
    } catch {
      await server.shutdown()
      throw error
    }
    await server.serve(served, until: stop) {
      say("Stopping.", console)
      watching?.cancel()
      watch?.end()
    }
    // If a report is being written, finish it first.
    reporting?.cancel()
    await reporting?.value
    await watch?.finish()
    return try watch?.deliver() ?? .clean
  }

  /// Returns the watch over the real server, or `nil` if there is none. Its exchanges and the mock's belong to a single
  /// service.
  private func upstreamWatch(of loaded: LoadedServices, _ surroundings: Surroundings) throws -> UpstreamWatch? {
    guard let upstream else { return nil }
    guard let service = loaded.services.first, loaded.services.count == 1 else {
      throw UsageError(
        "--upstream is a single server: name the service that runs there, as in serve SERVICE --upstream URL.")
    }
    let url = try ServerAddress.url(upstream, of: service.contract, option: "--upstream", telling: surroundings.console)
    return UpstreamWatch(service, at: url, common, surroundings)
  }

  private func start(
    _ loaded: LoadedServices, on server: HTTPServer, _ console: Console, _ watch: UpstreamWatch?,
    _ surroundings: Surroundings, _ access: InspectorAccess
  ) throws -> [ServedService] {
    let libraries = loaded.services.map { MockLibrary(contract: $0.contract, recordings: $0.recordings) }
    try checkPersona(among: libraries.map(\.contract))
    try rules.check(against: libraries)
    let isSilent = common.isQuiet || common.reportsOnOutput
    let log = RequestLog(console: console, isSilent ? .nothing : isVerbose ? .all : .normal)
    var served: [ServedService] = []
    for (index, library) in libraries.enumerated() {
      let contract = library.contract
      let options = MockOptions(
        persona: plan.isEmpty ? persona.flatMap(contract.persona)?.name : nil, items: limits.items,
        isLenient: isLenient, pace: rules.pace ?? .recorded, today: surroundings.today)
      let realServer = try watch.map { watch in
        try plan.check(against: library)
        return try RealServer(
          watch.url, contract: contract, allowsWrites: allowsWrites, limits: limits.upstream.handingOn,
          // Falling back to the mock needs the whole response, so pass on only multipart streams as they arrive.
          handingOn: plan.fallsBack ? .parts : .open,
          trusting: try authority.authorities(in: surroundings), observe: { watch.take($0) })
      }
      var configuration = configuration(for: library, options)
      configuration.inspector = access
      configuration.secrets = { console.secrets }
      configuration.shelf = RecordingShelf(
        loaded.services[index].home, in: try common.workspace(for: services), from: watch?.url,
        surroundings.environment,
        isWritable: savesRecordings)
      let service = ServedService(
        library, configuration, realServer: realServer, plan: plan, caller: caller(of: contract),
        on: server, place, log)
      let listeners = try place.listen(on: server, port: port == 0 ? 0 : port + index, responder: service.directory)
      served.append(service)
      let url = listeners[0].baseURL
      say("\(contract.title): \(url)", console)
      sayAddresses(listeners[0].port, console)
      say(
        "  \(String.count(contract.endpoints.count, "endpoint")), \(String.count(library.recordings.count, "recording"))",
        console)
      for line in loaded.services[index].assumptions { say("  \(line)", console) }
      sayPersona(contract, console)
      sayCredentials(of: loaded.services[index], console)
      if let realServer {
        say("  forwards to \(realServer.url)\(allowsWrites ? "" : ", read-only")", console)
        if !plan.isEmpty {
          for line in plan.lines(of: contract, persona: caller(of: contract)?.name) { say("  \(line)", console) }
        }
      } else if let line = CurlLine.text(for: library, baseURL: url, options: options) {
        say("  \(line)", console)
      }
      say("  curl \(url)/__plumbline/health", console)
      say("  inspector \(access.place(at: url))", console)
    }
    say(watches ? "Edits are loaded as they are saved. Press Ctrl-C to stop." : "Press Ctrl-C to stop.", console)
    return served
  }

  /// Returns the persona that a mock combined with a real server assumes for its callers. The mock doesn't know the
  /// server's tokens.
  private func caller(of contract: Contract) -> Persona? {
    guard let persona else { return contract.personas.first }
    return contract.persona(persona)
  }

  /// Prints the names of the environment variables that hold the credentials for a real server. They are printed only
  /// for a document, whose names are generated.
  private func sayCredentials(of service: LoadedServices.Service, _ console: Console) {
    guard service.home.document != nil else { return }
    for credential in service.contract.credentials {
      guard let variable = credential.environment else { continue }
      say("  credential \(variable) (\(credential.place))", console)
    }
  }

  private func reloading(_ surroundings: Surroundings) throws -> Reloading {
    var workspace = try common.workspace(for: services)
    workspace.liftsState = remembers
    workspace.operations = only
    return Reloading(workspace, services: try workspace.homes(named: services)) {
      surroundings.hideCredentials(of: [$0])
    }
  }

  /// A Boolean value that indicates whether mocks of documents remember writes. They needn't if all requests go to a
  /// real server.
  private var remembers: Bool { upstream == nil || !plan.isEmpty }

  private func configuration(for library: MockLibrary, _ options: MockOptions) -> SessionDirectory.Configuration {
    var configuration = SessionDirectory.Configuration()
    configuration.options = options
    configuration.faults = rules.faults(of: library)
    configuration.delays = rules.delays(of: library)
    configuration.reloads = watches
    configuration.sessions = limits.sessions
    configuration.origins = origins
    configuration.relieve = { Sockets.giveBackMemory() }
    configuration.hosts = (place.isPublic ? NetworkNames.own : []) + (place.host.map { [$0] } ?? [])
    return configuration
  }

  /// Prints the addresses that other devices on the same network, such as a phone, can use.
  private func sayAddresses(_ port: Int, _ console: Console) {
    guard place.isEverywhere else { return }
    for address in NetworkNames.addresses { say("  on this network: http://\(address):\(port)", console) }
  }

  private func say(_ text: String, _ console: Console) {
    if common.isQuiet { return }
    if common.reportsOnOutput { console.complain(text) } else { console.print(text) }
  }

  /// Checks that at least one service has the persona. Services without it still require credentials, which a separate
  /// message says.
  private func checkPersona(among contracts: [Contract]) throws(UsageError) {
    guard let persona, !contracts.contains(where: { $0.persona(persona) != nil }) else { return }
    let nearest = contracts.first { Spelling.nearest(persona, among: $0.personas.map(\.name)) != nil }
    if let contract = nearest ?? contracts.first { throw contract.noPersona(named: persona) }
  }

  /// Reports that one of several services doesn't have the persona.
  private func sayPersona(_ contract: Contract, _ console: Console) {
    guard let persona, contract.persona(persona) == nil else { return }
    say("  --as \(persona) is ignored for \(contract.service): no such persona (credentials required)", console)
  }
}
