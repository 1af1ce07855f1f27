import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A check that reads the items that a call's requests created, changed and removed, and reports differences from the
/// contract.
///
/// Reads are repeated for 5 s before a verdict, because a server may be slow to show changes, but only once if an
/// earlier wait has already led to the same finding. Changes that can't be seen or may be a different client's aren't
/// drift.
struct EffectRun: Sendable {
  let records: ServerRecords
  /// The errors that the suite's calls expect, by endpoint. They aren't provoked again, because the calls already test
  /// them.
  let refusals: [String: Set<String>]
  let interruption: Interruption?
  /// The time limit for a job.
  var deadline = Duration.seconds(20)

  var items: ItemClient { records.items }
  var ledger: ItemLedger { records.ledger }
  var contract: Contract { records.items.contract }

  /// A successful request, and its effect on one item.
  struct Write: Sendable {
    let exchange: Exchange
    let response: Response
    let reading: WireReading
    let rule: StateRule
    /// The items as read before the request.
    let images: [ServerItem: ItemImages.Seen]
    /// The lists that showed other items before the request.
    let rows: [Neighbours.Row]
    /// A Boolean value that indicates whether the request sends its item only values that it already has.
    var changesNothing = false
  }

  // MARK: - A call's requests

  /// Returns the drift of a call's effects from the contract.
  ///
  /// - Parameter isMeant: A Boolean value that indicates whether the call should succeed. A missing error is reported
  ///   elsewhere.
  func drift(of exchanges: [Exchange], isMeant: Bool) async -> [Drift] {
    var drift = exchanges.compactMap { ItemIdentity.drift(of: $0, in: contract) }
    let writes = exchanges.compactMap(write)
    guard isMeant else { return drift }
    // Read nothing again until all of the call's requests have been sent.
    let own = Set(
      writes.flatMap(touched)
        + exchanges.compactMap { WireReading($0.request, in: contract) }.filter { !$0.endpoint.isSafe }.compactMap(
          \.item))
    var proven: [(write: Write, later: Set<ServerItem>)] = []
    for (index, write) in writes.enumerated() {
      let later = Set(writes[(index + 1)...].flatMap(touched))
      let found = await self.drift(of: write, butNot: later) + self.drift(beside: write, own: own)
      // Trials of a request that had no effect prove nothing.
      if found.allSatisfy({ $0.rule == Rule.effect.normalised }) { proven.append((write, later)) }
      drift += found
    }
    // Finish all comparisons before the verifier's own requests change an item.
    for (write, later) in proven {
      drift += await self.drift(ofTagAfter: write, butNot: later) + trials(after: write, butNot: later)
    }
    return drift
  }

  private func write(_ exchange: Exchange) -> Write? {
    guard let response = exchange.response, let reading = WireReading(exchange.request, in: contract),
      let rule = reading.rule, rule.changesSomething, reading.endpoint.batch == nil,
      response.status != 202 || isJob(rule)
    else { return nil }
    let before = records.images.take(exchange.request)
    guard reading.isDone(response) else { return nil }
    return Write(
      exchange: exchange, response: response, reading: reading, rule: rule, images: before.items, rows: before.rows)
  }

  /// Returns a Boolean value that indicates whether a rule starts a job. A 202 announces the job, and it progresses
  /// through later changes.
  private func isJob(_ rule: StateRule) -> Bool {
    rule.action == .create && rule.collection.flatMap(contract.collection)?.progress != nil
  }

  /// Returns the items that a request changes, each with its rule.
  private func changed(by write: Write) -> [(item: ServerItem, rule: StateRule)] {
    write.reading.changes.filter { write.images[$0.item] != nil }
  }

  private func touched(by write: Write) -> [ServerItem] {
    write.reading.changes.map(\.item) + [write.reading.itemMade(by: write.response)].compactMap { $0 }
  }

  private func drift(of write: Write, butNot later: Set<ServerItem>) async -> [Drift] {
    var drift: [Drift] = []
    switch write.rule.action {
    case .create:
      drift += await self.drift(ofMaking: write, butNot: later)
      drift += await self.drift(ofCounting: write)
    case .delete: drift += await self.drift(ofRemoving: write, butNot: later)
    default: break
    }
    for (item, rule) in changed(by: write) where !later.contains(item) {
      drift += await self.drift(ofChanging: item, rule, write)
    }
    return drift
  }

  // MARK: - Making

  private func drift(ofMaking write: Write, butNot later: Set<ServerItem>) async -> [Drift] {
    guard let item = write.reading.itemMade(by: write.response), !later.contains(item) else { return [] }
    let judge = await judge(item, write.rule, write, before: nil)
    if !isNamedByCaller(write), !write.rule.showsExisting, let why = ledger.reuse(of: item) {
      let place = shownKey(write).map { JSONPointer(tokens: ["response", "body"]) + $0 }
      return [
        judge.drift(
          Rule.effect.idReused, at: place ?? "/response", expected: "an unused key", actual: item.key,
          "\(line(write)) should have created an item but returned \(item), \(why).")
      ]
    }
    let (sight, _) = await look(for: item, write, before: nil, judge)
    note(judge, sight)
    switch sight {
    case .unknown: return []
    case .absent:
      // A repetition with the same idempotency key may refer to an item that has since been removed.
      if ledger.entry(item)?.isRemoved ?? false, ledger.isRepetition(write.exchange.request, write.reading, of: item) {
        return []
      }
      guard let other = ledger.latest(madeBy: write.exchange), other != item else { return [judge.absent()] }
      return [
        judge.drift(
          Rule.effect.wrongItem, at: "/response/body", expected: other.key, actual: item.key,
          "\(line(write)) returned \(item), which doesn't exist; it created \(other) instead.")
      ]
    case .there(let snapshot):
      var drift = trusted(judge.drift(snapshot.item), snapshot, item)
      if let unlisted = await unlisted(item, write, judge) { drift.append(unlisted) }
      // A string that the server returned changed can't be found by its value elsewhere.
      if !drift.contains(where: { $0.rule == Rule.effect.textChanged }) {
        drift += await self.drift(ofAlsoMaking: write, snapshot.item, judge)
      }
      drift += await repetition(of: write, item, judge)
      drift += await self.drift(ofJob: item, snapshot.item, write, judge)
      drift += await self.drift(ofComputedIn: snapshot.item, write, judge)
      drift += await self.drift(ofWholesOf: snapshot.item, write, judge)
      return drift
    }
  }

  /// Returns a Boolean value that indicates whether the caller chooses the key. In this case, it isn't the server's
  /// fault if the key was used before.
  private func isNamedByCaller(_ write: Write) -> Bool {
    guard let key = write.rule.collection.flatMap(contract.collection)?.key else { return true }
    if write.rule.assignments.contains(where: { $0.target == key }) { return true }
    return write.rule.merge != .none && write.rule.item(in: write.reading.request.body)?.at(key) != nil
  }

  private func shownKey(_ write: Write) -> JSONPointer? {
    guard let key = write.rule.collection.flatMap(contract.collection)?.key else { return nil }
    if let own = write.rule.shownMembers.first(where: { $0.member == key }) {
      return (write.rule.shownPlace ?? JSONPointer()) + own.place
    }
    return write.reading.payload(of: write.response)?.at(key)?.pointer
  }

  /// Returns the drift of a list that should show a new item but doesn't, or `nil` if it does, or if that can't be
  /// decided.
  private func unlisted(_ item: ServerItem, _ write: Write, _ judge: EffectJudge) async -> Drift? {
    guard let resource = items.resource(item) else { return nil }
    for list in resource.wholeLists(for: item) {
      let drift = judge.drift(
        Rule.effect.notListed, at: "/response", expected: "\(item) in \(list.request)", actual: "a list without it",
        "\(line(write)) created \(item), but \(list.request) doesn't show it on any page.")
      if await isListed(item, in: list, write.reading.credentials, until: true, else: drift) == false { return drift }
    }
    return nil
  }

  // MARK: - Removing

  private func drift(ofRemoving write: Write, butNot later: Set<ServerItem>) async -> [Drift] {
    guard let item = write.reading.item, !later.contains(item), let collection = contract.collection(item.collection)
    else { return [] }
    let judge = await judge(item, write.rule, write, before: nil)
    let credentials = write.images[item]?.credentials ?? write.reading.credentials
    let isGone: @Sendable (ItemClient.Sight) -> Bool = { sight in
      guard case .there(let snapshot) = sight else { return true }
      return collection.tombstone?.schema.isValid(snapshot.item) ?? false
    }
    let stays = judge.drift(
      Rule.effect.notRemoved, at: "/request", expected: "nothing", actual: "\(item)",
      "\(line(write)) succeeded, but a later read still finds \(item).")
    let isVain = records.waits.hold(stays.rule, at: write.reading.endpoint)
    let sight = await items.look(
      for: item, credentials: credentials, unless: { _ in isVain }, until: isGone)
    if !isGone(sight) {
      ledger.mark(item, isRemoved: false)
      records.waits.note([stays])
      return [stays]
    }
    guard case .absent = sight, let resource = items.resource(item) else { return [] }
    if let drift = await missingTombstone(of: item, write, judge, credentials) { return [drift] }
    if case .there(let before) = write.images[item]?.sight {
      let drift = await self.drift(ofWholesOf: before.item, write, judge)
      if !drift.isEmpty { return drift }
    }
    for list in resource.wholeLists(for: item) {
      let drift = judge.drift(
        Rule.effect.notRemoved, at: "/request", expected: "a list without it", actual: "\(item) in \(list.request)",
        "\(line(write)) succeeded, but \(list.request) still shows \(item).")
      if await isListed(item, in: list, credentials, until: false, else: drift) == true { return [drift] }
    }
    return []
  }

  // MARK: - Changing

  func drift(ofChanging item: ServerItem, _ rule: StateRule, _ write: Write) async -> [Drift] {
    guard let seen = write.images[item] else { return [] }
    var before: JSON?
    if case .there(let snapshot) = seen.sight {
      // A key with drift in the earlier read can't be trusted.
      let collection = contract.collection(item.collection)
      guard items.doubt(of: snapshot, in: [], key: collection?.key) == nil else { return [] }
      before = snapshot.item
    } else if case .unknown = seen.sight {
      return []
    }
    // A missing item may be created by the request.
    guard before != nil || rule.createsMissing else { return [] }
    let judge = await judge(item, rule, write, before: before)
    let (sight, credentials) = await look(for: item, write, before: seen, judge)
    switch sight {
    case .unknown: return []
    case .absent:
      note(judge, sight)
      // Record an item that a request removed in violation of the contract, because later calls will miss it.
      if before != nil { ledger.note(loss: item, by: line(write)) }
      return [judge.absent()]
    case .there(let snapshot):
      var drift = trusted(judge.drift(snapshot.item), snapshot, item)
      var overtaken: Set<JSONPointer> = []
      if drift.contains(where: { $0.rule == Rule.effect.notApplied }) {
        overtaken = await self.overtaken(judge.overtaken(snapshot.item), snapshot.item, write)
        drift.removeAll { Self.isOvertaken($0, overtaken) }
        if drift.contains(where: { $0.rule == Rule.effect.notApplied }) { records.images.giveUp(waitingFor: item) }
      }
      note(judge, sight, besides: overtaken)
      let changed = judge.changedUnsent(snapshot.item, among: nil)
      if !changed.isEmpty {
        let sure = await reproduced(changed, judge, write, snapshot.item, credentials)
        let told = judge.unsentChanged(sure, snapshot.item)
        records.waits.note(told)
        drift += trusted(told, snapshot, item)
      }
      drift += await self.drift(ofComputedIn: snapshot.item, write, judge)
      if before == nil { drift += await repetition(of: write, item, judge) }
      if rule === write.rule {
        drift += await self.drift(ofAlsoMaking: write, snapshot.item, judge)
        if let before { drift += await self.drift(ofWholesOf: snapshot.item, was: before, write, judge) }
      }
      return drift
    }
  }

  // MARK: - Looking

  func judge(_ item: ServerItem, _ rule: StateRule, _ write: Write, before: JSON?) async -> EffectJudge {
    let isShown = rule === write.rule && (rule.action != .append || rule.wrapper != nil)
    let told = isShown ? write.reading.payload(of: write.response) : nil
    let caller = await self.caller(rule, write)
    let found = await lookups(rule, write, before, caller)
    return EffectJudge(
      reading: write.reading, rule: rule, item: item,
      expected: ExpectedItem(after: write.reading, rule, before: before, found: found, caller: caller?.id),
      before: before, told: told, changesNothing: write.changesNothing)
  }

  /// Reads an item until it has its expected state or no pauses are left.
  private func look(
    for item: ServerItem, _ write: Write, before: ItemImages.Seen?, _ judge: EffectJudge
  ) async -> (ItemClient.Sight, credentials: [String: String]) {
    let credentials = before?.credentials ?? write.reading.credentials
    let waits = records.waits
    let sight = await items.look(
      for: item, credentials: credentials, unless: { waits.hold(judge.shortcomings($0)) },
      until: { judge.shortcomings($0).isEmpty })
    return (sight, credentials)
  }

  /// Returns the items of other collections whose values the rule uses, if the request contains their keys, or if one
  /// of them is the caller.
  private func lookups(
    _ rule: StateRule, _ write: Write, _ before: JSON?, _ caller: Caller?
  ) async -> [JSONPointer: JSON] {
    var found: [JSONPointer: JSON] = [:]
    for assignment in rule.assignments {
      guard case .lookup(let name, let matches, let member) = assignment.value, !member.tokens.isEmpty,
        matches.count == 1, let collection = contract.collection(name), collection.key == matches[0].members.first,
        matches[0].relation == .same
      else { continue }
      if matches[0].address == .persona("id") {
        guard let caller, caller.collection === collection,
          items.doubt(of: caller.snapshot, in: [member], key: collection.key) == nil
        else { continue }
        found[assignment.target] = caller.snapshot.item
        continue
      }
      guard let key = write.reading.request.value(at: matches[0].address, item: before),
        let text = WireReading.text(key)
      else { continue }
      let item = ServerItem(collection: name, key: text, within: [:], owner: "")
      guard case .there(let snapshot) = await items.look(for: item, credentials: write.reading.credentials),
        items.doubt(of: snapshot, in: [member], key: collection.key) == nil
      else { continue }
      found[assignment.target] = snapshot.item
    }
    return found
  }

  /// Returns the drift except for members that had drift when they were read, because the inspector has already
  /// reported those.
  private func trusted(_ drift: [Drift], _ snapshot: ItemClient.Snapshot, _ item: ServerItem) -> [Drift] {
    guard !drift.isEmpty else { return [] }
    let key = contract.collection(item.collection)?.key
    if items.doubt(of: snapshot, in: [], key: key) != nil { return [] }
    return drift.filter { one in
      guard let pointer = one.pointer, pointer.tokens.starts(with: ["request", "body"]), pointer.tokens.count > 2 else {
        return true
      }
      return items.doubt(of: snapshot, in: [JSONPointer(tokens: Array(pointer.tokens.dropFirst(2)))], key: key) == nil
    }
  }

  /// Returns a Boolean value that indicates whether a list contains an item, or `nil` if the list can't be read
  /// completely. Polls until the result is the expected one.
  ///
  /// - Parameter drift: The finding if the result isn't the expected one.
  func isListed(
    _ item: ServerItem, in list: Endpoint, _ credentials: [String: String], until isExpected: Bool, else drift: Drift
  ) async -> Bool? {
    guard let path = item.path(inList: list), let resource = items.resource(item) else { return nil }
    var pauses = patience(for: drift)
    while true {
      var pages = 0
      var isThere = false
      let listing = await items.read(list, path: path, credentials: credentials, isPatient: true) { _, page in
        pages += 1
        isThere =
          isThere
          || page.contains { items.key(of: $0, in: resource.collection) == item.key && !resource.isTombstone($0) }
        return !isThere
      }
      if isThere == isExpected, isThere || listing.unfinished == nil { return isThere }
      guard isThere || listing.unfinished == nil else { return nil }
      // Don't read a long list over and over.
      if pages > 5, pauses.count > 2 { pauses = [.seconds(2), .seconds(3)] }
      guard !pauses.isEmpty else {
        records.waits.note([drift])
        return isThere
      }
      await items.clock.pause(pauses.removeFirst())
    }
  }

  /// Returns the pauses before a finding is reported. There is only one if an earlier wait already led to the finding.
  func patience(for drift: Drift) -> [Duration] {
    records.waits.hold([drift]) ? Array(ItemClient.patience.prefix(1)) : ItemClient.patience
  }

  func line(_ write: Write) -> String { "\(write.exchange.request.method) \(write.exchange.request.path)" }
}
