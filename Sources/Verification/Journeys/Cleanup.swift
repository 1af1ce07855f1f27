import ContractModel
import HTTPMessages
import JSONTree
import Reporting

/// Undoes what a run has done on a real server: removes what it made, the latest first, and puts back what it changed.
///
/// Each undoing is a line of the report, as calls are: passed when the server shows that it is undone, failed when
/// something is left behind, and skipped where the contract has no way to undo it.
struct Cleanup: Sendable {
  private let desk: ItemDesk
  private let ledger: ItemLedger
  private let contract: Contract

  init(desk: ItemDesk, ledger: ItemLedger) {
    self.desk = desk
    self.ledger = ledger
    contract = desk.contract
  }

  func run() async -> [CallOutcome] {
    var lines: [CallOutcome] = []
    for entry in ledger.open {
      if let line = entry.isMade ? await remove(entry) : await putBack(entry) { lines.append(line) }
    }
    for doubt in ledger.doubts {
      let name = "cleans up after \"\(doubt.call)\""
      lines.append(line(doubt.endpoint, name, doubt.isFailure ? .failed : .skipped, doubt.reason))
    }
    return lines
  }

  // MARK: - What the run made

  private func remove(_ entry: ItemLedger.Entry) async -> CallOutcome {
    let item = entry.item
    let name = "removes \(item), made by \"\(entry.call)\""
    guard let resource = desk.resource(item), let delete = resource.delete, let path = item.path(at: delete) else {
      let endpoint = desk.resource(item)?.creating.first?.id ?? item.collection
      return line(endpoint, name, .skipped, "left behind: \(item): the contract has no endpoint that removes it")
    }
    var problem = await attempt(delete, path, entry)
    // Something may be in the way that calls did to it, and that can be taken back; a connection that fails then is no
    // reason to give up an item of our own.
    for _ in 0..<3 where problem != nil && !entry.acts.isEmpty {
      await takeBack(entry, resource)
      problem = await attempt(delete, path, entry)
    }
    guard let problem else {
      ledger.mark(item, isRemoved: true)
      return line(delete.id, name, .passed, nil)
    }
    return line(delete.id, name, .failed, "left behind: \(item): \(problem)")
  }

  /// Removes an item; gives what went wrong. What the server shows counts, whatever it said to the request.
  private func attempt(_ delete: Endpoint, _ path: String, _ entry: ItemLedger.Entry) async -> String? {
    let exchange = await desk.send(desk.request(delete, path: path, credentials: entry.credentials))
    let isDone =
      exchange.response.map { response in
        WireReading(exchange.request, in: contract)?.isDone(response) ?? false
      } ?? false
    switch await desk.look(for: entry.item, credentials: entry.credentials) {
    case .absent: return nil
    case .there: return isDone ? "\(ItemDesk.summary(exchange)), and it is still there" : ItemDesk.summary(exchange)
    case .unknown(let why):
      return isDone || exchange.response?.status == 404 ? nil : "\(ItemDesk.summary(exchange)); \(why)"
    }
  }

  // MARK: - What the run changed

  private func putBack(_ entry: ItemLedger.Entry) async -> CallOutcome? {
    let item = entry.item
    let name = "puts \(item) back as it was before \"\(entry.call)\""
    guard let resource = desk.resource(item) else { return nil }
    let endpoint = resource.updates.first?.id ?? resource.reads.first?.id ?? item.collection
    func leftBehind(_ why: String) -> CallOutcome {
      // Where somebody said that it may change for good, it is told and no failure.
      let outcome: Report.CallLine.Outcome = ledger.isExcused(entry) ? .skipped : .failed
      return line(endpoint, name, outcome, "left behind: \(item) was changed\(why)")
    }
    if entry.wasAbsent, case .absent = await desk.look(for: item, credentials: entry.credentials) { return nil }
    guard let original = entry.original else {
      return leftBehind(", and it couldn't be read before that" + (entry.unreadable.map { ": \($0)" } ?? ""))
    }
    if !entry.acts.isEmpty { await takeBack(entry, resource) }
    var last: Exchange?
    for update in resource.updates {
      guard let path = item.path(at: update),
        case .there(let current) = await desk.look(for: item, credentials: entry.credentials),
        let back = PutBack(update, from: current, to: original)
      else { continue }
      last = await desk.send(desk.request(update, path: path, credentials: entry.credentials, body: back.body))
    }
    switch await desk.look(for: item, credentials: entry.credentials) {
    case .there(let current):
      let left = Self.differences(original, current, besides: resource.collection)
      guard !left.isEmpty else { return line(endpoint, name, .passed, nil) }
      let refusal = last.flatMap { exchange in
        exchange.response.map { $0.status >= 400 } ?? true ? "; \(ItemDesk.summary(exchange))" : nil
      }
      return leftBehind(": \(left.joined(separator: ", "))\(refusal ?? "")")
    case .absent: return leftBehind(", and now it is gone")
    case .unknown(let why): return leftBehind(", and it can't be read: \(why)")
    }
  }

  /// The members that differ, with what they were and are; not those that every change touches.
  private static func differences(_ original: JSON, _ current: JSON, besides collection: ItemCollection) -> [String] {
    let touched = Set(collection.touched)
    var names: [String] = original.members.map(\.key)
    names += current.members.map(\.key).filter { original[$0] == nil }
    return names.compactMap { name in
      guard !touched.contains(JSONPointer(tokens: [name])), original[name] != current[name] else { return nil }
      func text(_ value: JSON?) -> String { value.map { String($0.text.prefix(60)) } ?? "absent" }
      return "\(name) was \(text(original[name])), is \(text(current[name]))"
    }
  }

  // MARK: - What adds and takes away

  /// Takes back requests that added to numbers of an item, by those that take away the same, until it is as it was.
  private func takeBack(_ entry: ItemLedger.Entry, _ resource: Resource) async {
    for act in entry.acts.reversed() {
      guard let original = entry.original, let reading = WireReading(act, in: contract), let rule = reading.rule,
        case .there(let current) = await desk.look(for: entry.item, credentials: entry.credentials)
      else { return }
      let changed = rule.additions.filter { current.at($0.target) != original.at($0.target) }
      guard !changed.isEmpty, let inverse = Self.inverse(of: rule, among: resource.updates),
        let path = entry.item.path(at: inverse), let body = reading.request.body
      else { continue }
      let kept = body.members.filter { Self.members(of: inverse).contains($0.key) }
      _ = await desk.send(
        desk.request(
          inverse, path: path, credentials: entry.credentials, body: .object(kept.map { ($0.key, $0.value) })))
    }
  }

  /// The endpoint that takes away what a rule adds, of the same value of a request.
  private static func inverse(of rule: StateRule, among endpoints: [Endpoint]) -> Endpoint? {
    func signs(_ rule: StateRule) -> [String: Bool] {
      var signs: [String: Bool] = [:]
      for addition in rule.additions {
        guard case .value(let address, let isSubtracted) = addition.amount else { return [:] }
        signs["\(addition.target) \(address)"] = isSubtracted
      }
      return signs
    }
    let own = signs(rule)
    guard !own.isEmpty else { return nil }
    return endpoints.first { endpoint in
      endpoint.states.count == 1 && endpoint.states.allSatisfy { signs($0) == own.mapValues { !$0 } }
    }
  }

  private static func members(of endpoint: Endpoint) -> Set<String> {
    Set(endpoint.body?.json?.schema?.outline().places.first?.members.keys.map { $0 } ?? [])
  }

  private func line(
    _ endpoint: String, _ name: String, _ outcome: Report.CallLine.Outcome, _ reason: String?
  ) -> CallOutcome {
    CallOutcome(
      line: Report.CallLine(
        service: contract.service, endpoint: endpoint, name: name, outcome: outcome, reason: reason, milliseconds: 0))
  }
}
