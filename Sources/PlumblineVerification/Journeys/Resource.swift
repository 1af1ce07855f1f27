import PlumblineContractModel
import PlumblineJSONTree

/// The operations on a collection's items on a server, as the endpoints' `state` describes them.
struct Resource: Sendable {
  let collection: ItemCollection
  /// The endpoints that create an item.
  let creating: [Endpoint]
  /// The endpoints that show one item, starting with those without other effects.
  let reads: [Endpoint]
  /// The endpoints that list items.
  let lists: [Endpoint]
  /// The endpoints that change an item.
  let updates: [Endpoint]
  /// The endpoint that always removes exactly one item.
  let delete: Endpoint?
  /// The members that distinguish a tombstone from an existing item. The array is empty if there are no tombstones, or
  /// if nothing distinguishes them.
  private let tombstoneMembers: [String]

  init(_ collection: ItemCollection, in contract: Contract) {
    self.collection = collection
    func endpoints(_ action: StateRule.Action) -> [Endpoint] {
      contract.endpoints.filter { endpoint in
        endpoint.states.contains { $0.action == action && $0.collection == collection.name }
      }
    }
    creating = endpoints(.create)
    let reading = endpoints(.read).filter { $0.request.method == .get }
    reads = reading.filter { $0.states.count == 1 } + reading.filter { $0.states.count > 1 }
    lists = endpoints(.list).filter { endpoint in
      endpoint.request.method == .get && !endpoint.query.contains(where: \.isRequired)
    }
    // Skip endpoints that identify their item outside the path, because only the item's key may be known.
    updates = endpoints(.update).filter { $0.isNamedByPath(in: collection.name) }
    delete = endpoints(.delete).first { $0.states.count == 1 && $0.isNamedByPath(in: collection.name) }
    tombstoneMembers = Self.tombstoneMembers(collection, updates)
  }

  /// Returns the members that a tombstone must have and that an item lacks or has with other values, except for members
  /// that requests set.
  private static func tombstoneMembers(_ collection: ItemCollection, _ updates: [Endpoint]) -> [String] {
    guard let tombstone = collection.tombstone else { return [] }
    let telling = tombstone.members.filter { member in
      guard member.isRequired, collection.key?.tokens != [member.name] else { return false }
      return member.only != nil || collection.members.first { $0.name == member.name }?.isRequired != true
    }
    var set: Set<String> = []
    for endpoint in updates {
      for rule in endpoint.states where rule.collection == collection.name {
        set.formUnion(rule.assignments.compactMap(\.target.tokens.first))
        guard rule.merge != .none else { continue }
        set.formUnion(endpoint.body?.structured?.schema?.outline().places.first?.members.keys.map { $0 } ?? [])
      }
    }
    return telling.map(\.name).filter { !set.contains($0) }
  }

  /// Returns a Boolean value that indicates whether a shown item is a tombstone.
  func isTombstone(_ shown: JSON) -> Bool {
    guard let tombstone = collection.tombstone, !tombstoneMembers.isEmpty else { return false }
    // If a member is null, the item isn't deleted, even if the schema allows null.
    return tombstoneMembers.allSatisfy { shown[$0].map { !$0.isNull } ?? false } && tombstone.schema.isValid(shown)
  }

  /// A Boolean value that indicates whether items can be created and removed again, so that calls can have their own.
  var isReplaceable: Bool { !creating.isEmpty && delete != nil && collection.key != nil }

  /// Returns a Boolean value that indicates whether an endpoint's payload is an item of this collection. An endpoint
  /// may also show items of other collections, such as a plain listing to guests and one with a favorite flag to
  /// members.
  func isShown(_ payload: JSON, by read: Endpoint) -> Bool {
    read.states.count == 1 || collection.members.allSatisfy { !$0.isRequired || payload[$0.name] != nil }
  }

  /// The list whose path contains no keys of other items, or `nil` if there is none.
  var openList: Endpoint? { lists.first { $0.path.isEmpty } }

  /// A Boolean value that indicates whether there is an ``openList`` and its items have keys.
  var hasUsableList: Bool { openList != nil && collection.key != nil }

  /// Returns the lists that show all items with an item's path values. There are none for an item without a key.
  func wholeLists(for item: ServerItem) -> [Endpoint] {
    item.key.isEmpty ? [] : wholeLists(within: Set(item.within.keys))
  }

  /// Returns the unfiltered lists that show all items whose paths have these parameters.
  func wholeLists(within parameters: Set<String>) -> [Endpoint] {
    lists.filter { list in
      guard Set(list.request.template.parameters) == parameters, list.states.count == 1, let rule = list.states.first
      else { return false }
      let isOfPath = rule.within.allSatisfy { if case .path = $0.address { true } else { false } }
      return isOfPath && rule.filter.allSatisfy { rule.defaults[$0.address] == nil }
    }
  }
}

extension Contract {
  /// Returns the operations on a collection's items, or `nil` if there is no collection with that name.
  func resource(_ collection: String) -> Resource? {
    self.collection(collection).map { Resource($0, in: self) }
  }
}

extension Resource {
  /// Returns the endpoint that subtracts what a rule adds.
  func inverse(of rule: StateRule) -> Endpoint? {
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
    return updates.first { endpoint in
      endpoint.states.count == 1 && endpoint.states.allSatisfy { signs($0) == own.mapValues { !$0 } }
    }
  }
}

extension Endpoint {
  /// Returns a Boolean value that indicates whether the endpoint's path or its caller determines the collection's item.
  func isNamedByPath(in collection: String) -> Bool {
    switch states.first(where: { $0.collection == collection })?.key {
    case .query, .header, .cookie, .body: false
    case .path, .persona, .credential, .item, nil: true
    }
  }

  /// Returns the path parameter that contains the key of a collection's item, or `nil` if there is none.
  func keyParameter(of collection: String) -> String? {
    guard case .path(let name) = states.first(where: { $0.collection == collection })?.key else { return nil }
    return name
  }
}
