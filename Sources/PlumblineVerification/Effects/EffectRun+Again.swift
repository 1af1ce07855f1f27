import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// What is sent a second time, to see whether the same comes of it. Only the run's own items are tried so.
extension EffectRun {
  /// Whether nobody has asked for the run's end: then nothing is tried that needs not be.
  private var goesOn: Bool { interruption?.reason == nil }

  // MARK: - What wasn't sent

  /// Those of some members of which it is sure that a request changed them, and nobody else: as it did so again once they
  /// were put back, or as its own answer says so.
  func reproduced(
    _ names: [String], _ judge: EffectJudge, _ write: Write, _ after: JSON, _ credentials: [String: String]
  ) async -> [String] {
    let said = names.filter { name in
      judge.told?[name].map { told in
        Equivalence.holds(after[name] ?? .null, told) && !Equivalence.holds(judge.before?[name] ?? .null, told)
      } ?? false
    }
    if records.waits.hold(judge.unsentChanged(names, after)) { return names }
    guard goesOn, ledger.isOurs(judge.item), let before = judge.before, judge.rule.additions.isEmpty,
      judge.rule.also.isEmpty, let resource = items.resource(judge.item)
    else { return said }
    let restoration = Restoration(
      of: names.map { JSONPointer(tokens: [$0]) }, to: before, by: resource.updates)
    guard restoration.lost.isEmpty, !restoration.steps.isEmpty else { return said }
    for step in restoration.steps {
      guard goesOn, let path = judge.item.path(at: step.endpoint) else { return said }
      let exchange = await items.sendFresh(
        items.request(step.endpoint, path: path, credentials: credentials, body: step.body), to: step.endpoint,
        credentials: credentials)
      guard exchange.response.map({ (200..<300).contains($0.status) }) ?? false else { return said }
    }
    let restored = await items.look(for: judge.item, credentials: credentials) { sight in
      guard case .there(let snapshot) = sight else { return false }
      return names.allSatisfy { Equivalence.holds(before[$0] ?? .null, snapshot.item[$0]) }
    }
    guard case .there(let snapshot) = restored,
      names.allSatisfy({ Equivalence.holds(before[$0] ?? .null, snapshot.item[$0]) })
    else { return said }
    // What was put back may stay so when nobody waits for more.
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

  /// Drift of a request that is sent again and makes a second item, or is refused, though the contract says that a repetition
  /// changes nothing.
  func repetition(of write: Write, _ item: ServerItem, _ judge: EffectJudge) async -> [Drift] {
    guard goesOn, ledger.isOurs(item), judge.rule === write.rule else { return [] }
    switch write.rule.action {
    case .update where write.rule.createsMissing && write.exchange.request.method == .put:
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
    let again = await items.sendFresh(
      write.exchange.request, to: write.reading.endpoint, credentials: write.reading.credentials)
    guard let response = again.response else { return [] }
    if [400, 404, 409, 422].contains(response.status) {
      return [
        judge.drift(
          Rule.effect.repeated, at: "/request", expected: "\(write.response.status)", actual: "\(response.status)",
          "\(line(write)) was answered \(write.response.status), and sent once more \(response.status): a PUT that is "
            + "repeated has to change nothing (RFC 9110 section 9.2.2).")
      ]
    }
    guard let resource = items.resource(item), let collection = contract.collection(item.collection) else { return [] }
    for list in resource.wholeLists(for: item) {
      guard let path = item.path(inList: list) else { continue }
      let listing = await items.read(list, path: path, credentials: write.reading.credentials, isPatient: true)
      let count = listing.items.filter { items.key(of: $0, in: collection) == item.key }.count
      guard count > 1, listing.unfinished == nil else { continue }
      return [twice(judge, "\(line(write)), sent twice, made \(item) twice: \(list.request) shows it \(count) times.")]
    }
    return []
  }

  /// The failure of a guard that lets no two items have the same member.
  private func uniqueness(of rule: StateRule) -> Failure? {
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
    ledger.note(again, call: "sends the same again")
    await records.settle()
    guard let response = again.response, write.reading.isDone(response),
      let second = write.reading.itemMade(by: response), second != item
    else { return [] }
    return [
      twice(
        judge,
        "\(line(write)), sent twice, made \(item) and \(second), where the contract has \(failure.name) "
          + "(\(failure.statuses)) for the second.")
    ]
  }

  private func twice(_ judge: EffectJudge, _ message: String) -> Drift {
    judge.drift(Rule.effect.repeated, at: "/request", expected: "one item", actual: "two items", message)
  }
}
