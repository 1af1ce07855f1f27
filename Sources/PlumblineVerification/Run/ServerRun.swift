import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineReporting

/// A run against a real server.
///
/// Calls that only read come first. All others then run as journeys, one for each collection in the contract, where the
/// suite's own calls create, read back, edit, act on, and remove items. Calls that need an item get one that the run
/// created. At the end, the server is returned to its former state: the run's remaining items are removed and its
/// changes reverted. Changes that can't be reverted are reported.
actor ServerRun {
  private let plan: RunPlan
  private let verifier: CallVerifier
  private let contract: Contract
  private var records: ServerRecords
  /// A Boolean value that indicates whether the server is a mock that declares itself disposable, so that ids from the
  /// contract can be used.
  private var isDisposable: Bool { records.isDisposable }
  private let items: ItemClient
  private var ledger: ItemLedger { records.ledger }
  private var effects: EffectRun {
    EffectRun(
      records: records, refusals: refusals, interruption: plan.options.interruption,
      deadline: plan.options.deadline)
  }
  /// The errors that the suite's calls expect, by endpoint.
  private let refusals: [String: Set<String>]
  /// The keys in the server's own lists, by collection and caller.
  private var listed: [String: [String]] = [:]
  /// The tasks that read these lists, each started once.
  private var listings: [String: Task<[String], Never>] = [:]
  /// The task that determines whether the server is disposable, started once.
  private var disposability: Task<Bool, Never>?
  /// The ids for paths that come from lists without a `state`.
  private let pathValues: PathValues
  /// The ids looked up so far, by endpoint.
  private var pathIds: [String: [String: String]] = [:]
  /// The collections in which an item couldn't be created, so that it isn't attempted over and over.
  private var barren: Set<String> = []

  init(_ plan: RunPlan, items: ItemClient, logins: LoginHistory) {
    self.plan = plan
    verifier = CallVerifier(plan: plan)
    contract = plan.contract
    self.items = items
    pathValues = PathValues(
      items: items, credentials: plan.credentials, variables: plan.options.variables)
    var refusals: [String: Set<String>] = [:]
    for call in plan.calls {
      if case .failure(let name) = call.expectation, call.means == .data {
        refusals[call.endpoint, default: []].insert(name)
      }
    }
    self.refusals = refusals
    let ledger = ItemLedger()
    let mark = RunMark()
    records = ServerRecords(
      items: items, ledger: ledger, ownership: Ownership(items: items, ledger: ledger, mark: mark),
      refused: RefusedRequests(items: items, ledger: ledger),
      sessions: OwnSessions(contract: plan.contract, credentials: plan.credentials),
      given: GivenSessions(
        contract: plan.contract, credentials: plan.credentials, items: items,
        isThere: !plan.options.only.isEmpty), logins: logins, mark: mark)
  }

  /// Runs the calls and undoes their changes. The lines about the cleanup follow the outcomes of the calls.
  ///
  /// - Throws: ``Unreachable`` if outages prevented every check and there is nothing to clean up.
  func outcomes(progress: @Sendable (CallOutcome) -> Void) async throws(Unreachable) -> [CallOutcome] {
    let calls = plan.calls
    let order = JourneyOrder(calls, of: contract)
    let options = plan.options
    if !order.journeys.isEmpty, plan.writes.allowsWrites { await learnDisposability() }
    let body: @Sendable (Int) async -> CallOutcome = { await self.outcome(of: calls[$0]) }
    var pass = CallPass(order.reading, count: calls.count, interruption: options.interruption)
    await pass.run(width: options.concurrency ?? 1, body, progress: progress)
    for journey in order.journeys {
      var leg = CallPass(journey, count: calls.count, interruption: options.interruption)
      (leg.health, leg.outcomes) = (pass.health, pass.outcomes)
      await leg.run(width: 1, body, progress: progress)
      // A call that lacked an item may find one now that others have been created or removed.
      let lacking = journey.filter { leg.outcomes[$0].map { !$0.missing.isEmpty && $0.exchanges.isEmpty } ?? false }
      var again = CallPass(lacking, count: calls.count, interruption: options.interruption)
      (again.health, again.outcomes) = (leg.health, leg.outcomes)
      await again.run(width: 1, body, progress: { _ in })
      pass = again
    }
    await records.settle()
    let checks = plan.checks(records, after: pass.outcomes, pass.health)
    let checked = await records.given.ends.isEmpty ? checks?.run() ?? [] : []
    if !ledger.open.isEmpty { await renewSessions() }
    let undone = await Cleanup(records).run().map { plan.secrets.redact($0, of: contract) }
    // Always report items that are left behind, whatever else went wrong.
    if undone.allSatisfy({ $0.line.outcome == .passed && $0.line.reason == nil }),
      let outage = pass.health.whyNothingWasJudged,
      options.interruption?.reason == nil, await records.given.ends.isEmpty
    {
      throw Unreachable(target: plan.target.name, outage: outage)
    }
    let checkedLast = await checks?.runLast() ?? []
    let judgement = RunJudgement(plan: plan)
    let outcomes =
      await endedSessions + judgement.whole(pass, calls, progress: progress) + checked + undone + checkedLast
    return judgement.concluded(
      outcomes, own: items.exchanges, undecided: await judgement.undecided(in: outcomes, items))
  }

  /// Returns a Boolean value that indicates whether the server declares itself disposable, and caches the answer.
  @discardableResult private func learnDisposability() async -> Bool {
    let items = items
    let question = disposability ?? Task { await items.isDisposable() }
    disposability = question
    records.isDisposable = await question.value
    return records.isDisposable
  }

  // MARK: - Sessions

  /// Opens new sessions if those from the environment have ended, so that the run's changes can be undone.
  private func renewSessions() async {
    guard plan.writes.allowsWrites,
      let door = SessionOpener(contract, plan.credentials, plan.writes, records)
    else { return }
    await records.given.renew { persona in
      guard case .open(let session) = await door.open(persona) else { return nil }
      return session.handedOut
    }
  }

  /// The outcomes that report sessions from the environment that have ended.
  private var endedSessions: [CallOutcome] {
    get async {
      await records.given.ends.map(endedSession)
    }
  }

  private func endedSession(_ end: GivenSessions.End) -> CallOutcome {
    var line = Report.CallLine(
      service: contract.service, endpoint: end.endpoint.id, name: "ends the session of \(end.persona)",
      outcome: .failed, reason: end.sentence, milliseconds: 0)
    line.isProof = false
    line.isUndoing = true
    return plan.secrets.redact(CallOutcome(line: line), of: contract)
  }

  // MARK: - One call

  private func outcome(of call: Call) async -> CallOutcome {
    guard let endpoint = contract.endpoint(call.endpoint) else { return await verifier.outcome(of: call) }
    if needsPathValues(call, endpoint) { pathIds[endpoint.id] = await pathValues.values(for: endpoint) }
    var outcome = await attempt(call, endpoint)
    for _ in 0..<3 where !outcome.missing.isEmpty && outcome.exchanges.isEmpty {
      var isProvided = false
      for name in outcome.missing {
        if await provide(name, for: call, endpoint) { isProvided = true }
      }
      guard isProvided else { break }
      outcome = await attempt(call, endpoint)
    }
    return await judged(call, outcome)
  }

  /// Returns the reason not to make a call because its session has ended, or `nil` if the session is open.
  private func endedSession(for call: Call, _ endpoint: Endpoint) async -> String? {
    let persona = (try? plan.persona(of: call)) ?? nil
    return await records.given.end(for: persona, calling: endpoint).map { plan.secrets.redact($0.reason) }
  }

  /// Returns a Boolean value that indicates whether a read-only call would use made-up or recorded ids in its path.
  private func needsPathValues(_ call: Call, _ endpoint: Endpoint) -> Bool {
    guard endpoint.isSafe, pathIds[endpoint.id] == nil else { return false }
    return call.guesses.identifiers.contains { identifier in
      identifier.parameter != nil && plan.options.variables[identifier.variable] == nil
        && plan.suite.variables.contains { $0.name == identifier.variable && $0.source == .given }
    }
  }

  private func attempt(_ call: Call, _ endpoint: Endpoint) async -> CallOutcome {
    if let ended = await endedSession(for: call, endpoint) { return plan.skipped(call, ended) }
    await lookAround(before: call, endpoint)
    await records.given.prepare(before: endpoint)
    records.images.clear()
    let outcome = await verifier.outcome(of: call, lookups: lookups(for: endpoint, call), records: records)
    if await records.given.note(outcome.exchanges, by: call.title) { await renewSessions() }
    // Before another call may use them, determine which new items this call owns and which of its changes had no
    // effect.
    await records.settle()
    guard outcome.line.outcome != .passed, await records.given.refused(outcome.exchanges),
      let ended = await endedSession(for: call, endpoint)
    else { return outcome }
    // Skip the call: a refusal because of an ended session proves nothing about the endpoint.
    var skip = plan.skipped(call, ended)
    skip.exchanges = outcome.exchanges
    skip.usedValues = outcome.usedValues
    skip.line.isUndecided = verifier.hasSentChange(outcome)
    return skip
  }

  /// Reads the existing items before the first item is created, so that none of them is mistaken for the run's own.
  /// During a call there is no time for that.
  private func lookAround(before call: Call, _ endpoint: Endpoint) async {
    guard call.expectation == .success, call.means == .data, plan.writes.refusal(of: endpoint) == nil,
      let persona = try? plan.persona(of: call) ?? contract.personas.first,
      let credentials = try? plan.credentials.values(for: persona, calling: endpoint)
    else { return }
    for rule in endpoint.states where rule.action == .create {
      guard let collection = rule.collection.flatMap(contract.collection) else { continue }
      await records.ownership.lookAround(collection, within: [:], credentials: credentials)
    }
  }

  // MARK: - Values

  /// Returns the values for a call to an endpoint, and the names of the variables that it must not make up.
  private func lookups(for endpoint: Endpoint, _ call: Call) -> VariableLookups {
    let own = endpoint.states.lazy.compactMap(\.collection).first
    let removes = endpoint.request.method == .delete || endpoint.removesItems
    var values: [String: String] = [:]
    var withoutDefault: Set<String> = []
    var withDefault: Set<String> = []
    var shown: [String: [String]] = [:]
    var places: [String: Int] = [:]
    var origins: [String: Report.UsedValue.Origin] = [:]
    for variable in plan.suite.variables {
      switch variable.source {
      case .given:
        values[variable.name] = pathIds[endpoint.id]?[variable.name]
        origins[variable.name] = .found
      case .expendable:
        if !endpoint.isSafe { withoutDefault.insert(variable.name) }
      case .missing:
        if !endpoint.isSafe { values[variable.name] = own.flatMap(ledger.removed)?.key }
        origins[variable.name] = .made
        if isDisposable { withDefault.insert(variable.name) }
      case .item(let name), .removable(let name):
        // A default is fine for the parent of a removed item, because the parent is kept.
        if isDisposable, removes, name != own { withDefault.insert(variable.name) }
        // Defaults are for the mock. A generated call may use guesses, because a refusal of guessed values is excused.
        if endpoint.isSafe, !isDisposable, !call.guesses.identifiers.contains(where: { $0.variable == variable.name }) {
          withoutDefault.insert(variable.name)
        }
        guard let resource = items.resource(name) else { continue }
        let place = places[name, default: 0]
        places[name] = place + 1
        if endpoint.isSafe {
          guard resource.hasUsableList else { continue }
          // Give variables for several items different keys, so that calls see more than one item.
          let keys = keysSeen(of: name, for: call)
          values[variable.name] = keys.flatMap { $0.isEmpty ? nil : $0[place % $0.count] }
          shown[variable.name] = keys
          origins[variable.name] = .found
          if keys?.isEmpty ?? true { withoutDefault.insert(variable.name) }
        } else if name == own || !isDisposable {
          // Use the run's own item for subsequent calls, even if nothing removes it.
          let made = ledger.made(name)?.key
          guard resource.isReplaceable || !isDisposable && made?.isEmpty == false else { continue }
          values[variable.name] = made
          origins[variable.name] = .made
          withoutDefault.insert(variable.name)
        }
      }
    }
    for (name, value) in plan.options.variables where isUsable(name, for: endpoint, call, own) {
      values[name] = value
      shown[name] = nil
      origins[name] = .given
    }
    // Other ids may belong to other users' items, so never use guessed ids for writes or removals.
    let guessed = Set((pathIds[endpoint.id] ?? [:]).keys).subtracting(plan.options.variables.keys)
    return VariableLookups(
      values, allowsDefaults: endpoint.isSafe || (isDisposable && !removes), withoutDefault: withoutDefault,
      withDefault: withDefault, listed: shown, guessed: guessed, origins: origins)
  }

  /// Returns a Boolean value that indicates whether a call may use the user's value for a variable. The user's item may
  /// be read and edited, but never removed or used in a deliberately wrong request.
  private func isUsable(_ name: String, for endpoint: Endpoint, _ call: Call, _ own: String?) -> Bool {
    guard case .item(let collection) = plan.suite.variables.first(where: { $0.name == name })?.source else {
      return true
    }
    if call.needsOwnItem, !endpoint.isSafe { return false }
    return collection != own || !endpoint.removesItems
  }

  /// Finds a value that a call lacks, or returns `false` if that is impossible.
  private func provide(_ name: String, for call: Call, _ endpoint: Endpoint) async -> Bool {
    switch plan.suite.variables.first(where: { $0.name == name })?.source {
    case .item(let collection), .removable(let collection):
      let resource = items.resource(collection)
      guard endpoint.isSafe else { return if let resource { await make(resource) } else { false } }
      // Without a list, items are known to exist only on a disposable mock.
      guard let resource, resource.hasUsableList else { return await learnDisposability() }
      return await read(resource, for: call)
    case .given, .expendable, .missing, nil: return false
    }
  }

  /// Reads the server's items only once. Concurrent callers wait for the same result.
  private func read(_ resource: Resource, for call: Call) async -> Bool {
    guard let list = resource.openList else { return false }
    for persona in onlookers(for: call) {
      if await records.given.end(for: persona, calling: list) != nil { continue }
      let name = sight(of: resource.collection.name, for: persona)
      let reading = listings[name] ?? Task { await self.keys(in: list, of: resource, for: persona) }
      listings[name] = reading
      let found = await reading.value
      listed[name] = found
      if !found.isEmpty { return true }
    }
    return false
  }

  /// Returns the personas that search for a call's items: first the call's own, because a server may show callers only
  /// their own items, and then the usual one in case that finds nothing.
  private func onlookers(for call: Call) -> [Persona?] {
    let usual = contract.personas.first
    let own = (try? plan.persona(of: call)) ?? usual
    return own?.name == usual?.name ? [own] : [own, usual]
  }

  /// Returns the keys seen in a collection, or `nil` if one of the personas hasn't looked yet.
  private func keysSeen(of collection: String, for call: Call) -> [String]? {
    for persona in onlookers(for: call) {
      guard let keys = listed[sight(of: collection, for: persona)] else { return nil }
      if !keys.isEmpty { return keys }
    }
    return []
  }

  private func sight(of collection: String, for persona: Persona?) -> String {
    "\(collection) \(persona?.name ?? "")"
  }

  private func keys(in list: Endpoint, of resource: Resource, for persona: Persona?) async -> [String] {
    let credentials = try? persona.map { try plan.credentials.values(for: $0, calling: list) }
    let exchange = await items.send(
      items.request(list, path: list.request.template.text, credentials: credentials ?? [:]))
    records.recorder.noteShown(exchange)
    return (items.items(in: exchange, of: list) ?? []).filter { !resource.isTombstone($0) }
      .compactMap { items.key(of: $0, in: resource.collection) }
  }

  /// Creates an item with one of the suite's calls.
  private func make(_ resource: Resource) async -> Bool {
    let name = resource.collection.name
    guard resource.isReplaceable || mayMakeForGood(resource), !barren.contains(name), ledger.made(name) == nil else {
      return false
    }
    let ids = Set(resource.creating.map(\.id))
    // Stop after one item that can't be found again.
    guard !ledger.doubts.contains(where: { ids.contains($0.endpoint) }) else {
      barren.insert(name)
      return false
    }
    for call in plan.suiteCalls
    where ids.contains(call.endpoint) && call.expectation == .success && call.means == .data {
      guard let endpoint = contract.endpoint(call.endpoint) else { continue }
      _ = await attempt(call, endpoint)
      if ledger.made(name) != nil { return true }
    }
    barren.insert(name)
    return false
  }

  /// Returns a Boolean value that indicates whether the user allows creating an item that no request removes.
  private func mayMakeForGood(_ resource: Resource) -> Bool {
    !isDisposable && plan.options.allowsUnknownWrites && resource.collection.key != nil
      && !resource.creating.isEmpty
  }

  // MARK: - Effects

  /// Returns an outcome with any drift between the effects of the call's requests and their responses or the contract.
  private func judged(_ call: Call, _ outcome: CallOutcome) async -> CallOutcome {
    guard !outcome.exchanges.isEmpty else { return outcome }
    if outcome.drift.contains(where: { $0.rule == Rule.effect.guardIgnored }) {
      let items = outcome.exchanges.compactMap { WireReading($0.request, in: contract)?.item }
      for item in items { ledger.note(forced: item, by: call.title) }
    }
    var drift = await effects.drift(of: outcome.exchanges, isMeant: call.expectation == .success)
    // Verify items that the safeguard or the effect checks created or changed before the next call.
    await records.settle()
    guard !drift.isEmpty else { return outcome }
    let title = call.title
    for index in drift.indices { drift[index].call = title }
    var judged = outcome
    judged.drift += drift
    if judged.line.outcome == .passed { judged.line.outcome = .drifted }
    return plan.secrets.adding(judged.exchanges, of: contract).redact(judged, of: contract)
  }
}
