import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblinePact
import PlumblineProxying
import PlumblineReporting
import PlumblineTime
import PlumblineVerification

/// The verification of a provider, or of a contract's mock, against the pacts of its consumers.
struct PactVerification {
  let options: PactVerifyOptions
  let request: VerifyRequest
  let surroundings: Surroundings

  private var console: Console { surroundings.console }
  private var delivery: ReportDelivery { ReportDelivery(request.common, surroundings) }

  func run() async throws -> ExitCode {
    LoopbackProxyExemption.apply()
    try delivery.check()
    let loaded = try request.services.isEmpty ? nil : LoadedServices(request.services, common: request.common)
    if let loaded, !loaded.isUsable { return try deliver(problems: loaded.problems) }
    let service = loaded?.services.first
    if service == nil, request.server?.contains("://") != true {
      throw UsageError(
        "Name the service whose mock to verify: plumbline verify SERVICE --pact FILE. To verify a server without a contract, pass its URL: --server URL."
      )
    }
    let files = try await pacts(of: service?.contract)
    if files.problems.contains(where: { $0.level == .error }) { return try deliver(problems: files.problems) }
    if !request.common.isQuiet {
      for line in PactRemarks(files.pacts).lines(setsUpStates: setsUp) { console.complain(line) }
    }
    guard let contract = service?.contract ?? Self.undescribed(files.pacts.first?.provider ?? "provider") else {
      throw UsageError("The name of the pact's provider can't be used in a report.")
    }
    if let persona = options.persona { _ = try contract.persona(named: persona) }
    if request.server != nil { surroundings.hideCredentials(of: [contract]) }
    let clients = try VerifyClients(request, surroundings)
    let watch = StopWatch(surroundings)
    let done: Result<[PactVerifier.Outcome], any Error>
    var target = "mock"
    do {
      let provider = try self.target(contract, service, clients.server)
      target = provider.name
      done = .success(try await outcomes(of: files, contract, provider, clients.server, watch))
    } catch {
      done = .failure(error)
    }
    console.endProgress()
    await clients.shutdown()
    var report = Report(command: "verify", target: target)
    report.problems = (loaded?.problems ?? []) + files.problems
    let outcomes: [PactVerifier.Outcome]
    switch done {
    case .success(let all): outcomes = all
    case .failure(let error as Unreachable):
      report.exit = Int(ExitCode.unreachable.rawValue)
      report.failure = "\(error)"
      _ = try delivery.deliver(report, showingConsole: false)
      throw error
    case .failure(let error): throw error
    }
    let code = try deliver(outcomes, contract, service, watch, &report)
    guard let broker = options.broker, let version = broker.resultsOf else { return code }
    try await publish(outcomes, of: version, to: files.results, at: broker, isWhole: watch.interruption.reason == nil)
    return code
  }

  // MARK: - Before the run

  /// A Boolean value that indicates whether states are set up, either by a handler or as the mock's seeds.
  private var setsUp: Bool { request.server == nil || options.statesURL != nil }

  /// Reads the pacts from the files and the latest ones from the broker.
  private func pacts(of contract: Contract?) async throws -> PactFiles {
    var files = PactFiles()
    for path in options.files { try files.read(path) }
    if let broker = options.broker, let provider = broker.provider ?? contract?.title {
      let stored = try await PactBroker.with(broker.url, trusting: request.authority, in: surroundings) {
        try await $0.pacts(of: provider)
      }
      for pact in stored { files.add(pact.document, results: pact.results) }
    }
    return files
  }

  /// Returns a contract that contains nothing but a provider's name.
  private static func undescribed(_ name: String) -> Contract? {
    let text = JSON.object([("plumbline", 1), ("service", "provider"), ("title", JSON(name))])
    return ContractLoader.load([
      .init(name: ContractFiles.mainName, path: ContractFiles.mainName, bytes: text.serialized())
    ]).contract
  }

  private func target(
    _ contract: Contract, _ service: LoadedServices.Service?, _ client: UpstreamClient?
  ) throws -> Target {
    guard let server = request.server, let client else {
      return .mock(MockLibrary(contract: contract, recordings: service?.recordings ?? []))
    }
    let url = try ServerAddress.url(server, of: contract, option: "--server", telling: console)
    let deadline = request.options.deadline
    let forwarding = ForwardingResponder(upstream: url, deadline: deadline, client: client)
    return .server(
      url, WholeResponseResponder(forwarding, from: url.authority, limit: request.limits.body, deadline: deadline))
  }

  private func outcomes(
    of files: PactFiles, _ contract: Contract, _ target: Target, _ client: UpstreamClient?, _ watch: StopWatch
  ) async throws -> [PactVerifier.Outcome] {
    var own = PactVerifier.Options(now: WallClock.system())
    own.allowsWrites = request.options.allowsWrites
    own.only = request.options.only
    own.persona = options.persona
    own.environment = surroundings.environment
    own.interruption = watch.interruption
    let states = options.statesURL.flatMap { url in
      client.map { client in
        PactStates(
          url, through: ForwardingResponder(upstream: url, deadline: request.options.deadline, client: client))
      }
    }
    let verifier = PactVerifier(contract: contract, target: target, states: states, options: own)
    let total = files.pacts.reduce(0) { $0 + $1.interactions.count }
    let progress = CallProgress(title: contract.title, total: total, console: console)
    return try await verifier.run(files.pacts) { progress.show($0) }
  }

  // MARK: - After the run

  private func deliver(problems: [Problem]) throws -> ExitCode {
    var report = Report(command: "verify", target: "mock")
    report.problems = problems
    return try delivery.deliver(report)
  }

  private func deliver(
    _ pacts: [PactVerifier.Outcome], _ contract: Contract, _ service: LoadedServices.Service?, _ watch: StopWatch,
    _ report: inout Report
  ) throws -> ExitCode {
    let outcomes = pacts.flatMap(\.calls)
    guard !outcomes.isEmpty else {
      let only = request.options.only.map { "\($0)" }.joined(separator: ", ")
      throw UsageError(
        only.isEmpty
          ? "There is nothing to verify: the pact has no interactions." : "No interaction matches --only \(only).")
    }
    let called = Set(outcomes.map(\.line.endpoint))
    report.add(contract) { called.contains($0) }
    report.calls = outcomes.map(\.line)
    report.drift = DriftMerge.merged(outcomes.flatMap(\.drift))
    report.exchanges = outcomes.reduce(0) { $0 + $1.exchanges.count }
    if let service {
      report.addEvidence(of: outcomes, for: [service])
      // Don't report unused waivers, because a pact run doesn't check everything that a waiver may cover.
      report.applyWaivers(of: [service], today: surroundings.today) { _, _ in false }
    }
    if let (failure, code) = failure(of: outcomes, watch) {
      report.failure = failure
      report.exit = Int(code.rawValue)
    }
    return try delivery.deliver(report)
  }

  /// Returns the reason that a run is incomplete, with its exit status, or `nil` if it is complete.
  private func failure(of outcomes: [CallOutcome], _ watch: StopWatch) -> (String, ExitCode)? {
    if let sentence = watch.sentence, let code = watch.exitCode { return (sentence, code) }
    if !request.allowsSkipped, let reason = outcomes.credentialsMissing { return (reason, .wrong) }
    let isMeant = request.allowsSkipped && outcomes.allSatisfy(\.lacksCredentials)
    if !isMeant, let reason = outcomes.nothingRun { return (reason, .wrong) }
    return nil
  }

  /// Publishes the verification result of each pact that came from the broker.
  private func publish(
    _ outcomes: [PactVerifier.Outcome], of version: String, to targets: [String?], at broker: PactVerifyOptions.Broker,
    isWhole: Bool
  ) async throws {
    var known: [(success: Bool, target: String)] = []
    for (outcome, target) in zip(outcomes, targets) {
      guard let target else { continue }
      guard isWhole, let isKept = outcome.isKept else {
        console.complain(
          "plumbline: The result of \(outcome.pact.consumer)'s pact wasn't published: parts of it weren't verified.")
        continue
      }
      known.append((isKept, target))
    }
    guard !known.isEmpty else { return }
    let results = known
    try await PactBroker.with(broker.url, trusting: request.authority, in: surroundings) { client in
      for result in results {
        try await client.publish(success: result.success, of: version, to: result.target)
      }
    }
  }
}
