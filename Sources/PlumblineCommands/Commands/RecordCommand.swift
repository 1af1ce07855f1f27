import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineInference
import PlumblineMockEngine
import PlumblineProxying
import PlumblineRecordings
import PlumblineReporting
import PlumblineVerification
import PlumblineWorkspace

/// The command that proxies a real server and records its responses.
struct RecordCommand: Command {
  static let name = "record"
  static let summary = "Proxies a real server, read-only by default; checks and records its responses"
  static let choice: String? =
    "Use it when an app can be pointed at the proxy. For traffic that is already saved, use import har, or infer if the API has "
    + "no contract yet."
  static let operands = "SERVICE"
  static let options = [
    OptionSpecification(
      "--upstream", "NAME|URL",
      "The server: a name from the contract or a base URL. Read-only unless --allow-writes is given."),
    OptionSpecification("--port", "N", "The port to listen on. Default: 8080. 0 picks a free port."),
    OptionSpecification(
      "--as", "PERSONA",
      "The persona for requests whose credentials aren't known, from the environment (as for verify) or from a login. "
        + "Default: the first persona that uses such credentials."),
    OptionSpecification("--allow-writes", nil, "Also forward requests that change data on the server."),
    OptionSpecification(
      "--allow-origin", "ORIGIN",
      "Also forward requests from web pages of this origin, such as http://app.test:5173. By default only programs and pages "
        + "on this machine are served. Repeatable."),
    LimitOptions.ofRecordings, AuthorityOption.specification,
    RecordingOptions.onePerAnswer, RecordingOptions.refresh,
    OptionSpecification(
      "--replace", nil,
      "Overwrite the recording of the same request, no matter what has changed. Without this or --refresh, no file is overwritten."
    ),
    OptionSpecification("--only-clean", nil, "Record only exchanges that match the contract."),
    OptionSpecification(
      "--keep-personal", nil,
      "Keep email addresses, telephone numbers, postal addresses and values marked x-personal in a schema. By default they are "
        + "replaced by made-up ones."),
    OptionSpecification("--dry-run", nil, "Show what would be written, and write nothing."),
  ]
  static let examples = [
    "record truelog --upstream testing --port 8080", "record truelog --upstream http://127.0.0.1:9000 --allow-writes",
    "record truelog --upstream testing --dry-run --report markdown=drift.md",
  ]
  static let exits = [
    "0 nothing at or above the gate, 1 drift, 2 a usage error, an invalid file or nothing to record, 3 server",
    "not reachable. Ctrl-C or SIGTERM ends the session and writes the files.",
  ]

  private let common: CommonOptions
  private let service: String
  private let upstream: String
  private let port: Int
  private let persona: String?
  private let allowsWrites: Bool
  private let isOnePerAnswer: Bool
  private let refreshes: Bool
  private let replaces: Bool
  private let isOnlyClean: Bool
  private let keepsPersonal: Bool
  private let isDry: Bool
  private let origins: Set<WebOrigin>
  private let limits: LimitOptions
  private let authority: AuthorityOption

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    guard let service = arguments.operands.first, arguments.operands.count == 1 else {
      throw UsageError("record takes one service: plumbline record SERVICE --upstream NAME|URL")
    }
    guard let upstream = arguments.value("--upstream") else {
      throw UsageError("record needs a server: plumbline record \(service) --upstream NAME|URL")
    }
    self.service = service
    self.upstream = upstream
    port = try arguments.integer("--port", in: 0...65_535) ?? 8080
    persona = arguments.value("--as")
    allowsWrites = arguments.has("--allow-writes")
    isOnePerAnswer = arguments.has("--one-per-answer")
    refreshes = arguments.has("--refresh")
    replaces = arguments.has("--replace")
    isOnlyClean = arguments.has("--only-clean")
    keepsPersonal = arguments.has("--keep-personal")
    isDry = arguments.has("--dry-run")
    origins = try arguments.origins()
    limits = try LimitOptions(arguments.all("--limit"), among: LimitOptions.namesOfRecordings)
    authority = try AuthorityOption(arguments)
  }

  func run(in surroundings: Surroundings) async throws -> ExitCode {
    LoopbackProxyExemption.apply()
    try ReportDelivery(common, surroundings).check()
    let (workspace, loaded, isDescribed) = try loaded()
    guard loaded.isUsable, let service = loaded.services.first else {
      for problem in loaded.problems { surroundings.console.complain("\(problem)") }
      return .wrong
    }
    let contract = service.contract
    surroundings.hideCredentials(of: [contract])
    let url = try ServerAddress.url(upstream, of: contract, option: "--upstream", telling: surroundings.console)
    let assumed = try persona.map { try contract.persona(named: $0) }
    let credentials = Credentials(contract: contract, environment: surroundings.environment)
    let folder = service.home.allRecordings
    let isFirst = !FileSystem.isFolder(folder)
    if !isDry, let error = unwritable(service) {
      surroundings.console.complain("plumbline: Recordings couldn't be written. \(error)")
      return .wrong
    }
    if !isDry, isFirst {
      try FileSystem.makeFolder(folder)
      say("Created the folder \(workspace.shown(folder)).", surroundings.console)
    }
    if !isDescribed { sayUndescribed(among: workspace.services, surroundings.console) }
    let judged = try await session(
      with: url, service, Secrets(surroundings.credentials(of: contract)), surroundings, showsDrift: isDescribed)
    var callers = CallerRegistry(
      contract,
      known: contract.personas.map {
        let given = credentials.given(to: $0)
        return .init(persona: $0, credentials: given.credentials, login: given.login)
      }, assumed: assumed, hidden: surroundings.namedCredentials(of: contract), keepsPersonal: keepsPersonal)
    let drafts = workspace.drafts(of: service.home)
    for problem in drafts.problems { surroundings.console.complain("\(problem)") }
    let plan = RecordingPlan(
      judged.exchanges.map { one in
        Capture(one.exchange, outage: one.outage.map { "\($0)" }, broken: one.drift.map(\.rule.id))
      }, of: contract, beside: service.recordings, options: options(url, service.home, drafts.recordings, surroundings),
      callers: &callers)
    let failures = isDry ? [:] : write(plan)
    let shown = callers.shown
    let list = RecordingList(
      plan, guesses: callers.guesses,
      refused: judged.refused.map { (shown.text($0.sentence), $0.times) },
      failures: failures, missing: Self.missing(plan, beside: service))
    say(isDry ? "Nothing was written (--dry-run):" : "Recordings:", surroundings.console)
    for line in list.lines(isDry: isDry, shown: workspace.shown) { say(line, surroundings.console) }
    guard isDescribed else {
      // Without a contract, there is nothing to check the traffic against.
      let isEmpty = plan.files.isEmpty && plan.likes.isEmpty
      say(isEmpty ? "Nothing was recorded." : "Next: plumbline infer \(self.service)", surroundings.console)
      return failures.isEmpty && !isEmpty ? .clean : .wrong
    }
    let secrets = Secrets(surroundings.credentials(of: contract) + callers.secrets.credentials)
    let report = report(judged.exchanges, service, url, secrets, surroundings)
    let code = try ReportDelivery(common, surroundings).deliver(report)
    return failures.isEmpty ? code : .wrong
  }

  private func sayUndescribed(among services: [String], _ console: Console) {
    say("\(service) has no contract yet: the traffic is kept for plumbline infer.", console)
    if let near = Spelling.nearest(service, among: services) {
      say("Did you mean \(near)? It has a contract. Press Ctrl-C now to stop without writing anything.", console)
    }
  }

  /// Loads the service, and returns whether it has a contract. A server given by its URL may have none.
  private func loaded() throws -> (Workspace, LoadedServices, isDescribed: Bool) {
    let workspace = try ServiceName.workspace(for: service, common, near: upstream.contains("://") ? service : nil)
    let isKnown = ServiceHome.isDocument(service) || workspace.services.contains(service)
    guard !isKnown, upstream.contains("://"), ServiceName.isOne(service) else {
      return (
        workspace, try LoadedServices([service], common: common, isServing: true, fillsRecordings: true), true
      )
    }
    return (workspace, LoadedServices(undescribed: workspace.home(of: service)), false)
  }

  /// Serves until stopped, and returns the traffic.
  private func session(
    with url: BaseURL, _ service: LoadedServices.Service, _ secrets: Secrets, _ surroundings: Surroundings,
    showsDrift: Bool
  ) async throws -> (exchanges: [JudgedExchange], refused: [(sentence: String, times: Int)]) {
    let console = surroundings.console
    let stop = surroundings.signals.received()
    let contract = service.contract
    let inspector = Inspector(contract, options: .init(today: surroundings.today))
    let showsDrift = showsDrift && console.showsProgress && !common.isQuiet
    let traffic = Traffic(inspector, secrets: secrets, largest: limits.recorded) { drift in
      guard showsDrift else { return }
      console.complain("    \(drift.liveLine)")
    }
    let realServer = try RealServer(
      url, contract: contract, allowsWrites: allowsWrites, limits: limits.passing.answers,
      trusting: try authority.authorities(in: surroundings), observe: { traffic.take($0) },
      refused: { traffic.refuse($0) })
    let server = try HTTPServer(configuration: .init(limits: limits.passing.requests))
    let place = ListeningPlace(host: nil)
    var configuration = SessionDirectory.Configuration()
    configuration.options = MockOptions(today: surroundings.today)
    configuration.origins = origins
    configuration.secrets = { console.secrets }
    let log = RequestLog(console: console, common.isQuiet || common.reportsOnOutput ? .nothing : .normal)
    let served = ServedService(
      MockLibrary(contract: contract, recordings: service.recordings), configuration, realServer: realServer,
      on: server, place, log)
    do {
      let listeners = try place.listen(on: server, port: port, responder: served.directory)
      say("\(contract.title): \(listeners[0].baseURL)", console)
      say("  forwards to \(url)\(allowsWrites ? "" : ", read-only")", console)
      say(
        isDry
          ? "Press Ctrl-C to end the session; nothing is written (--dry-run)."
          : "Press Ctrl-C to end the session and write the recordings. Killing the process loses the session but damages no file.",
        console)
    } catch {
      await server.shutdown()
      await realServer.shutdown()
      throw error
    }
    await server.serve([served], until: stop, whenStopping: { traffic.end() })
    let exchanges = await traffic.finish()
    if traffic.lost > 0 {
      console.complain(
        "plumbline: \(traffic.lost) more exchanges were dropped: a session holds at most 20,000 exchanges and 512 MB.")
    }
    return (exchanges, traffic.refused)
  }

  private func options(
    _ url: BaseURL, _ home: ServiceHome, _ drafts: [Recording], _ surroundings: Surroundings
  ) -> RecordingPlan.Options {
    var options = RecordingPlan.Options(
      from: "\(url)", on: surroundings.today,
      path: { home.path(ofRecording: $1, of: $0) },
      isThere: { FileSystem.isFile($0) },
      locally: { LocalLocation.of($0, upstream: url, origin: "") })
    options.isOnePerAnswer = isOnePerAnswer
    options.refreshes = refreshes
    options.replaces = replaces
    options.drafts = drafts
    options.largest = ByteSize(limits.recorded)
    options.isOnlyClean = isOnlyClean
    options.templates = { PathTemplates($0).template }
    options.schema =
      FileSystem.isFile("\(home.allRecordings)/recording.schema.json") ? "../../recording.schema.json" : nil
    return options
  }

  /// Returns the problems that the new files introduce. For example, a collection may lack its initial recording.
  private static func missing(_ plan: RecordingPlan, beside service: LoadedServices.Service) -> [Problem] {
    let files = plan.files.filter { !$0.isDraft }
    let made = Set(files.map(\.recording.id))
    let all = service.recordings.filter { !made.contains($0.id) } + files.map(\.recording)
    let before = Set(RecordingLint.problems(in: service.recordings, contract: service.contract))
    return RecordingLint.problems(in: all, contract: service.contract).filter { !before.contains($0) }
  }

  /// Returns an error if recordings can't be written, so that it is reported before the session and not after an hour
  /// of recording.
  private func unwritable(_ service: LoadedServices.Service) -> FileError? {
    for folder in service.contract.endpoints.map(\.id) + [RecordingPlan.undocumented] {
      do throws(FileError) {
        try AtomicFile.check(folder: service.home.folder(ofRecordings: folder))
      } catch {
        return error
      }
    }
    return nil
  }

  /// Writes the files, and returns the errors that occur, by path.
  private func write(_ plan: RecordingPlan) -> [String: FileError] {
    var failures: [String: FileError] = [:]
    for file in plan.files {
      do throws(FileError) {
        try AtomicFile.write(file.bytes, to: file.path)
      } catch {
        failures[file.path] = error
      }
    }
    return failures
  }

  private func report(
    _ exchanges: [JudgedExchange], _ service: LoadedServices.Service, _ url: BaseURL, _ secrets: Secrets,
    _ surroundings: Surroundings
  ) -> Report {
    let contract = service.contract
    var traffic = TrafficReport(command: Self.name, target: "\(url)")
    let inspector = Inspector(contract)
    for one in exchanges {
      let endpoint = inspector.endpoint(of: one.exchange.request)
      traffic.note(one, of: contract, endpoint: endpoint, secrets: secrets, at: endpoint?.location ?? contract.location)
    }
    return traffic.finished(about: [service], today: surroundings.today) { outages in
      "Nothing was recorded: "
        + (outages == 0 ? "no requests were forwarded to \(url)." : "the server at \(url) sent no response.")
    }
  }

  private func say(_ text: String, _ console: Console) {
    if common.isQuiet { return }
    if common.reportsOnOutput { console.complain(text) } else { console.print(text) }
  }
}
