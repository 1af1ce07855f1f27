import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A no-op change of an item of the run: it sends the values that the item already has.
struct OwnChange: Sendable {
  let endpoint: Endpoint
  let entry: ItemLedger.Entry
  private let rule: StateRule
  private let context: CheckContext

  /// Returns `nil` if the run has no such item, or if the endpoint does more than set values.
  init?(_ endpoint: Endpoint, _ context: CheckContext, item: ServerItem? = nil) {
    guard [.put, .patch].contains(endpoint.request.method), endpoint.states.count == 1,
      let rule = endpoint.states.first,
      rule.action == .update, [.shallow, .deep, .patch].contains(rule.merge), rule.assignments.isEmpty,
      rule.additions.isEmpty, rule.also.isEmpty, !rule.createsMissing, let collection = rule.collection,
      endpoint.isNamedByPath(in: collection),
      let own = item ?? context.records.ledger.made(collection), own.collection == collection,
      let entry = context.records.ledger.entry(own), entry.isMade, !entry.isRemoved
    else { return nil }
    self.endpoint = endpoint
    self.entry = entry
    self.rule = rule
    self.context = context
  }

  /// Returns the request with the item's current values; `nil` if the contract accepts none of them.
  ///
  /// - Parameter credentials: the sender's.
  func request(credentials: [String: String]) async -> Request? {
    guard let path = entry.item.path(at: endpoint), let schema = endpoint.body?.json?.schema,
      case .there(let snapshot) = await context.items.look(for: entry.item, credentials: entry.credentials)
    else { return nil }
    let known = schema.outline().places.first?.members.keys.map { $0 } ?? []
    let members = snapshot.item.members.filter { known.contains($0.key) && !$0.value.isNull }
    guard !members.isEmpty else { return nil }
    let item = JSON.object(members.map { ($0.key, $0.value) })
    let body = rule.bodyPlace.map { place in place.tokens.reversed().reduce(item) { JSON.object([($1, $0)]) } } ?? item
    let request = context.items.request(endpoint, path: path, credentials: credentials, body: body)
    let reading = RequestReading(request, for: endpoint)
    return RequestValidation(reading, in: context.contract).faults().isEmpty ? request : nil
  }
}
