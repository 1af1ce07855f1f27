import PlumblineContractModel
import PlumblineJSONTree

/// A write's body with a new value in one member. A server that executes the write visibly changes the item, and does
/// nothing else.
///
/// The value is a different string if the member accepts any string, otherwise the number or Boolean value from before
/// the write.
struct OtherValue {
  let body: JSON
  /// The pointers to the item's members that get a new value.
  let places: [JSONPointer]

  private static let texts: [JSON] = ["Changed meanwhile", "Changed", "New"]

  /// Returns `nil` if no member may have a new value.
  ///
  /// - Parameters:
  ///   - item: The item's current state.
  ///   - former: The item's state before the write, or `nil` if it is unknown.
  init?(than reading: WireReading, _ rule: StateRule, item: JSON, former: JSON?, mark: RunMark) {
    if let trial = TextTrial(reading, rule, item: item, mark: mark, values: Self.texts) {
      (body, places) = (trial.body, trial.places)
      return
    }
    guard rule.merge != .none, rule.merge != .operations, rule.beside.isEmpty, let former,
      let sent = reading.request.body, let own = rule.item(in: sent), own.kind == .object,
      let collection = rule.collection.flatMap(reading.contract.collection),
      let schema = reading.endpoint.body?.structured?.schema
    else { return nil }
    for (name, value) in own.members where value.kind == .number || value.kind == .bool {
      let place = JSONPointer(tokens: [name])
      let source = (rule.bodyPlace ?? JSONPointer()) + place
      guard let was = former[name], was.kind == value.kind, was != value, item[name] == value,
        collection.members.contains(where: { $0.name == name }), !MarkPlaces.isReference(name),
        TextTrial.mayDiffer(place, sentAt: source, rule, collection, reading.endpoint),
        let changed = sent.replacing(source, with: was), schema.isValid(changed)
      else { continue }
      (body, places) = (changed, [place])
      return
    }
    return nil
  }
}
