import PlumblineContractModel
import PlumblineJSONSchema
import PlumblineJSONTree

/// A request body with different values in its free-text members: human-written strings or null.
///
/// References stay unchanged, as do the member with the run's mark and members that identify the item, its owner or its
/// parents, that the contract's `state` reads or sets, or that the item doesn't show.
struct TextTrial {
  let body: JSON
  /// The pointers to the item's members that get a new value.
  private(set) var places: [JSONPointer] = []

  /// Returns `nil` if no member may have a different value.
  ///
  /// - Parameters:
  ///   - reading: The request that the body belongs to.
  ///   - item: The item's current state, or `nil` for a request that creates one.
  ///   - values: The candidate values. A member gets the first one that its schema allows.
  init?(_ reading: WireReading, _ rule: StateRule, item: JSON?, mark: RunMark, values: [JSON]) {
    guard rule.merge != .none, rule.merge != .operations, rule.beside.isEmpty,
      let collection = rule.collection.flatMap(reading.contract.collection), let sent = reading.request.body,
      let schema = reading.endpoint.body?.structured?.schema
    else { return nil }
    let root = rule.bodyPlace ?? JSONPointer()
    var body = sent
    for place in MarkPlaces(schema: schema, body: sent, root: root).prose {
      let own = JSONPointer(tokens: Array(place.tokens.dropFirst(root.tokens.count)))
      guard own.tokens.count == 1, let member = collection.members.first(where: { $0.name == own.tokens[0] }),
        Self.mayDiffer(own, sentAt: place, rule, collection, reading.endpoint),
        !(sent.at(place).map { mark.isIn($0) } ?? false)
      else { continue }
      if let item {
        guard let shown = item.at(own), shown.kind == .string, !mark.isIn(shown),
          !Self.isNamed(item, by: shown, collection)
        else { continue }
      }
      // A schema without types accepts null, but doesn't guarantee that null is supported.
      let takesNull = member.isNullable && !member.schema.isValid(JSON(0))
      let fitting = values.lazy.filter { !$0.isNull || takesNull }
        .compactMap { Self.placing($0, place, body) }.first { schema.isValid($0) }
      guard let fitting else { continue }
      body = fitting
      places.append(own)
    }
    guard !places.isEmpty else { return nil }
    self.body = body
  }

  /// Returns a Boolean value that indicates whether a new value of a member is merely stored: the member is part of the
  /// item, doesn't identify anything, and isn't read or set by the contract's `state`.
  static func mayDiffer(
    _ own: JSONPointer, sentAt place: JSONPointer, _ rule: StateRule, _ collection: ItemCollection, _ endpoint: Endpoint
  ) -> Bool {
    guard let name = own.tokens.first, rule.bodyMembers.isEmpty || rule.bodyMembers.contains(name) else { return false }
    return !watched(by: rule, of: endpoint).contains { $0.isWithin(place) || place.isWithin($0) }
      && !fixed(rule, collection).contains { $0.isWithin(own) || own.isWithin($0) }
  }

  private static func placing(_ value: JSON, _ place: JSONPointer, _ body: JSON) -> JSON? {
    if body.at(place) != nil { return body.replacing(place, with: value) }
    guard let parent = place.parent, let name = place.tokens.last else { return nil }
    return body.inserting(key: name, value: value, at: parent)
  }

  /// Returns the pointers to the members that identify an item, its owner or its parents, and to those that the
  /// contract or the server sets.
  private static func fixed(_ rule: StateRule, _ collection: ItemCollection) -> [JSONPointer] {
    let own = [collection.key, collection.owner, collection.entityTag].compactMap { $0 }
    let set = rule.assignments.map(\.target) + collection.touched.map(\.pointer) + collection.counters.map(\.target)
    return own + set + collection.movingPlaces + rule.within.flatMap(\.members)
  }

  /// Returns a Boolean value that indicates whether a server may have derived an item's key from a string, so that a
  /// new string would change the key, such as `roof-works` from `Roof works`.
  private static func isNamed(_ item: JSON, by text: JSON, _ collection: ItemCollection) -> Bool {
    guard let key = collection.key.flatMap({ item.at($0) })?.string, let text = text.string else { return false }
    let slug: String = key.lowercased().filter { $0.isLetter }
    let letters: String = text.lowercased().filter { $0.isLetter }
    guard !slug.isEmpty, !letters.isEmpty else { return false }
    return slug.hasPrefix(letters) || letters.hasPrefix(slug)
  }

  /// Returns the pointers to the members of a body that determine a request's effect or success.
  private static func watched(by rule: StateRule, of endpoint: Endpoint) -> [JSONPointer] {
    var addresses = (endpoint.condition.clauses + rule.condition.clauses).map(\.address)
    addresses += rule.within.map(\.address) + [rule.key].compactMap { $0 }
    addresses += rule.guards.flatMap { addressed(by: $0.test) }
    for assignment in rule.assignments {
      if case .lookup(_, let matches, _) = assignment.value { addresses += matches.map(\.address) }
    }
    return addresses.compactMap { address -> JSONPointer? in
      if case .body(let place) = address { place } else { nil }
    }
  }

  private static func addressed(by test: StateRule.Guard.Test) -> [Address] {
    switch test {
    case .any(let tests): tests.flatMap { addressed(by: $0) }
    case .unless(let condition): condition.clauses.map(\.address)
    case .none(_, let matches), .some(_, let matches): matches.map(\.address)
    // A lookup may use any value as its key.
    case .value: [.body(JSONPointer())]
    }
  }
}
