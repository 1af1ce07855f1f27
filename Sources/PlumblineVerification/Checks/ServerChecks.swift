import PlumblineContractModel

/// What a server is asked besides the calls of a suite: whether its lists do what they are asked for, and whom it lets do
/// what.
///
/// They come after the calls, whose answers say how endpoints can be asked, and before the run's items are removed. Their lines
/// prove of no endpoint that it does what it is for.
struct ServerChecks: Sendable {
  let context: CheckContext

  func run() async -> [CallOutcome] {
    var outcomes: [CallOutcome] = []
    for endpoint in context.contract.endpoints { outcomes += await readings(of: endpoint) }
    outcomes += await PermissionCheck(context: context).outcomes()
    outcomes += await IsolationCheck(context: context).outcomes()
    if !isInterrupted { outcomes += await SessionCheck(context: context).outcomes() }
    // Who is locked out for what is tried here has been heard by then.
    outcomes += await CredentialCheck(context: context).outcomes()
    let shown = context.items.exchanges + outcomes.flatMap(\.exchanges)
    let secrets = context.secrets.adding(shown, of: context.contract)
    return outcomes.map(secrets.redact)
  }

  private var isInterrupted: Bool { context.interruption?.reason != nil }

  /// What an endpoint shows that reads.
  private func readings(of endpoint: Endpoint) async -> [CallOutcome] {
    guard endpoint.isSafe else { return [] }
    var outcomes: [CallOutcome] = []
    if context.isAsked(endpoint, ListCheck.name), let sample = context.samples.list(of: endpoint),
      let check = ListCheck(context, sample)
    {
      let verdicts = await check.verdicts()
      if let outcome = context.outcome(of: endpoint, ListCheck.name, verdicts) { outcomes.append(outcome) }
    }
    if context.isAsked(endpoint, CountsCheck.name) {
      let verdicts = await CountsCheck(context: context, endpoint: endpoint).verdicts()
      if let outcome = context.outcome(of: endpoint, CountsCheck.name, verdicts) { outcomes.append(outcome) }
    }
    return outcomes
  }
}
