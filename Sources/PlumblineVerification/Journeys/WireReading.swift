import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A request's effect on an item according to the contract, and the content of its response.
struct WireReading: Sendable {
  let endpoint: Endpoint
  let request: RequestReading
  /// The contract's rule for the request, or `nil` if there is none.
  let rule: StateRule?
  let contract: Contract

  /// Returns `nil` if the request matches no endpoint of the contract.
  init?(_ request: Request, in contract: Contract) {
    guard case .found(let endpoint) = contract.router.route(request) else { return nil }
    self.endpoint = endpoint
    self.contract = contract
    self.request = RequestReading(request, for: endpoint)
    rule = endpoint.rule(for: self.request)
  }

  /// The request's credentials, by name.
  var credentials: [String: String] {
    let names = contract.credentials.map(\.name)
    let shown = CredentialValues(request.request, names: names, in: contract)
    return Dictionary(uniqueKeysWithValues: names.compactMap { name in shown[name].map { (name, $0) } })
  }

  /// The request's idempotency key, or `nil` if it has none, or if its endpoint supports none.
  var idempotencyKey: String? { endpoint.idempotencyKey.flatMap { request.request.headers[$0.name] } }

  /// The item that the request identifies.
  var item: ServerItem? { rule.flatMap(item(of:)) }

  /// Returns the item that the request identifies for its own rule or an accompanying one.
  func item(of rule: StateRule) -> ServerItem? {
    guard let name = rule.collection, let collection = contract.collection(name) else { return nil }
    var within = pathTexts
    guard collection.key != nil else { return make(collection, key: "", within: within) }
    switch rule.key {
    case .persona: return make(collection, key: "", within: within)
    case .path(let parameter):
      guard let key = within.removeValue(forKey: parameter) else { return nil }
      return make(collection, key: key, within: within)
    case .query, .header, .cookie, .body:
      guard let key = rule.key.flatMap({ request.value(at: $0) }).flatMap(Self.text) else { return nil }
      return make(collection, key: key, within: within)
    case .credential, .item, nil: return nil
    }
  }

  /// Returns the item that the request has created. The item is taken from the response, or from the request's body if
  /// the response shows nothing and the body contains the key.
  func itemMade(by response: Response) -> ServerItem? {
    guard let rule, rule.action == .create, let name = rule.collection, let collection = contract.collection(name),
      let pointer = collection.key
    else { return nil }
    let shown = payload(of: response)
    if let key = shown?.at(pointer).flatMap(Self.text) ?? locatedKey(in: response, of: name) {
      return make(collection, key: key, within: pathTexts)
    }
    return shown == nil ? itemSent : nil
  }

  /// The item that the request should create, or `nil` if its body doesn't contain the key.
  var itemSent: ServerItem? {
    guard let rule, rule.action == .create, let name = rule.collection, let collection = contract.collection(name),
      let pointer = collection.key, rule.merge != .none, !rule.assignments.contains(where: { $0.target == pointer }),
      let key = rule.item(in: request.body)?.at(pointer).flatMap(Self.text)
    else { return nil }
    return make(collection, key: key, within: pathTexts)
  }

  /// Returns the item for an element of a list at the request's path.
  func item(shownAs shown: JSON) -> ServerItem? {
    guard let collection = rule?.collection.flatMap(contract.collection), let pointer = collection.key,
      let key = shown.at(pointer).flatMap(Self.text)
    else { return nil }
    return make(collection, key: key, within: pathTexts)
  }

  /// The values of the request's path parameters, by name.
  var within: [String: String] { pathTexts }

  /// Returns the items in the response to a read or list request.
  func itemsShown(by response: Response) -> [ServerItem] {
    guard isDone(response), let rule, let name = rule.collection, let collection = contract.collection(name),
      let pointer = collection.key
    else { return [] }
    switch rule.action {
    case .read: return item.map { [$0] } ?? []
    case .list:
      guard let payload = payload(of: response), let items = rule.place.map({ payload.at($0) }) ?? payload,
        items.kind == .array
      else { return [] }
      return items.elements.compactMap { $0.at(pointer).flatMap(Self.text) }
        .map { make(collection, key: $0, within: pathTexts) }
    default: return []
    }
  }

  /// Returns a Boolean value that indicates whether a response reports that the request was executed.
  func isDone(_ response: Response) -> Bool {
    guard (200..<300).contains(response.status) else { return false }
    return contract.envelope?.says(Self.body(of: response)) != false
  }

  /// Returns a response's payload inside its envelope. If the response shows one item, the payload is the item.
  func payload(of response: Response) -> JSON? {
    guard let body = Self.body(of: response) else { return nil }
    let payload = contract.payload(of: body)
    guard let rule, rule.action != .list else { return payload }
    return (rule.shownPlace.map { payload?.at($0) } ?? payload).map(rule.item(shownBy:))
  }

  /// Returns a key as text for a path, or `nil` for a string that would change the path, such as `..` or
  /// `../customers/1`.
  static func text(_ value: JSON) -> String? {
    guard let string = value.string else { return value.int.map { "\($0)" } }
    let parts = string.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
    return string.isEmpty || parts.contains { $0 == "." || $0 == ".." } ? nil : string
  }

  private static func body(of response: Response) -> JSON? { try? JSON.parse(response.body.bytes ?? []) }

  private var pathTexts: [String: String] { endpoint.request.template.match(request.request.path) ?? [:] }

  private func make(_ collection: ItemCollection, key: String, within: [String: String]) -> ServerItem {
    let isOwn = collection.isPerCaller || (key.isEmpty && collection.key != nil)
    let owner = isOwn ? ServerItem.owner(with: credentials) : ""
    return ServerItem(collection: collection.name, key: key, within: within, owner: owner)
  }
}

extension WireReading {
  /// Returns the members of its item that a request changes according to the contract, except for numbers that it adds
  /// to.
  ///
  /// Members that the request leaves unchanged aren't included, nor are those that a server computes, such as
  /// modification times and sums.
  ///
  /// - Parameter original: The item before the request.
  func changes(to original: JSON) -> [JSONPointer] {
    guard let rule else { return [] }
    var places: [JSONPointer] = []
    func add(_ place: JSONPointer) { if !places.contains(place) { places.append(place) } }
    if rule.action == .append, let place = rule.place { add(place) }
    if rule.action == .update, let body = rule.item(in: request.body), body.kind == .object {
      if rule.merge == .replace {
        // The request removes members that its body lacks.
        for name in original.members.map(\.key) where body[name] == nil && isTakenAway(name, rule) {
          add(JSONPointer(tokens: [name]))
        }
      }
      for place in Self.merged(body, by: rule.merge)
      where isMember(place, original) && body.at(place) != original.at(place) {
        add(place)
      }
    }
    for assignment in rule.assignments where isAssigned(assignment, in: original) { add(assignment.target) }
    return places
  }

  /// Returns the pointers to the item's members that store a body's members, either only at the top level or at all
  /// levels.
  static func merged(_ body: JSON, by merge: StateRule.Merge, below parent: JSONPointer = JSONPointer())
    -> [JSONPointer]
  {
    guard merge != .none else { return [] }
    return body.members.flatMap { name, value -> [JSONPointer] in
      let place = parent.appending(name)
      guard merge == .deep || merge == .patch, value.kind == .object, value.count > 0 else { return [place] }
      return merged(value, by: merge, below: place)
    }
  }

  /// The values that the request sets in its item, by pointer, as far as its body and the contract determine them.
  var given: [JSONPointer: JSON] {
    guard let rule, rule.action == .update, rule.merge != .operations,
      let collection = rule.collection.flatMap(contract.collection)
    else { return [:] }
    var values: [JSONPointer: JSON] = [:]
    if let body = rule.item(in: request.body), body.kind == .object {
      for place in Self.merged(body, by: rule.merge) {
        guard rule.bodyMembers.isEmpty || rule.bodyMembers.contains(place.tokens[0]) else { continue }
        values[place] = body.at(place)
      }
    }
    for assignment in rule.assignments {
      switch assignment.value {
      case .constant(let value): values[assignment.target] = value
      case .address(let address): values[assignment.target] = request.value(at: address)
      case .chosen, .now, .lookup, .count, .union, .sum, .upload, .url: values[assignment.target] = nil
      }
    }
    // Exclude values that a server computes, because they may have changed by the time of the comparison.
    let computed =
      rule.additions.map(\.target) + collection.touched.map(\.pointer) + collection.counters.map(\.target)
      + collection.movingPlaces
    return values.filter { value in
      !computed.contains { $0.isWithin(value.key) || value.key.isWithin($0) }
    }
  }

  /// Returns a Boolean value that indicates whether a body that replaces an item removes a member by omitting it.
  private func isTakenAway(_ name: String, _ rule: StateRule) -> Bool {
    guard let collection = rule.collection.flatMap(contract.collection) else { return false }
    let kept =
      [collection.key, collection.owner].compactMap { $0 } + collection.touched.map(\.pointer)
      + collection.movingPlaces
    return !kept.contains { $0.tokens.first == name }
      && !rule.within.contains { $0.members.first?.tokens.first == name }
      && (rule.bodyMembers.isEmpty || rule.bodyMembers.contains(name))
  }

  /// Returns a Boolean value that indicates whether an item has a member at all. Not every member of a body is stored
  /// in the item.
  private func isMember(_ place: JSONPointer, _ original: JSON) -> Bool {
    guard let name = place.tokens.first else { return false }
    if original[name] != nil { return true }
    return rule?.collection.flatMap(contract.collection)?.members.contains { $0.name == name } ?? false
  }

  /// Returns a Boolean value that indicates whether a request changes a member's value.
  private func isAssigned(_ assignment: StateRule.Assignment, in original: JSON) -> Bool {
    switch assignment.value {
    case .constant(let value): return original.at(assignment.target) != value
    case .address(let address):
      guard case .body = address else { return true }
      guard let value = request.value(at: address) else { return false }
      return original.at(assignment.target) != value
    case .lookup(_, let matches, let member):
      let values = matches.map { request.value(at: $0.address) }
      guard values.allSatisfy({ $0 != nil }) else { return false }
      guard member.tokens.isEmpty, matches.count == 1, let key = matches[0].members.first else { return true }
      return original.at(assignment.target + key) != values[0]
    // If the item doesn't show the list, an element that the server adds can't be removed, and needn't be.
    case .union: return original.at(assignment.target) != nil
    case .chosen, .upload, .url: return true
    case .now, .count, .sum: return false
    }
  }
}

extension WireReading {
  /// The items that the request identifies and changes, each with its rule.
  var changes: [(item: ServerItem, rule: StateRule)] {
    guard let rule else { return [] }
    return ([rule] + rule.also.filter { $0.condition.holds(for: request) }).compactMap { rule in
      guard rule.action == .update || rule.action == .append, let item = item(of: rule) else { return nil }
      return (item, rule)
    }
  }
}
