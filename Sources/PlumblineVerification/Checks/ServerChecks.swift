import PlumblineContractModel

/// The checks of a server's lists, permissions and sessions that complement a suite's calls.
///
/// They run after the calls, whose exchanges show how endpoints can be called. Checks that may invalidate the run's
/// credentials come last, when nothing is left to undo, because a server may end all sessions along with one, or lock
/// out a caller without a key. A passed check doesn't prove that an endpoint works.
struct ServerChecks: Sendable {
  let context: CheckContext
  private let mirrors: MirrorCheck

  init(context: CheckContext) {
    self.context = context
    mirrors = MirrorCheck(context: context)
  }

  /// Runs the checks that need the run's own items.
  func run() async -> [CallOutcome] {
    var outcomes: [CallOutcome] = []
    for endpoint in context.contract.endpoints { outcomes += await readings(of: endpoint) }
    outcomes += await SharedItemsCheck(context: context).outcomes()
    outcomes += await ReferenceCheck(context: context).outcomes()
    outcomes += await PermissionCheck(context: context).outcomes()
    outcomes += await IsolationCheck(context: context).outcomes()
    outcomes += await GuardCheck(context: context).outcomes()
    outcomes += await BystanderCheck(context: context).outcomes()
    await mirrors.look()
    outcomes += await TransportCheck(context: context).outcomes()
    return redacted(outcomes)
  }

  /// Runs the checks that come after the removal of the run's own items.
  func runLast() async -> [CallOutcome] {
    guard context.goesOn else { return [] }
    var outcomes = await mirrors.outcomes()
    outcomes += await SessionCheck(context: context).outcomes()
    // Without an open session, the reason for a refusal is unclear.
    if await context.records.given.ends.isEmpty { outcomes += await CredentialCheck(context: context).outcomes() }
    return redacted(outcomes)
  }

  private func redacted(_ outcomes: [CallOutcome]) -> [CallOutcome] {
    let shown = context.items.exchanges + outcomes.flatMap(\.exchanges)
    let secrets = context.secrets.adding(shown, of: context.contract)
    return outcomes.map { secrets.redact($0, of: context.contract) }
  }

  /// Checks a read-only endpoint.
  private func readings(of endpoint: Endpoint) async -> [CallOutcome] {
    guard endpoint.isSafe else { return [] }
    var outcomes: [CallOutcome] = []
    if context.isAsked(endpoint, ListCheck.name) {
      var verdicts: [Verdict] = []
      for sample in await lists(of: endpoint) {
        verdicts += await ListCheck(context, sample)?.verdicts() ?? []
      }
      if let outcome = context.outcome(of: endpoint, ListCheck.name, verdicts) { outcomes.append(outcome) }
      outcomes += [leftOut(of: endpoint)].compactMap { $0 }
    }
    if context.isAsked(endpoint, CountsCheck.name) {
      let verdicts = await CountsCheck(context: context, endpoint: endpoint).verdicts()
      if let outcome = context.outcome(of: endpoint, CountsCheck.name, verdicts) { outcomes.append(outcome) }
    }
    if context.isAsked(endpoint, ComputedCheck.name) {
      let verdicts = await ComputedCheck(context: context, endpoint: endpoint).verdicts()
      if let outcome = context.outcome(of: endpoint, ComputedCheck.name, verdicts) { outcomes.append(outcome) }
    }
    if context.isAsked(endpoint, ContentCheck.name) {
      let verdicts = await ContentCheck(context: context, endpoint: endpoint).verdicts()
      if let outcome = context.outcome(of: endpoint, ContentCheck.name, verdicts) { outcomes.append(outcome) }
    }
    if context.isAsked(endpoint, ExpansionCheck.name) {
      let verdicts = await ExpansionCheck(context: context, endpoint: endpoint).verdicts()
      if let outcome = context.outcome(of: endpoint, ExpansionCheck.name, verdicts) { outcomes.append(outcome) }
    }
    return outcomes
  }

  /// Returns the report line about a list's skipped queries, or `nil` if none was skipped.
  private func leftOut(of endpoint: Endpoint) -> CallOutcome? {
    let questions = context.budget.leftOut(of: endpoint.id)
    guard !questions.isEmpty else { return nil }
    let reason =
      "this list's budget of \(ListBudget.most) requests is used up; not checked: "
      + questions.joined(separator: ", ")
    return context.outcome(of: endpoint, ListCheck.restName, [.undecided(reason)])
  }

  /// Returns an endpoint's lists as the run saw them, and as an anonymous caller sees them if they differ.
  private func lists(of endpoint: Endpoint) async -> [Sample] {
    let lists = context.samples.lists(of: endpoint)
    guard endpoint.authentication.isOptional, endpoint.states.count > lists.count, let known = lists.first,
      let request = context.request(known, credentials: [:], keepsQuery: true),
      let exchange = await context.ask(request),
      let response = exchange.response, let reading = WireReading(exchange.request, in: context.contract),
      reading.isDone(response)
    else { return lists }
    let open = Sample(endpoint: endpoint, exchange: exchange, reading: reading, persona: nil)
    return lists.contains { $0.rule === open.rule } ? lists : lists + [open]
  }
}
