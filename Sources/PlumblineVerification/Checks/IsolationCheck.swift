import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A check that looks for one persona's items as a different persona, if the contract says that each caller has their
/// own items.
///
/// Only items whose keys the server chooses are checked, because two callers may choose the same name. A server may
/// also number each caller's items from 1, so an item counts as the other persona's only if it is equal as a whole.
struct IsolationCheck: Sendable {
  static let name = "hides a caller's items from others"

  /// A persona and its credentials from the environment.
  struct Caller {
    let persona: Persona
    let credentials: [String: String]
  }

  let context: CheckContext

  var contract: Contract { context.contract }
  var items: ItemClient { context.items }

  func outcomes() async -> [CallOutcome] {
    var outcomes: [CallOutcome] = []
    for collection in contract.collections where collection.isPerCaller && collection.key != nil {
      let resource = Resource(collection, in: contract)
      guard isNumbered(resource), let list = resource.openList, context.isAsked(list, Self.name),
        let callers = callers(of: list, collection)
      else { continue }
      var exchanges: [Exchange] = []
      var verdicts = await judgeLists(list, collection, callers)
      verdicts += await judgeOwn(resource, list, callers, &exchanges)
      if let outcome = context.outcome(of: list, Self.name, verdicts, exchanges: exchanges) { outcomes.append(outcome) }
    }
    return outcomes
  }

  /// Returns a Boolean value that indicates whether the server alone chooses the keys of new items.
  private func isNumbered(_ resource: Resource) -> Bool {
    guard let key = resource.collection.key, !resource.creating.isEmpty else { return false }
    return resource.creating.allSatisfy { endpoint in
      let names = endpoint.body?.structured?.schema?.outline().places.first?.members.keys.map { $0 } ?? []
      return !names.contains(key.tokens.first ?? "")
        && endpoint.states.filter { $0.action == .create && $0.collection == resource.collection.name }.allSatisfy {
          $0.key == nil && !$0.assignments.contains { $0.target.isWithin(key) || key.isWithin($0.target) }
        }
    }
  }

  /// Returns two personas with different credentials and separate items, or `nil` if the environment doesn't provide
  /// them.
  private func callers(of list: Endpoint, _ collection: ItemCollection) -> (Caller, Caller)? {
    var callers: [Caller] = []
    var parts: Set<String> = []
    for persona in contract.personas {
      guard let credentials = try? context.credentials.values(for: persona, calling: list), !credentials.isEmpty,
        !callers.contains(where: { $0.credentials == credentials }),
        list.requirement(lackedBy: persona, sending: Request(method: .get, target: "/")) == nil,
        // Personas of one company may share the company's items.
        parts.insert(part(of: persona, in: collection, list)).inserted
      else { continue }
      callers.append(Caller(persona: persona, credentials: credentials))
    }
    return callers.count > 1 ? (callers[0], callers[1]) : nil
  }

  /// Returns the part of a collection that contains a persona's items.
  private func part(of persona: Persona, in collection: ItemCollection, _ list: Endpoint) -> String {
    collection.part(of: RequestReading(Request(method: .get, target: "/"), for: list, persona: persona))
  }

  // MARK: - Items in lists

  private func judgeLists(
    _ list: Endpoint, _ collection: ItemCollection, _ callers: (Caller, Caller)
  ) async -> [Verdict] {
    let path = list.request.template.text
    let own = await items.read(list, path: path, credentials: callers.0.credentials, isPatient: true)
    let others = await items.read(list, path: path, credentials: callers.1.credentials, isPatient: true)
    guard !own.isBroken, !others.isBroken, !own.items.isEmpty, !others.items.isEmpty else {
      return [.undecided("there aren't two callers to compare")]
    }
    guard let shared = others.items.first(where: { own.items.contains($0) }) else { return [.fits] }
    // A mock may start with the same items for all callers.
    let parts = [callers.0, callers.1].map { part(of: $0.persona, in: collection, list) }
    let hasCommonSeed = collection.seed.map { $0.kind != .array || $0.count > 0 } ?? false
    if hasCommonSeed, !parts.contains(where: { part in collection.seeds.contains { $0.part == part } }) {
      return [.undecided("the contract gives both callers the same initial items")]
    }
    let key = items.key(of: shared, in: collection) ?? ""
    return [shown(key, collection, to: callers.1, whose: callers.0, at: list, "lists")]
  }

  func shown(
    _ key: String, _ collection: ItemCollection, to other: Caller, whose owner: Caller, at endpoint: Endpoint,
    _ verb: String, status: Int = 200
  ) -> Verdict {
    .drifts(
      context.drift(
        .access.notIsolated, at: endpoint, endpoint.state, status: status, expected: "the caller's own items",
        actual: "\(collection.name) \(key) of a different caller", detail: verb,
        "\(other.persona.name) \(verb) \(collection.name) \(key), which belongs to \(owner.persona.name)."))
  }

  // MARK: - The run's items

  private func judgeOwn(
    _ resource: Resource, _ list: Endpoint, _ callers: (Caller, Caller), _ exchanges: inout [Exchange]
  ) async -> [Verdict] {
    guard context.writes.allowsWrites else { return [] }
    let name = resource.collection.name
    let entries = context.records.ledger.open.filter { $0.isMade && !$0.isRemoved && $0.item.collection == name }
    guard let entry = entries.first(where: { $0.item.within.isEmpty }) else { return [] }
    let isFirst = callers.0.credentials.allSatisfy { entry.credentials[$0.key] == $0.value }
    let (owner, other) = isFirst ? callers : (callers.1, callers.0)
    guard owner.credentials.allSatisfy({ entry.credentials[$0.key] == $0.value }),
      case .there(let snapshot) = await items.look(for: entry.item, credentials: entry.credentials)
    else { return [] }
    var verdicts: [Verdict] = []
    let listing = await items.read(
      list, path: list.request.template.text, credentials: other.credentials, isPatient: true)
    if listing.items.contains(snapshot.item) {
      verdicts.append(shown(entry.item.key, resource.collection, to: other, whose: owner, at: list, "lists"))
    }
    for read in resource.reads.prefix(1) where context.isAsked(read, Self.name) {
      guard let path = entry.item.path(at: read) else { continue }
      let request = items.request(read, path: path, credentials: other.credentials)
      let exchange = await items.sendWrong(request)
      exchanges.append(exchange)
      guard let response = exchange.response, let reading = WireReading(request, in: contract) else { continue }
      guard reading.isDone(response) else {
        verdicts.append(.fits)
        // If the other persona can't see the run's item, its own item merely has the same key.
        if [403, 404, 410].contains(response.status) {
          verdicts += await judgeChange(entry, resource, to: other, whose: owner, &exchanges)
          verdicts += await judgeBelow(entry, read, path, to: other, whose: owner, &exchanges)
        }
        // If the other persona's complete list lacks the item, its own item merely has the same key.
        if [404, 410].contains(response.status), listing.unfinished == nil,
          !listing.items.contains(where: { items.key(of: $0, in: resource.collection) == entry.item.key })
        {
          verdicts += await judgeRemoval(entry, resource, to: other, whose: owner, &exchanges)
        }
        continue
      }
      if reading.payload(of: response) == snapshot.item {
        verdicts.append(
          shown(
            entry.item.key, resource.collection, to: other, whose: owner, at: read, "reads", status: response.status))
      }
    }
    return verdicts
  }

  private func judgeChange(
    _ entry: ItemLedger.Entry, _ resource: Resource, to other: Caller, whose owner: Caller,
    _ exchanges: inout [Exchange]
  ) async -> [Verdict] {
    for update in resource.updates where context.isAsked(update, Self.name) {
      guard let change = OwnChange(update, context, item: entry.item),
        let request = await change.request(credentials: other.credentials)
      else { continue }
      let exchange = await items.sendWrong(request)
      exchanges.append(exchange)
      guard let response = exchange.response, let reading = WireReading(request, in: contract) else { continue }
      guard reading.isDone(response) else { return [.fits] }
      return [
        shown(
          entry.item.key, resource.collection, to: other, whose: owner, at: update, "changes",
          status: response.status)
      ]
    }
    return []
  }
}
