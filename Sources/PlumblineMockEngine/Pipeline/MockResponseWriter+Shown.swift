import PlumblineContractModel
import PlumblineJSONSchema
import PlumblineJSONTree

/// Responses that contain only part of an item, or more than the item.
extension MockResponseWriter {
  /// Returns a payload with some of an item's members, completed with the other members that the response requires.
  /// These are taken from a recording if possible, and otherwise generated from the schema.
  func completed(_ payload: JSON, _ index: Int?) -> JSON {
    guard let schema = index.flatMap({ endpoint.answers[$0].shown }), payload.kind == .object, !schema.isValid(payload),
      let sample = sample(of: schema, index)
    else { return payload }
    let lacking = schema.violations(of: payload).filter { $0.keyword == "required" && $0.instance == JSONPointer() }
    let whole = lacking.compactMap(\.property).reduce(payload) { whole, name in
      sample[name].flatMap { whole.placing(JSONPointer(tokens: [name]), $0) } ?? whole
    }
    return schema.isValid(whole) ? whole : payload
  }

  /// Returns the recorded payload of a response, or one generated from its schema.
  private func sample(of schema: Schema, _ index: Int?) -> JSON? {
    [recordedPayload(index), try? schema.example().get()].lazy.compactMap { $0 }.first(where: schema.isValid)
  }

  /// Removes the nulls that the schema rejects from a payload that contains some members of items. A summary omits
  /// members that are null in the item itself.
  func withoutMisfitNulls(_ payload: JSON, _ rule: StateRule, _ index: Int?) -> JSON {
    guard !rule.shownMembers.isEmpty, let schema = index.flatMap({ endpoint.answers[$0].shown }),
      !schema.isValid(payload)
    else { return payload }
    let nulls = schema.violations(of: payload, limit: Self.mostNulls).map(\.instance).filter { place in
      payload.at(place)?.isNull == true && place.parent.flatMap { payload.at($0) }?.kind == .object
    }
    return nulls.reduce(payload) { $0.removing($1) ?? $0 }
  }

  private static let mostNulls = 1000

  /// Returns the payload for the removal of an item. It is the removed item if the response's schema accepts it.
  /// Otherwise, it is the recorded payload, or one generated from the contract, with the item's key filled in.
  func removal(_ rule: StateRule, _ payload: JSON, of item: JSON, _ index: Int?) -> JSON {
    guard let schema = index.flatMap({ endpoint.answers[$0].shown }),
      !schema.isValid(payload) || !describes(schema, payload, by: rule)
    else { return payload }
    return sample(of: schema, index).map { keyed($0, as: item, by: rule, schema) } ?? payload
  }

  /// Returns a Boolean value that indicates whether a schema describes the item in a payload. It does if it names at
  /// least half of the item's members besides the key, only members that the item has, or no members at all. An open
  /// schema accepts any item, even if it describes something else, such as the errors of a removal.
  private func describes(_ schema: Schema, _ payload: JSON, by rule: StateRule) -> Bool {
    let place = rule.shownPlace ?? JSONPointer()
    let outer = schema.declared(at: JSONPointer(), in: payload)
    if let member = place.tokens.first, !outer.isEmpty, !outer.contains(member) { return false }
    let named = Set(schema.declared(at: place, in: payload))
    let key = rule.collection.flatMap(library.contract.collection)?.key?.tokens.first
    let names = (payload.at(place) ?? payload).members.map(\.key)
    let others = names.filter { $0 != key }
    let counted = others.isEmpty ? names : others
    return named.isEmpty || named.isSubset(of: names) || 2 * counted.count(where: named.contains) >= counted.count
  }

  /// Returns a payload with an item's key filled in, if the payload has a member with the name that the key has in
  /// items or in the path.
  private func keyed(_ payload: JSON, as item: JSON, by rule: StateRule, _ schema: Schema) -> JSON {
    guard let place = rule.collection.flatMap(library.contract.collection)?.key, let key = item.at(place) else {
      return payload
    }
    var places = [place]
    if case .path(let name) = rule.key { places.append(JSONPointer(tokens: [name])) }
    if let outer = rule.shownPlace { places += places.map { outer + $0 } }
    let values = key.kind == .number ? [key, JSON(key.text)] : [key]
    return places.lazy.filter { payload.at($0) != nil }
      .flatMap { place in values.compactMap { payload.replacing(place, with: $0) } }
      .first(where: schema.isValid) ?? payload
  }
}
