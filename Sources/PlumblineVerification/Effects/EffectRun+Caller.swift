import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The search for the caller's own item on a real server. Members that the contract sets to the caller's id or to
/// another member of that item are compared with it.
extension EffectRun {
  /// The item that represents the caller, as the server shows it.
  struct Caller: Sendable {
    let id: JSON
    let collection: ItemCollection
    let snapshot: ItemClient.Snapshot
  }

  /// Returns the caller that sent a request, as shown by the item that the contract reads with `persona.id`, or `nil`
  /// if the rule doesn't use the caller's values, or if no read shows that item.
  func caller(_ rule: StateRule, _ write: Write) async -> Caller? {
    guard Self.namesCaller(rule) else { return nil }
    let shown = write.reading.credentials
    for endpoint in contract.endpoints where endpoint.request.method == .get && endpoint.isSafe && endpoint.path.isEmpty
    {
      let isOpen = endpoint.authentication.alternatives.contains { names in
        !names.isEmpty && names.allSatisfy { shown[$0] != nil }
      }
      guard isOpen,
        let rule = endpoint.states.first(where: { $0.action == .read && $0.key == .persona("id") }),
        let collection = rule.collection.flatMap(contract.collection), let key = collection.key
      else { continue }
      let request = items.request(endpoint, path: endpoint.request.template.text, credentials: shown)
      let exchange = await items.sendPatiently(request)
      guard let response = exchange.response, let reading = WireReading(exchange.request, in: contract),
        reading.isDone(response), let item = reading.payload(of: response), let id = item.at(key),
        WireReading.text(id) != nil
      else { continue }
      return Caller(
        id: id, collection: collection, snapshot: ItemClient.Snapshot(item: item, exchange: exchange))
    }
    return nil
  }

  private static func namesCaller(_ rule: StateRule) -> Bool {
    rule.assignments.contains { assignment in
      switch assignment.value {
      case .address(let address): address == .persona("id")
      case .lookup(_, let matches, _): matches.contains { $0.address == .persona("id") }
      case .constant, .chosen, .now, .count, .union, .sum, .upload, .url: false
      }
    }
  }
}
