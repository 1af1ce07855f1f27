import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineReporting

/// The reversal of a run's changes on a real server. It removes the items that the run created, the latest first, and
/// restores those that the run changed.
///
/// The former values are always sent back, even if a read already shows them, because the read may be older than the
/// change. The item is then read until it shows them. Each step is a line in the report, like a call. It passes if the
/// server confirms that the change is undone, fails if something is left behind, and is skipped if the contract has no
/// way to undo the change, or if the user allows it to be left behind.
struct Cleanup: Sendable {
  private let items: ItemClient
  private let ledger: ItemLedger
  private let ownership: Ownership
  private let waits: VainWaits
  private let contract: Contract

  init(_ records: ServerRecords) {
    items = records.items
    ledger = records.ledger
    ownership = records.ownership
    waits = records.waits
    contract = items.contract
  }

  func run() async -> [CallOutcome] {
    var lines: [CallOutcome] = []
    await ownership.adoptCopies(
      of: ledger.makers.filter { waits.hold(Rule.effect.appliedTwice, at: $0.reading.endpoint) })
    let open = ledger.open
    // Check items that no request removes last, because they may be removed along with another item.
    let last = open.filter { $0.isMade && items.resource($0.item)?.delete == nil }
    let first = open.filter { entry in !last.contains { $0.item == entry.item } }
    for entry in first + last {
      if let line = entry.isMade ? await remove(entry) : await putBack(entry) { lines.append(line) }
    }
    for doubt in ledger.doubts {
      let name = "cleans up after \"\(doubt.call)\""
      lines.append(line(doubt.endpoint, name, doubt.isFailure ? .failed : .skipped, doubt.reason))
    }
    return lines
  }

  // MARK: - The run's items

  private func remove(_ entry: ItemLedger.Entry) async -> CallOutcome? {
    let item = entry.item
    let name = "removes \(item), made by \"\(entry.call)\""
    guard let resource = items.resource(item), let delete = resource.delete, let path = item.path(at: delete) else {
      let endpoint = items.resource(item)?.creating.first?.id ?? item.collection
      if await isGoneWithAnother(entry) { return nil }
      return line(endpoint, name, .skipped, "left behind: \(item): the contract has no endpoint that removes it")
    }
    if entry.isRemoved {
      let sight = await items.look(for: item, credentials: entry.credentials) { sight in
        if case .there = sight { false } else { true }
      }
      guard case .there = sight else { return nil }
    }
    // Undo additions first, because amounts that calls added to the item may prevent its removal.
    await takeBack(entry, resource)
    let exchange = await items.sendFresh(
      items.request(delete, path: path, credentials: entry.credentials), to: delete, credentials: entry.credentials)
    let isDone =
      exchange.response.map { response in
        WireReading(exchange.request, in: contract)?.isDone(response) ?? false
      } ?? false
    // Rely on the server's state rather than its response. If an earlier wait has shown that removals have no effect,
    // don't wait again.
    let isVain = waits.hold(Rule.effect.notRemoved, at: delete)
    let sight = await items.look(for: item, credentials: entry.credentials, unless: { _ in isVain }) { sight in
      if case .there = sight { !isDone } else { true }
    }
    if isDone, case .there = sight { waits.note(Rule.effect.notRemoved, at: delete) }
    let problem: String? =
      switch sight {
      case .absent: nil
      case .there: ItemClient.summary(exchange) + (isDone ? ", but it is still there" : "")
      case .unknown(let why):
        isDone || exchange.response?.status == 404 ? nil : "\(ItemClient.summary(exchange)); \(why)"
      }
    guard let problem else {
      ledger.mark(item, isRemoved: true)
      return line(delete.id, name, .passed, nil)
    }
    return line(delete.id, name, .failed, "left behind: \(item): \(problem)")
  }

  /// Returns a Boolean value that indicates whether an item was removed along with the run's own item that contains it.
  private func isGoneWithAnother(_ entry: ItemLedger.Entry) async -> Bool {
    let item = entry.item
    guard let resource = items.resource(item) else { return false }
    let paths = (resource.creating + resource.lists).compactMap { $0.request.template.expand(item.within) }
    let isWithin = ledger.open.contains { other in
      guard other.isMade, other.isRemoved, let delete = items.resource(other.item)?.delete,
        let above = other.item.path(at: delete)
      else { return false }
      return paths.contains { $0.hasPrefix(above + "/") }
    }
    guard isWithin else { return false }
    let sight = await items.look(for: item, credentials: entry.credentials) { sight in
      if case .there = sight { false } else { true }
    }
    switch sight {
    case .absent: return true
    case .there: return false
    case .unknown:
      // If the containing item was removed, its lists no longer exist.
      for list in resource.lists {
        guard let path = item.path(inList: list) else { continue }
        let exchange = await items.send(items.request(list, path: path, credentials: entry.credentials))
        if items.saysAbsent(exchange) { return true }
      }
      return false
    }
  }

  // MARK: - The run's changes

  private func putBack(_ entry: ItemLedger.Entry) async -> CallOutcome? {
    let item = entry.item
    let name = "puts \(item) back as it was before \"\(entry.call)\""
    guard let resource = items.resource(item) else { return nil }
    let endpoint = resource.updates.first?.id ?? resource.reads.first?.id ?? item.collection
    func leftBehind(_ why: String) -> CallOutcome {
      // If the user allows the item to stay changed, report that, but not as a failure.
      line(endpoint, name, entry.isExcused ? .skipped : .failed, "left behind: \(item) was changed\(why)")
    }
    if entry.wasAbsent {
      if case .there(let snapshot) = await items.look(for: item, credentials: entry.credentials, isPatient: true) {
        return leftBehind(": it didn't exist before and is now \(snapshot.item.text)")
      }
      return entry.isDone ? leftBehind(", although it didn't exist: a request for it succeeded") : nil
    }
    guard let original = entry.original else {
      let members = Spelling.list(entry.changed.map(\.description))
      return leftBehind(
        " and couldn't be read before that" + (entry.unreadable.map { ": \($0)" } ?? "")
          + (members.isEmpty ? "" : "; \(members) now has the value that \"\(entry.call)\" or a later call sent"))
    }
    let restoration = Restoration(of: entry.changed, to: original, by: resource.updates)
    let refusals = await takeBack(entry, resource) + giveBack(restoration, entry)
    // Don't wait for members that no request restores.
    let lost = Set(restoration.lost.compactMap(\.tokens.first))
    // Don't wait for a lost item, because an earlier wait has failed.
    let isLost = entry.lostBy != nil
    let sight = await items.look(for: item, credentials: entry.credentials, unless: { _ in isLost }) { sight in
      guard case .there(let snapshot) = sight else { return false }
      return Self.differences(original, snapshot.item, besides: resource.collection, lost).isEmpty
    }
    switch sight {
    case .there(let snapshot):
      let left = Self.differences(original, snapshot.item, besides: resource.collection)
      guard !left.isEmpty else { return line(endpoint, name, .passed, nil) }
      return leftBehind(": " + (left + refusals).joined(separator: "; "))
    case .absent: return leftBehind(" and is now gone: it was \(original.text)")
    case .unknown(let why): return leftBehind(" and can't be read: \(why); it was \(original.text)")
    }
  }

  /// Sends back all former values, and returns descriptions of those that the server rejected.
  private func giveBack(_ restoration: Restoration, _ entry: ItemLedger.Entry) async -> [String] {
    var refusals: [String] = []
    for step in restoration.steps {
      guard let path = entry.item.path(at: step.endpoint) else { continue }
      let exchange = await items.sendFresh(
        items.request(step.endpoint, path: path, credentials: entry.credentials, body: step.body), to: step.endpoint,
        credentials: entry.credentials)
      if exchange.response.map({ $0.status >= 400 }) ?? true { refusals.append(ItemClient.summary(exchange)) }
    }
    return refusals
  }

  /// Returns the top-level members that differ, with their former and current values, except for members that every
  /// change updates.
  static func differences(
    _ original: JSON, _ current: JSON, besides collection: ItemCollection, _ others: Set<String> = []
  ) -> [String] {
    func settled(_ item: JSON) -> JSON {
      (collection.touched.map(\.pointer) + collection.movingPlaces).reduce(item) { $0.removing($1) ?? $0 }
    }
    let (original, current) = (settled(original), settled(current))
    var names: [String] = original.members.map(\.key)
    names += current.members.map(\.key).filter { original[$0] == nil }
    return names.compactMap { name in
      guard !others.contains(name), original[name] != current[name] else { return nil }
      func text(_ value: JSON?) -> String { value?.text ?? "absent" }
      return "\(name) was \(text(original[name])) and is now \(text(current[name]))"
    }
  }

  // MARK: - Additions and subtractions

  /// Reverts requests that added to an item's numbers by sending requests that subtract the same amounts. Returns
  /// descriptions of those that the server rejected.
  ///
  /// Ignores requests of the run that canceled each other out.
  @discardableResult private func takeBack(_ entry: ItemLedger.Entry, _ resource: Resource) async -> [String] {
    var refusals: [String] = []
    for act in Self.standing(entry.acts, resource, contract).reversed() {
      guard let reading = WireReading(act, in: contract), let rule = reading.rule,
        let inverse = resource.inverse(of: rule), let path = entry.item.path(at: inverse),
        let body = reading.request.body
      else { continue }
      let kept = body.members.filter { Self.members(of: inverse).contains($0.key) }
      let exchange = await items.sendFresh(
        items.request(
          inverse, path: path, credentials: entry.credentials, body: .object(kept.map { ($0.key, $0.value) })),
        to: inverse, credentials: entry.credentials)
      if exchange.response.map({ $0.status >= 400 }) ?? true { refusals.append(ItemClient.summary(exchange)) }
    }
    return refusals
  }

  /// Returns the requests that no later request has reverted.
  private static func standing(_ acts: [Request], _ resource: Resource, _ contract: Contract) -> [Request] {
    var standing: [Request] = []
    for act in acts {
      let undone = standing.lastIndex { isTakenBack($0, by: act, resource, contract) }
      if let undone { standing.remove(at: undone) } else { standing.append(act) }
    }
    return standing
  }

  /// Returns a Boolean value that indicates whether a request reverts an earlier addition: according to the contract,
  /// it subtracts the same amount from the same number.
  private static func isTakenBack(
    _ earlier: Request, by later: Request, _ resource: Resource, _ contract: Contract
  ) -> Bool {
    guard let one = WireReading(earlier, in: contract), let other = WireReading(later, in: contract),
      let rule = one.rule,
      resource.inverse(of: rule)?.id == other.endpoint.id
    else { return false }
    var counted: [Address] = rule.additions.compactMap { addition in
      if case .value(let address, _) = addition.amount { address } else { nil }
    }
    counted += rule.also.flatMap(\.within).map(\.address)
    return counted.allSatisfy { one.request.value(at: $0) == other.request.value(at: $0) }
  }

  private static func members(of endpoint: Endpoint) -> Set<String> {
    Set(endpoint.body?.structured?.schema?.outline().places.first?.members.keys.map { $0 } ?? [])
  }

  private func line(
    _ endpoint: String, _ name: String, _ outcome: Report.CallLine.Outcome, _ reason: String?
  ) -> CallOutcome {
    var line = Report.CallLine(
      service: contract.service, endpoint: endpoint, name: name, outcome: outcome, reason: reason, milliseconds: 0)
    line.isProof = false
    line.isUndoing = true
    return CallOutcome(line: line)
  }
}
