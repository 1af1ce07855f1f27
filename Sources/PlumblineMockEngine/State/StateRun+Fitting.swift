import PlumblineContractModel
import PlumblineJSONTree

/// Parts of a request that no item can have. They are dropped if they carry no meaning, and rejected otherwise.
extension StateRun {
  /// Returns the body without members that its own schema doesn't name, and whose type differs from the item's member
  /// with that name. Their meaning is unknown, although the request is valid with them. Returns `nil` if the body has
  /// no such members.
  func bodyWithoutStrangers(_ collection: ItemCollection) -> JSON? {
    guard let body, body.kind == .object, let whole = reading.body,
      let schema = reading.endpoint.body?.structured?.schema
    else { return nil }
    let named = Set(schema.declared(at: rule.bodyPlace ?? JSONPointer(), in: whole))
    let strangers = collection.members.filter { member in
      guard !named.contains(member.name), let value = body[member.name] else { return false }
      let depth = value.pointer.tokens.count
      return member.schema.violations(of: value, limit: 10).contains { violation in
        violation.keyword == "type" && violation.instance.tokens.count <= depth
      }
    }
    if named.isEmpty || strangers.isEmpty { return nil }
    return strangers.reduce(body) { $0.removing(JSONPointer(tokens: [$1.name])) ?? $0 }
  }

  /// Returns an item without the nulls that a request may send but no item can have. They mean that there is no value.
  func fitted(_ item: JSON?, _ collection: ItemCollection) -> JSON? {
    guard let item else { return nil }
    let nulls = misfitNulls(of: item, collection)
    let bare = nulls.reduce(item) { $0.removing($1) ?? $0 }
    if nulls.isEmpty || collection.item.isValid(bare) { return bare }
    // A required member of an item may be null, which a form can't express.
    let nulled = nulls.reduce(bare) { item, place in
      guard let next = item.placing(place, .null) else { return item }
      return collection.item.violations(of: next, limit: 50).contains { $0.instance == place } ? item : next
    }
    return collection.item.isValid(nulled) ? nulled : item
  }

  /// Returns the places of nulls that no item can have, and of a form's empty strings, which stand for null.
  func misfitNulls(of item: JSON, _ collection: ItemCollection) -> [JSONPointer] {
    guard !collection.item.isValid(item) else { return [] }
    return collection.item.violations(of: item, limit: 50).map(\.instance).filter { place in
      // An element is kept as sent, regardless of its value.
      guard let value = item.at(place), place.parent.flatMap({ item.at($0) })?.kind == .object else { return false }
      return value.isNull || isForm && value == ""
    }
  }

  private var isForm: Bool { reading.request.mediaType.map { BodyForm($0).hasFields } ?? false }

  func misfit(_ item: JSON?, _ collection: ItemCollection) -> StateOutcome.Refusal {
    let endpoint = reading.endpoint
    let meant = [Occasion.invalid, .conflict].lazy.compactMap { occasion in
      endpoint.failure(for: occasion).map { ($0, $0.status(on: occasion)) }
    }.first
    let failure = rule.otherwise ?? meant?.0
    let reasons =
      item.map { collection.item.violations(of: $0, limit: 3).map { "\($0.instance): \($0.message)" } } ?? []
    let text = reasons.isEmpty ? "" : " \(reasons.joined(separator: " "))"
    return StateOutcome.Refusal(
      cause: .other, failure: failure, status: rule.otherwise?.status ?? meant?.1 ?? 422,
      message: rule.otherwise?.summary ?? "The resulting item wouldn't be valid for \(collection.name).\(text)")
  }
}
