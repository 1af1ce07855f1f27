import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Repetitions of requests, to check that they have the same effect. Requests to the run's own items are repeated, and
/// other requests only if they set values that the run restores.
extension EffectRun {
  /// A Boolean value that indicates whether the run hasn't been interrupted. An interrupted run sends only necessary
  /// requests.
  var goesOn: Bool { interruption?.reason == nil }

  // MARK: - Members that weren't sent

  /// Returns the members that were certainly changed by a request rather than by a different client: the request
  /// changed them again after they were restored, or its own response shows the change.
  func reproduced(
    _ names: [String], _ judge: EffectJudge, _ write: Write, _ after: JSON, _ credentials: [String: String]
  ) async -> [String] {
    let said = names.filter { name in
      judge.told?[name].map { told in
        Equivalence.holds(after[name] ?? .null, told) && !Equivalence.holds(judge.before?[name] ?? .null, told)
      } ?? false
    }
    if records.waits.hold(judge.unsentChanged(names, after)) { return names }
    // Additional effects of the request, such as creating another item, would happen twice.
    guard goesOn, ledger.isOurs(judge.item), judge.rule === write.rule, let before = judge.before,
      judge.rule.additions.isEmpty, judge.rule.also.isEmpty,
      let way = wayBack(of: names.map { JSONPointer(tokens: [$0]) }, write, judge.item, to: before)
    else { return said }
    for (endpoint, request) in way.requests {
      guard goesOn else { return said }
      let exchange = await items.sendFresh(request, to: endpoint, credentials: write.reading.credentials)
      guard exchange.response.map({ (200..<300).contains($0.status) }) ?? false else { return said }
    }
    let restored = await items.look(for: judge.item, credentials: credentials) { sight in
      guard case .there(let snapshot) = sight else { return false }
      return way.missing(in: snapshot.item).isEmpty
    }
    guard case .there(let snapshot) = restored, way.missing(in: snapshot.item).isEmpty else { return said }
    // After an interruption, leave the restored members as they are.
    guard goesOn else { return said }
    let again = await items.sendFresh(
      write.exchange.request, to: write.reading.endpoint, credentials: write.reading.credentials)
    guard again.response.map(write.reading.isDone) ?? false else { return said }
    let sight = await items.look(for: judge.item, credentials: credentials) { sight in
      guard case .there(let snapshot) = sight else { return false }
      return judge.changedUnsent(snapshot.item, among: Set(names)).isEmpty
    }
    guard case .there(let snapshot) = sight else { return [] }
    return judge.changedUnsent(snapshot.item, among: Set(names))
  }

  // MARK: - The same once more

  /// Returns the drift of a repeated request that creates a second item or is rejected, although the contract says that
  /// a repetition changes nothing.
  func repetition(of write: Write, _ item: ServerItem, _ judge: EffectJudge) async -> [Drift] {
    guard goesOn, ledger.isOurs(item), judge.rule === write.rule else { return [] }
    switch write.rule.action {
    case .update where write.rule.createsMissing && write.exchange.request.method == .put:
      // Repeating the request would repeat its additional effects.
      guard write.rule.also.isEmpty, write.rule.additions.isEmpty else { return [] }
      return await putAgain(write, item, judge)
    case .create:
      guard let failure = uniqueness(of: write.rule),
        !(refusals[write.reading.endpoint.id]?.contains(failure.name) ?? false)
      else { return [] }
      return await madeAgain(write, item, failure, judge)
    default: return []
    }
  }

  private func putAgain(_ write: Write, _ item: ServerItem, _ judge: EffectJudge) async -> [Drift] {
    guard let found = await drift(ofSendingAgain: write, item) else { return [] }
    guard found.isEmpty, goesOn, let resource = items.resource(item),
      let collection = contract.collection(item.collection)
    else { return found }
    for list in resource.wholeLists(for: item) {
      guard let path = item.path(inList: list) else { continue }
      let listing = await items.read(list, path: path, credentials: write.reading.credentials, isPatient: true)
      let count = listing.items.filter { items.key(of: $0, in: collection) == item.key }.count
      guard count > 1, listing.unfinished == nil else { continue }
      return [
        twice(judge, "\(line(write)), sent twice, created \(item) twice: \(list.request) shows it \(count) times.")
      ]
    }
    return []
  }

  /// Returns the drift of a repeated PUT or DELETE that is rejected or reverts its earlier change. Returns `nil` if the
  /// request isn't repeated, or gets no response.
  func drift(ofSendingAgain write: Write, _ item: ServerItem) async -> [Drift]? {
    guard goesOn, [.put, .delete].contains(write.exchange.request.method), !isConditional(write.exchange.request),
      let before = await snapshot(of: item, looker(write, item))
    else { return nil }
    let judge = await judge(item, write.rule, write, before: before.item)
    guard let kept = self.kept(by: write, judge, in: before.item),
      records.tried.begin(.again, at: write.reading.endpoint)
    else { return nil }
    let again = await sendTrial(write.exchange.request, like: write)
    guard let response = again.response else { return nil }
    if isFault(response.status, of: write, item) {
      return [
        judge.drift(
          Rule.effect.repeated, at: "/request", expected: "\(write.response.status)", actual: "\(response.status)",
          "\(line(write)) returned \(write.response.status), but \(response.status) when repeated: a "
            + "\(write.exchange.request.method) must have the same effect when repeated (RFC 9110 section 9.2.2).")
      ]
    }
    guard write.reading.isDone(response) else { return [] }
    let sight = await items.look(for: item, credentials: looker(write, item)) { sight in
      guard case .there(let snapshot) = sight else { return false }
      return kept.allSatisfy { Equivalence.holds($0.value, snapshot.item.at($0.place)) }
    }
    let how: String
    switch sight {
    case .unknown: return []
    case .absent: how = "\(item) no longer exists"
    case .there(let snapshot):
      guard let lost = kept.first(where: { !Equivalence.holds($0.value, snapshot.item.at($0.place)) }) else {
        guard let (list, count) = await doubled(item, by: write) else { return [] }
        return [
          judge.drift(
            Rule.effect.repeated, at: "/request", expected: "one item", actual: "\(count) items",
            "\(line(write)), sent again, doubled its effect: \(list.request) shows \(item) \(count) times. A "
              + "\(write.exchange.request.method) must have the same effect when repeated (RFC 9110 section 9.2.2).")
        ]
      }
      how =
        "\(judge.name(lost)) of \(item) was \(lost.value.text) after the first request and is now "
        + "\(snapshot.item.at(lost.place)?.text ?? "absent")"
    }
    // Leave an item that isn't the run's as the call left it, because the run knows how to restore it from that state.
    if !ledger.isOurs(item) { _ = await sendTrial(write.exchange.request, like: write) }
    return [takenBack(judge, how, write)]
  }

  /// Returns the first unpaged list that shows an item more than once, with the count, or `nil` if none does.
  private func doubled(_ item: ServerItem, by write: Write) async -> (list: Endpoint, count: Int)? {
    guard let resource = items.resource(item), let collection = contract.collection(item.collection),
      collection.key != nil
    else { return nil }
    for list in resource.lists where list.states.count == 1 {
      guard let rule = list.states.first, rule.page == nil, rule.offset == nil, rule.cursor == nil,
        let path = item.path(inList: list)
      else {
        continue
      }
      let request = items.request(list, path: path, credentials: looker(write, item))
      let exchange = await items.unlogged.sendPatiently(request)
      let keys = (items.items(in: exchange, of: list) ?? []).compactMap { items.key(of: $0, in: collection) }
      let count = keys.filter { $0 == item.key }.count
      if count > 1 { return (list, count) }
    }
    return nil
  }

  /// Returns the members of an item that have the values that a write sent, or `nil` if the item doesn't show
  /// everything that was sent. A missing member may be a command, and a different one, such as an increased version,
  /// changes the request's meaning.
  func kept(by write: Write, _ judge: EffectJudge, in item: JSON) -> [ExpectedItem.Member]? {
    let kept = judge.expected.members.filter { !$0.isElement && item.at($0.place) != nil }
    guard !kept.isEmpty, kept.allSatisfy({ Equivalence.holds($0.value, item.at($0.place)) }) else { return nil }
    let root = JSONPointer(tokens: ["request", "body"])
    let sources = Set(kept.map(\.source))
    // Items show keys and similar members although no request sets them, but they never show credentials.
    func isShown(_ value: JSON, at place: JSONPointer) -> Bool {
      if sources.contains(root + place) || contract.carriesCredential(at: place) { return true }
      let own = JSONPointer(tokens: Array(place.tokens.dropFirst(write.rule.bodyPlace?.tokens.count ?? 0)))
      if !own.tokens.isEmpty, let shown = item.at(own), Equivalence.holds(value, shown) { return true }
      guard value.kind == .object, value.count > 0 else { return false }
      return value.members.allSatisfy { isShown($0.value, at: place.appending($0.key)) }
    }
    // An unreadable body may contain anything.
    let isWhole = write.reading.request.body.map { isShown($0, at: JSONPointer()) } ?? !hasBody(write)
    return isWhole ? kept : nil
  }

  /// Returns a Boolean value that indicates whether a write was sent with a body, readable or not.
  func hasBody(_ write: Write) -> Bool { write.exchange.request.body.bytes?.isEmpty != true }

  /// Returns a Boolean value that indicates whether a status wrongly rejects a repetition.
  ///
  /// A repetition with nothing left to do may be rejected. For example, a second DELETE finds nothing, and a closed
  /// item can't be closed again.
  private func isFault(_ status: Int, of write: Write, _ item: ServerItem) -> Bool {
    guard [400, 404, 409, 422].contains(status), write.exchange.request.method == .put,
      !isMeant(status, by: write.rule)
    else { return false }
    let states = Set(contract.collection(item.collection)?.members.filter { !$0.ranks.isEmpty }.map(\.name) ?? [])
    if write.rule.merge == .none {
      // A documented refusal may be the expected one.
      return !write.reading.endpoint.documents(status)
        && states.isDisjoint(with: write.rule.assignments.compactMap(\.target.tokens.first))
    }
    let sent = write.rule.item(in: write.reading.request.body)?.members.map(\.key) ?? []
    return status == 404 || states.isDisjoint(with: sent)
  }

  private func takenBack(_ judge: EffectJudge, _ how: String, _ write: Write) -> Drift {
    judge.drift(
      Rule.effect.repeated, at: "/request", expected: "as after the first request", actual: how,
      "\(line(write)), sent again, reverted its effect: \(how). A "
        + "\(write.exchange.request.method) must have the same effect when repeated (RFC 9110 section 9.2.2).")
  }

  /// Returns a Boolean value that indicates whether the contract rejects a repetition with a status because the first
  /// request has changed the item.
  private func isMeant(_ status: Int, by rule: StateRule) -> Bool {
    rule.guards.contains { one in
      guard one.failure.statuses.contains(status) else { return false }
      // The request hasn't changed items of other collections.
      if case .some(let name, _) = one.test { return name == rule.collection }
      return true
    }
  }

  /// Returns a Boolean value that indicates whether a request has a header field that limits it to being executed once.
  private func isConditional(_ request: Request) -> Bool {
    ["if-none-match", "idempotency-key"].contains { request.headers.contains($0) }
  }

  /// Returns the error of a guard that requires unique values of a member.
  func uniqueness(of rule: StateRule) -> Failure? {
    rule.guards.first { one in
      guard case .none(let name, let matches) = one.test, name == rule.collection else { return false }
      return matches.contains { if case .body = $0.address { $0.relation == .same } else { false } }
    }?.failure
  }

  private func madeAgain(
    _ write: Write, _ item: ServerItem, _ failure: Failure, _ judge: EffectJudge
  ) async -> [Drift] {
    let again = await items.sendFresh(
      write.exchange.request, to: write.reading.endpoint, credentials: write.reading.credentials)
    records.recorder.note(again, call: "sends the same request again")
    await records.settle()
    guard let response = again.response, write.reading.isDone(response),
      let second = write.reading.itemMade(by: response), second != item
    else { return [] }
    return [
      twice(
        judge,
        "\(line(write)), sent twice, created \(item) and \(second), but the contract documents \(failure.name) "
          + "(\(failure.statuses)) for the second.")
    ]
  }

  private func twice(_ judge: EffectJudge, _ message: String) -> Drift {
    judge.drift(Rule.effect.repeated, at: "/request", expected: "one item", actual: "two items", message)
  }
}
