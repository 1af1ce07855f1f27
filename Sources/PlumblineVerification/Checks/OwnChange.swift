import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A no-op change of one of the run's items. It sends the values that the item already has.
struct OwnChange: Sendable {
  let endpoint: Endpoint
  let entry: ItemLedger.Entry
  private let rule: StateRule
  private let context: CheckContext

  /// Returns `nil` if the run has no such item, or if the endpoint does more than set values.
  init?(_ endpoint: Endpoint, _ context: CheckContext, item: ServerItem? = nil) {
    guard let rule = Self.rule(of: endpoint), let collection = rule.collection,
      let own = item ?? context.records.ledger.made(collection), own.collection == collection,
      let entry = context.records.ledger.entry(own), entry.isMade, !entry.isRemoved
    else { return nil }
    self.endpoint = endpoint
    self.entry = entry
    self.rule = rule
    self.context = context
  }

  /// Returns an endpoint's rule if it only sets values of one item, or `nil` otherwise.
  static func rule(of endpoint: Endpoint) -> StateRule? {
    guard [.put, .patch].contains(endpoint.request.method), endpoint.states.count == 1,
      let rule = endpoint.states.first, rule.action == .update, [.shallow, .deep, .patch].contains(rule.merge),
      rule.assignments.isEmpty, rule.additions.isEmpty, rule.also.isEmpty, !rule.createsMissing,
      let collection = rule.collection, endpoint.isNamedByPath(in: collection)
    else { return nil }
    return rule
  }

  /// Returns a request with the item's current values and the conditions that the endpoint requires, or `nil` if the
  /// contract accepts none of the values, or if reading the item doesn't show a condition's value.
  ///
  /// - Parameter credentials: The sender's credentials.
  func request(credentials: [String: String]) async -> Request? {
    guard let path = entry.item.path(at: endpoint), let schema = endpoint.body?.structured?.schema,
      case .there(let snapshot) = await context.items.look(for: entry.item, credentials: entry.credentials)
    else { return nil }
    let known = schema.outline().places.first?.members.keys.map { $0 } ?? []
    let members = snapshot.item.members.filter { name, value in
      known.contains(name) && !value.isNull && !(rule.removesEmpty && value.string?.isEmpty == true)
    }
    guard !members.isEmpty else { return nil }
    let item = JSON.object(members.map { ($0.key, $0.value) })
    let body = rule.bodyPlace.map { place in place.tokens.reversed().reduce(item) { JSON.object([($1, $0)]) } } ?? item
    var request = context.items.request(endpoint, path: path, credentials: credentials, body: body)
    var shown: Set<ConditionField> = []
    for field in endpoint.requiredConditions {
      guard let value = snapshot.exchange.response?.headers[field.source] else { continue }
      request.headers[field.rawValue] = value
      shown.insert(field)
    }
    guard endpoint.lackedCondition(having: shown) == nil else { return nil }
    let reading = RequestReading(request, for: endpoint)
    return RequestValidation(reading, in: context.contract).faults().isEmpty ? request : nil
  }
}
