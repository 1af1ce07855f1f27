import ContractModel

/// What can be done with the items of a collection on a server, as the endpoints' `state` says.
struct Resource: Sendable {
  let collection: ItemCollection
  /// Make an item.
  let creating: [Endpoint]
  /// Shows one item.
  let read: Endpoint?
  /// Show several items.
  let lists: [Endpoint]
  /// Change an item.
  let updates: [Endpoint]
  /// Removes one item, whatever else the request says.
  let delete: Endpoint?

  init(_ collection: ItemCollection, in contract: Contract) {
    self.collection = collection
    func endpoints(_ action: StateRule.Action) -> [Endpoint] {
      contract.endpoints.filter { endpoint in
        endpoint.states.contains { $0.action == action && $0.collection == collection.name }
      }
    }
    creating = endpoints(.create)
    read = endpoints(.read).first { $0.request.method == .get && $0.states.count == 1 }
    lists = endpoints(.list).filter { endpoint in
      endpoint.request.method == .get && !endpoint.query.contains(where: \.isRequired)
    }
    updates = endpoints(.update)
    delete = endpoints(.delete).first { $0.states.count == 1 }
  }

  /// Whether an item can be made and removed again, so that calls can have one of their own.
  var isReplaceable: Bool { !creating.isEmpty && delete != nil && collection.key != nil }

  /// The list that shows items without having to know others.
  var openList: Endpoint? { lists.first { $0.path.isEmpty } }
}

extension Endpoint {
  /// The rule that a request follows.
  func rule(for request: RequestReading) -> StateRule? { states.first { $0.condition.holds(for: request) } }

  /// The parameter of the path that says which item of a collection is meant.
  func keyParameter(of collection: String) -> String? {
    guard case .path(let name) = states.first(where: { $0.collection == collection })?.key else { return nil }
    return name
  }
}
