import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineProxying
import PlumblineVerification

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
      "--allow-unknown-writes", nil,
      "Also sends writes that the contract doesn't describe by \"state\", or that nothing removes again. Requires "
        + "--allow-writes; nothing of these is put back."
    ),
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
      "--variants-limit", "N",
      "With --variants: at most so many of each call, the most plausible first; what is left out is listed. Default: all "
        + "of a service with fewer than \(VariantPass.usual) in all, else so many of each call that about as many are played."
    ),
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
    LimitOptions.ofAnswers, AuthorityOption.specification,
  ]
  static let examples = [
    "verify", "verify truelog --only 'tickets.*'", "verify truelog --server http://127.0.0.1:8080 --allow-writes",
    "verify truelog --variants", "verify truelog --direct --server testing",
    "verify truelog --server testing --report junit=build/plumbline.xml",
  ]

  private let request: VerifyRequest

  init(_ arguments: Arguments) throws(UsageError) {
    request = try VerifyRequest(arguments)
  }

  /// Plans, runs and delivers.
  func run(in surroundings: Surroundings) async throws -> ExitCode {
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
