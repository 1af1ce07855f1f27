import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Requests by a different caller, who can't see an item of the run, for its removal and for everything below its path.
extension IsolationCheck {
  /// Reads the lists below an item as a different caller, and repeats the run's own additions to them.
  ///
  /// - Parameters:
  ///   - read: The endpoint that shows the item at the given path.
  ///   - other: The caller who can't see the item.
  func judgeBelow(
    _ entry: ItemLedger.Entry, _ read: Endpoint, _ path: String, to other: Caller, whose owner: Caller,
    _ exchanges: inout [Exchange]
  ) async -> [Verdict] {
    var verdicts: [Verdict] = []
    for endpoint in contract.endpoints where endpoint.states.count == 1 && context.isAsked(endpoint, Self.name) {
      guard let rule = endpoint.states.first, let place = endpoint.path(below: read, path),
        Self.needs(entry.item.collection, rule),
        let credentials = try? context.credentials.values(for: other.persona, calling: endpoint), !credentials.isEmpty
      else { continue }
      if rule.action == .list, endpoint.request.method == .get,
        Self.changes(atMost: entry.item.collection, rule, endpoint), context.writes.refusal(of: endpoint) == nil
      {
        verdicts += await judgeList(
          endpoint, rule, place, credentials, to: other, whose: owner, &exchanges)
      }
      if rule.action == .create, endpoint.request.method == .post, !endpoint.isSafe {
        verdicts += await judgeAdding(
          endpoint, rule, place, credentials, below: entry.item, to: other, whose: owner, &exchanges)
      }
    }
    return verdicts
  }

  /// Returns a Boolean value that indicates whether a rule rejects callers who don't have the item in the path in their
  /// part of a collection.
  private static func needs(_ collection: String, _ rule: StateRule) -> Bool {
    rule.guards.contains { one in
      guard case .some(let name, let matches) = one.test, name == collection else { return false }
      return [401, 403, 404, 410].contains(one.failure.status)
        && matches.contains { if case .path = $0.address { true } else { false } }
    }
  }

  /// Returns a Boolean value that indicates whether reading a list changes nothing except the item that contains it,
  /// which the run created. For example, reading a conversation marks it as read.
  private static func changes(atMost collection: String, _ rule: StateRule, _ list: Endpoint) -> Bool {
    if list.isSafe { return true }
    guard list.batch == nil else { return false }
    return rule.also.filter { $0.changesSomething }.allSatisfy { change in
      guard case .path = change.key else { return false }
      return change.action == .update && change.collection == collection
    }
  }

  private func judgeList(
    _ list: Endpoint, _ rule: StateRule, _ place: String, _ credentials: [String: String], to other: Caller,
    whose owner: Caller, _ exchanges: inout [Exchange]
  ) async -> [Verdict] {
    guard let collection = rule.collection.flatMap(contract.collection),
      !list.query.contains(where: \.isRequired),
      let own = try? context.credentials.values(for: owner.persona, calling: list)
    else { return [] }
    let listing = await items.read(list, path: place, credentials: own, isPatient: true)
    guard !listing.isBroken, !listing.items.isEmpty else { return [] }
    let exchange = await items.sendWrong(items.request(list, path: place, credentials: credentials))
    exchanges.append(exchange)
    guard let response = exchange.response else { return [] }
    guard let shared = items.items(in: exchange, of: list)?.first(where: { listing.items.contains($0) }) else {
      return response.status >= 500 || response.status == 429 ? [] : [.fits]
    }
    let key = items.key(of: shared, in: collection) ?? ""
    return [shown(key, collection, to: other, whose: owner, at: list, "lists", status: response.status)]
  }

  /// Repeats an addition of the run as a caller without permission. If the server executes it, it is undone like the
  /// run's own additions, unless it is removed along with the item or may be left behind.
  private func judgeAdding(
    _ endpoint: Endpoint, _ rule: StateRule, _ place: String, _ credentials: [String: String], below item: ServerItem,
    to other: Caller, whose owner: Caller, _ exchanges: inout [Exchange]
  ) async -> [Verdict] {
    let isUndone = items.resource(item)?.delete != nil || context.allowsUnknownWrites
    guard isUndone, context.writes.refusal(of: endpoint) == nil, rule.additions.isEmpty,
      let sample = context.samples.all(of: endpoint).first(where: { sample in
        sample.rule === rule && context.records.mark.isIn(sample.exchange.request.body)
      }), let aimed = self.aimed(sample, at: place),
      let request = context.request(aimed, credentials: credentials, keepsQuery: true),
      let exchange = await context.askWrong(request)
    else { return [] }
    exchanges.append(exchange)
    context.records.recorder.note(
      exchange, call: "\(endpoint.id): \(Self.name)", isExcused: context.allowsUnknownWrites)
    await context.records.settle()
    guard let response = exchange.response, let reading = WireReading(request, in: contract) else { return [] }
    guard reading.isDone(response) else { return response.status >= 500 || response.status == 429 ? [] : [.fits] }
    return [
      .drifts(
        context.drift(
          .access.notIsolated, at: endpoint, rule, status: response.status, expected: "a rejection",
          actual: "\(response.status)", detail: "adds", by: exchange,
          "\(other.persona.name) can add to \(item) with \(context.words(request)), but that item belongs to \(owner.persona.name)."
        ))
    ]
  }

  /// Returns a sample with a different path.
  private func aimed(_ sample: Sample, at place: String) -> Sample? {
    let request = sample.exchange.request
    let query = request.target.drop { $0 != "?" }
    let moved = Request(method: request.method, target: place + query, headers: request.headers, body: request.body)
    guard let reading = WireReading(moved, in: contract), reading.endpoint === sample.endpoint else { return nil }
    var exchange = sample.exchange
    exchange.request = moved
    return Sample(endpoint: sample.endpoint, exchange: exchange, reading: reading, persona: sample.persona)
  }

  /// Tries to remove an item of the run as a caller without permission. The attempt is drift only if the item is gone
  /// for its owner.
  func judgeRemoval(
    _ entry: ItemLedger.Entry, _ resource: Resource, to other: Caller, whose owner: Caller,
    _ exchanges: inout [Exchange]
  ) async -> [Verdict] {
    let item = entry.item
    guard let delete = resource.delete, context.isAsked(delete, Self.name), let path = item.path(at: delete),
      context.writes.refusal(of: delete) == nil, context.records.ledger.isOurs(item),
      let credentials = try? context.credentials.values(for: other.persona, calling: delete), !credentials.isEmpty
    else { return [] }
    let request = items.request(delete, path: path, credentials: credentials)
    let faults = RequestValidation(RequestReading(request, for: delete, persona: other.persona), in: contract).faults()
    guard faults.isEmpty, let exchange = await context.askWrong(request) else { return [] }
    exchanges.append(exchange)
    guard let response = exchange.response, let reading = WireReading(request, in: contract) else { return [] }
    let isDone = reading.isDone(response)
    guard isDone || response.status >= 500 else { return response.status == 429 ? [] : [.fits] }
    switch await items.look(for: item, credentials: entry.credentials, isPatient: true) {
    case .there: return isDone ? [.fits] : []
    case .unknown: return []
    case .absent:
      context.records.ledger.mark(item, isRemoved: true)
      return [
        shown(
          item.key, resource.collection, to: other, whose: owner, at: delete, "removes", status: response.status)
      ]
    }
  }
}
