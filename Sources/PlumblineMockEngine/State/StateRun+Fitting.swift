import PlumblineContractModel
import PlumblineJSONTree

/// Handling of values in a request that aren't valid for items. Values without a meaning are dropped, and others are
/// rejected.
extension StateRun {
  /// Returns the body without members that its own schema doesn't declare and whose type differs from the item's member
  /// of that name. The request is valid with them, but their meaning is unknown. Returns `nil` if there are none.
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

  /// Returns an item without nulls that a request may contain but the item's schema doesn't allow. Such a null means
  /// that there is no value.
  func fitted(_ item: JSON?, _ collection: ItemCollection) -> JSON? {
    guard let item else { return nil }
    let nulls = misfitNulls(of: item, collection)
    let bare = nulls.reduce(item) { $0.removing($1) ?? $0 }
    if nulls.isEmpty || collection.item.isValid(bare) { return bare }
    // If the item requires the member, use null if possible. A form has no way to send null.
    let nulled = nulls.reduce(bare) { item, place in
      guard let next = item.placing(place, .null) else { return item }
      return collection.item.violations(of: next, limit: 50).contains { $0.instance == place } ? item : next
    }
    return collection.item.isValid(nulled) ? nulled : item
  }

  /// Returns the locations of nulls that the item's schema doesn't allow. For a form, this includes empty strings,
  /// which represent null.
  func misfitNulls(of item: JSON, _ collection: ItemCollection) -> [JSONPointer] {
    guard !collection.item.isValid(item) else { return [] }
    return collection.item.violations(of: item, limit: 50).map(\.instance).filter { place in
      // Keep elements of arrays as sent, regardless of their value.
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
