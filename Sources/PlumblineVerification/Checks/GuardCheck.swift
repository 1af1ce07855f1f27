import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A check that sends requests that an item's state forbids, such as taking more than is available, ending something
/// that is in use, or changing a different caller's items.
///
/// It runs only if writes are allowed, and only on an item that it creates by repeating a creating request of a call.
/// Requests that a call of the suite has tried aren't repeated. Rules that depend on other items can't be checked here.
struct GuardCheck: Sendable {
  static let name = "rejects what the current state forbids"

  let context: CheckContext

  private var contract: Contract { context.contract }
  private var items: ItemClient { context.items }

  /// A documented refusal.
  private struct Promise {
    let endpoint: Endpoint
    let rule: StateRule
    let failure: Failure
    let kind: Kind
  }

  private enum Kind {
    /// The body adds a number to the item until the item no longer fits its schema.
    case excess(JSONPointer)
    /// The item's state doesn't meet a condition, regardless of the request.
    case unless(Condition)
    /// The item isn't the caller's own.
    case own
  }

  func outcomes() async -> [CallOutcome] {
    guard context.writes.allowsWrites else { return [] }
    var outcomes: [CallOutcome] = []
    for collection in contract.collections {
      let promises = promises(of: collection)
      let resource = Resource(collection, in: contract)
      guard !promises.isEmpty, resource.isReplaceable, context.goesOn,
        let item = await context.make(resource, for: Self.name)
      else { continue }
      for promise in promises where context.goesOn {
        var exchanges: [Exchange] = []
        let verdict = await verdict(on: promise, item, resource, &exchanges)
        let verdicts = verdict.map { [$0] } ?? []
        if let outcome = context.outcome(of: promise.endpoint, Self.name, verdicts, exchanges: exchanges) {
          outcomes.append(outcome)
        }
      }
    }
    return outcomes
  }

  // MARK: - Promises

  /// Returns the refusals that can be tried with a collection's items: first excessive amounts, then those that need an
  /// item in a certain state, and last those that would remove the item.
  private func promises(of collection: ItemCollection) -> [Promise] {
    let all = contract.endpoints.flatMap { endpoint -> [Promise] in
      guard endpoint.states.count == 1, let rule = endpoint.states.first, rule.collection == collection.name,
        rule.action == .update || rule.action == .delete, endpoint.keyParameter(of: collection.name) != nil,
        context.writes.refusal(of: endpoint) == nil, context.isAsked(endpoint, Self.name),
        // If a request has no effect, a request that undoes it can't be relied on either.
        !context.records.waits.hold(Rule.effect.notApplied, at: endpoint)
      else { return [] }
      return promises(of: endpoint, rule).filter { promise in
        !(context.refusals[endpoint.id]?.contains(promise.failure.name) ?? false)
      }
    }
    func rank(_ promise: Promise) -> Int {
      switch promise.kind {
      case .excess: 0
      case .unless, .own: promise.rule.action == .delete ? 2 : 1
      }
    }
    return (0...2).flatMap { wanted in all.filter { rank($0) == wanted } }
  }

  private func promises(of endpoint: Endpoint, _ rule: StateRule) -> [Promise] {
    var promises: [Promise] = []
    if let failure = rule.otherwise, rule.merge == .none, rule.additions.count == 1,
      case .value(.body(let place), _) = rule.additions[0].amount, !context.samples.all(of: endpoint).isEmpty
    {
      promises.append(Promise(endpoint: endpoint, rule: rule, failure: failure, kind: .excess(place)))
    }
    guard !(endpoint.query + endpoint.headers).contains(where: \.isRequired) else { return promises }
    if let failure = rule.own, contract.collection(rule.collection ?? "")?.isPerCaller == false {
      promises.append(Promise(endpoint: endpoint, rule: rule, failure: failure, kind: .own))
    }
    for one in rule.guards where !(endpoint.body?.isRequired ?? false) {
      guard case .unless(let condition) = one.test, condition.clauses.allSatisfy(\.isAboutItem) else { continue }
      promises.append(Promise(endpoint: endpoint, rule: rule, failure: one.failure, kind: .unless(condition)))
    }
    return promises
  }

  // MARK: - Items

  private func settle(_ exchange: Exchange, at endpoint: Endpoint) async {
    await context.settle(exchange, at: endpoint, for: Self.name)
  }

  private func credentials(_ item: ServerItem, for endpoint: Endpoint) -> [String: String] {
    let shown = context.records.ledger.entry(item)?.credentials ?? [:]
    let persona = contract.personas.first { persona in
      guard let own = try? context.credentials.values(for: persona, calling: endpoint), !own.isEmpty else {
        return false
      }
      return own.allSatisfy { shown[$0.key] == nil || shown[$0.key] == $0.value }
    }
    return persona.flatMap { try? context.credentials.values(for: $0, calling: endpoint) } ?? shown
  }

  /// Returns the item as the server shows it, or `nil` if the item isn't shown, or violates the contract and therefore
  /// proves nothing.
  private func look(for item: ServerItem, _ resource: Resource) async -> JSON? {
    guard let entry = context.records.ledger.entry(item),
      case .there(let snapshot) = await items.look(for: item, credentials: entry.credentials, isPatient: true),
      resource.collection.item.isValid(snapshot.item)
    else { return nil }
    return snapshot.item
  }

  // MARK: - Trying

  private func verdict(
    on promise: Promise, _ item: ServerItem, _ resource: Resource, _ exchanges: inout [Exchange]
  ) async -> Verdict? {
    guard context.records.ledger.isOurs(item), let path = item.path(at: promise.endpoint) else { return nil }
    let endpoint = promise.endpoint
    var request: Request?
    var caller = Call.Caller.first
    switch promise.kind {
    case .excess(let place):
      guard let shown = await look(for: item, resource) else { return nil }
      request = excessive(place, promise, item, shown, resource.collection)
    case .unless(let condition):
      guard await bring(item, resource, beyond: condition, for: promise) else { return nil }
      request = items.request(endpoint, path: path, credentials: credentials(item, for: endpoint))
    case .own:
      guard let other = other(thanOwnerOf: item, at: endpoint) else { return nil }
      caller = .persona(other.persona.name)
      request = self.request(endpoint, path: path, credentials: other.credentials)
    }
    guard let request, let exchange = await context.askWrong(request) else { return nil }
    exchanges.append(exchange)
    await settle(exchange, at: endpoint)
    guard let response = exchange.response, let reading = WireReading(request, in: contract) else { return nil }
    guard reading.isDone(response) else {
      return (400..<500).contains(response.status) && response.status != 429 ? .fits : nil
    }
    return IgnoredRefusal(
      contract: contract, endpoint: endpoint, caller: caller, exchange: exchange, response: response,
      promised: promise.failure
    ).drift.map { .drifts($0) }
  }

  /// Returns a persona that may call an endpoint and isn't an item's owner, with its credentials from the environment.
  private func other(
    thanOwnerOf item: ServerItem, at endpoint: Endpoint
  ) -> (persona: Persona, credentials: [String: String])? {
    let owner = context.records.ledger.entry(item)?.credentials ?? [:]
    let request = Request(method: endpoint.request.method, target: item.path(at: endpoint) ?? "/")
    return contract.personas.lazy.compactMap { persona in
      guard let own = try? context.credentials.values(for: persona, calling: endpoint), !own.isEmpty,
        own.contains(where: { owner[$0.key] != nil && owner[$0.key] != $0.value }),
        endpoint.requirement(lackedBy: persona, sending: request) == nil
      else { return nil }
      return (persona, own)
    }.first
  }

  /// Returns a request with the body that a call sent to the endpoint, if the endpoint takes one, or `nil` if no call
  /// did.
  private func request(_ endpoint: Endpoint, path: String, credentials: [String: String]) -> Request? {
    let body = context.samples.all(of: endpoint).lazy.compactMap(\.reading.request.body).first
    guard body != nil || !(endpoint.body?.isRequired ?? false) else { return nil }
    return valid(items.request(endpoint, path: path, credentials: credentials, body: body), endpoint)
  }

  /// Returns a request that is valid except for a number that would make the item violate its schema, or `nil` if there
  /// is none.
  private func excessive(
    _ place: JSONPointer, _ promise: Promise, _ item: ServerItem, _ shown: JSON, _ collection: ItemCollection
  ) -> Request? {
    let known = Set(shown.members.compactMap { $0.value.int }.filter { $0 >= 0 && $0 < .max }.map { $0 + 1 })
    for sample in context.samples.all(of: promise.endpoint) {
      for amount in known.union([1, 1_000_000]).sorted() {
        guard let body = sample.reading.request.body?.having(JSON(amount), at: place),
          let request = request(like: sample, to: item, body: body),
          let changed = result(of: request, shown), !collection.item.isValid(changed)
        else { continue }
        return request
      }
    }
    return nil
  }

  /// Brings an item into a state where a condition no longer holds, using reversible requests that calls sent for other
  /// items or, if none helps, the request under test. Returns `false` if that is impossible.
  private func bring(
    _ item: ServerItem, _ resource: Resource, beyond condition: Condition, for promise: Promise
  ) async -> Bool {
    let endpoint = promise.endpoint
    let asked = RequestReading(
      Request(method: endpoint.request.method, target: item.path(at: endpoint) ?? "/"), for: endpoint)
    let isBeyond: @Sendable (JSON) -> Bool = { !condition.holds(for: asked, item: $0) }
    guard let shown = await look(for: item, resource) else { return false }
    if isBeyond(shown) { return true }
    for update in resource.updates where update.states.count == 1 {
      guard let inverse = resource.inverse(of: update.states[0]),
        !context.records.waits.hold(Rule.effect.notApplied, at: inverse)
      else { continue }
      for sample in context.samples.all(of: update) {
        guard let body = sample.reading.request.body, let request = request(like: sample, to: item, body: body),
          await isCarriedOut(request, on: item, shown, resource, at: update, isBeyond)
        else { continue }
        return true
      }
    }
    guard isOnce(promise.rule, resource),
      let sample = context.samples.all(of: endpoint).first,
      let request = request(like: sample, to: item, body: sample.reading.request.body)
    else { return false }
    return await isCarriedOut(request, on: item, shown, resource, at: endpoint, isBeyond)
  }

  /// Returns a Boolean value that indicates whether a rule only sets values and leaves its item in a state that allows
  /// its removal, so that the item needn't be restored.
  private func isOnce(_ rule: StateRule, _ resource: Resource) -> Bool {
    rule.action == .update && !rule.assignments.isEmpty && rule.additions.isEmpty && rule.also.isEmpty
      && resource.delete?.states.allSatisfy { $0.guards.isEmpty } ?? false
  }

  /// Sends a request that brings an item into a state according to the contract, and returns a Boolean value that
  /// indicates whether the item then shows this state.
  private func isCarriedOut(
    _ request: Request, on item: ServerItem, _ shown: JSON, _ resource: Resource, at endpoint: Endpoint,
    _ isBeyond: @escaping @Sendable (JSON) -> Bool
  ) async -> Bool {
    guard let changed = result(of: request, shown), resource.collection.item.isValid(changed), isBeyond(changed),
      let exchange = await context.act(request)
    else { return false }
    await settle(exchange, at: endpoint)
    let credentials = context.records.ledger.entry(item)?.credentials ?? [:]
    let sight = await items.look(for: item, credentials: credentials) { sight in
      if case .there(let snapshot) = sight { isBeyond(snapshot.item) } else { false }
    }
    return if case .there(let snapshot) = sight { isBeyond(snapshot.item) } else { false }
  }

  /// Returns a sample's request for a different item, or `nil` if the contract doesn't allow it.
  private func request(like sample: Sample, to item: ServerItem, body: JSON?) -> Request? {
    let endpoint = sample.endpoint
    guard let path = item.path(at: endpoint) else { return nil }
    return valid(
      items.request(endpoint, path: path, credentials: credentials(item, for: endpoint), body: body), endpoint)
  }

  private func valid(_ request: Request, _ endpoint: Endpoint) -> Request? {
    RequestValidation(RequestReading(request, for: endpoint), in: contract).faults().isEmpty ? request : nil
  }

  /// Returns an item as the contract says it is after a request that adds to it, or `nil` if the contract's description
  /// is incomplete.
  private func result(of request: Request, _ shown: JSON) -> JSON? {
    guard let reading = WireReading(request, in: contract), let rule = reading.rule else { return nil }
    let members = ExpectedItem(after: reading, rule, before: shown).members
    guard rule.additions.allSatisfy({ addition in members.contains { $0.place == addition.target } }) else {
      return nil
    }
    return members.reduce(Optional(shown)) { $0?.replacing($1.place, with: $1.value) }
  }
}

extension Condition.Clause {
  /// A Boolean value that indicates whether the clause depends only on the item.
  fileprivate var isAboutItem: Bool { if case .item = address { true } else { false } }
}

extension JSON {
  /// Returns the value with another one replaced at a pointer, or added at the top level. Returns `nil` if neither is
  /// possible.
  fileprivate func having(_ value: JSON, at place: JSONPointer) -> JSON? {
    if at(place) != nil { return replacing(place, with: value) }
    guard kind == .object, place.tokens.count == 1 else { return nil }
    return setting(place.tokens[0], to: value)
  }
}
