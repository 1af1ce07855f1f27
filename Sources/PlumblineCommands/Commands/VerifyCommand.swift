import PlumblineContractModel
import PlumblineVerification

/// The command that runs the Swift clients against the mock or a real server, and reports every drift.
struct VerifyCommand: Command {
  static let name = "verify"
  static let summary =
    "Tests your Swift clients against the mock; or a server, read-only by default, with clients, generated "
    + "requests or a pact; reports drift"
  static let choice: String? =
    "Use it to test a server (--server), or your Swift client against the mock (the default). Requests come from your client, are "
    + "generated (--direct), or come from a consumer's pact (--pact). For captured traffic, use check; to see "
    + "which endpoints exist, probe."
  static let operands = "[SERVICE…]"
  static let options: [OptionSpecification] = ofCalls + PactVerifyOptions.specifications
  private static let ofCalls = [
    OptionSpecification(
      "--server", "NAME|URL",
      "Verify against this server instead of the mock: a server name from the contract or a base URL. Read-only unless "
        + "--allow-writes is given; credentials come from the environment."),
    OptionSpecification(
      "--allow-writes", nil,
      "Also run calls that change data on the server. They work on items that the run creates; changes are undone at the end, "
        + "and anything that can't be undone is listed."),
    OptionSpecification(
      "--allow-unknown-writes", nil,
      "Also send writes that can't be undone: those that the contract's \"state\" doesn't describe, and those that create "
        + "an item that no endpoint deletes. Requires --allow-writes."
    ),
    OptionSpecification(
      "--only", "PATTERN", "Only matching endpoints, links or calls: tickets.*, '*: *permission*'. Repeatable."),
    OptionSpecification(
      "--var", "NAME=VALUE",
      "A value that exists on the server: --var ticket_id=77, or PLUMBLINE_VAR_TICKET_ID in the environment. By default ids "
        + "come from the server's lists, or from items that the run creates. Repeatable."),
    OptionSpecification(
      "--mutations", nil,
      "After the normal run, test the client with mutated responses: rerun each successful call with every mutation that the "
        + "contract allows, and many that it forbids.", older: "--variants"),
    OptionSpecification(
      "--mutations-limit", "N",
      "With --mutations: the maximum per call, most plausible first; the rest are listed. Default: all, or, if a "
        + "service has more than \(VariantPass.usual), about that many in total.",
      older: "--variants-limit"),
    OptionSpecification(
      "--direct", nil,
      "Send requests built from recordings and schemas instead of running the Swift clients. Needs no call suite."
    ),
    OptionSpecification(
      "--allow-skipped", nil,
      "Don't fail when calls are skipped for missing credentials. By default a run that has to skip all of them exits with 2."
    ),
    OptionSpecification("--timeout", "SECONDS", "The time limit for a call. Default: 20."),
    OptionSpecification(
      "--concurrency", "N",
      "The number of calls that run at once. Default: 4; 1 with --server, where writes always run alone."),
    OptionSpecification("--rate", "N/s", "The maximum rate of requests to the server: 5/s, 30/min."),
    OptionSpecification(
      "--retries", "N",
      "The maximum number of retries of a GET, HEAD, OPTIONS, PUT or DELETE after a connection error. Default: 2. A "
        + "POST is never retried."
    ),
    LimitOptions.ofAnswers, AuthorityOption.specification,
  ]
  static let examples = [
    "verify", "verify truelog --only 'tickets.*'", "verify truelog --server http://127.0.0.1:8080 --allow-writes",
    "verify truelog --mutations", "verify truelog --direct --server testing",
    "verify truelog --server testing --report junit=build/plumbline.xml",
    "verify truelog --pact web-shop.json --server testing",
  ]

  private let request: VerifyRequest
  /// The pacts to verify instead of the suites' calls, or `nil` if none is named.
  private let pacts: PactVerifyOptions?

  init(_ arguments: Arguments) throws(UsageError) {
    pacts = try PactVerifyOptions(arguments)
    request = try VerifyRequest(arguments)
  }

  /// Plans the run, makes the calls and delivers the report.
  func run(in surroundings: Surroundings) async throws -> ExitCode {
    if let pacts {
      return try await PactVerification(options: pacts, request: request, surroundings: surroundings).run()
    }
    LoopbackProxyExemption.apply()
    let delivery = VerifyDelivery(request: request, surroundings: surroundings)
    try delivery.check()
    let loaded = try LoadedServices(request.services, common: request.common)
    guard loaded.isUsable else { return try delivery.deliver(problemsOf: loaded) }
    if request.server != nil { surroundings.hideCredentials(of: loaded.services.map(\.contract)) }
    let clients = try VerifyClients(request, surroundings)
    let watch = StopWatch(surroundings)
    let done: Result<(VerifyPlan, VerifyHarvest), any Error>
    do {
      let plan = try VerifyPlan(request, loaded, clients, watch.interruption, surroundings)
      done = .success((plan, try await VerifyRun(plan, watch.interruption, surroundings.console).harvest()))
    } catch {
      done = .failure(error)
    }
    surroundings.console.endProgress()
    await clients.shutdown()
    let (plan, harvest) = try done.get()
    return try delivery.deliver(harvest, of: plan, repetitions: clients.repetitions, watch)
  }
}
