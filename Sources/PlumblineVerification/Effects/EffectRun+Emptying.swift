import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree

/// Checks that an empty string removes its member if the contract says so.
extension EffectRun {
  /// Returns the drift if an empty string doesn't remove a member of one of the run's items. The member is then
  /// restored.
  func drift(ofEmptying write: Write, _ item: ServerItem) async -> [Drift] {
    guard goesOn, write.rule.removesEmpty, let before = await snapshot(of: item, looker(write, item)),
      let (body, place) = emptying(write, before.item),
      let way = wayBack(of: [place], write, item, to: before.item),
      records.tried.begin(.empty, at: write.reading.endpoint)
    else { return [] }
    var drift: [Drift] = []
    switch await send(body, like: write, to: item, seen: before) {
    case .unsent, .refused: return []
    // A request without a response may have been executed anyway.
    case .uncertain: break
    case .done(let trial):
      drift = await self.drift(ofChanging: item, trial.rule, trial).filter { $0.rule != Rule.effect.normalised }
    }
    await sendBack(way, item, write)
    return drift
  }

  /// Returns a body with an empty string for one of the members that a write sent, and the member's top-level pointer
  /// in the item, or `nil` if no member may be removed without losing the run's mark. Prefers a nested member, because
  /// it proves more.
  private func emptying(_ write: Write, _ item: JSON) -> (body: JSON, place: JSONPointer)? {
    let rule = write.rule
    guard rule.action == .update, rule.beside.isEmpty, let sent = rule.item(in: write.reading.request.body),
      sent.kind == .object, let schema = write.reading.endpoint.body?.structured?.schema,
      let collection = rule.collection.flatMap(contract.collection)
    else { return nil }
    let root = rule.bodyPlace?.tokens ?? []
    func body(_ tokens: [String]) -> JSON? {
      let body = (root + tokens).reversed().reduce(JSON("")) { JSON.object([($1, $0)]) }
      return schema.isValid(body) ? body : nil
    }
    func isFilled(_ value: JSON?) -> Bool {
      value?.string.map { !$0.isEmpty && !records.mark.isIn($0) } ?? false
    }
    let names = sent.members.map(\.key).filter { rule.bodyMembers.isEmpty || rule.bodyMembers.contains($0) }
    if rule.merge == .deep {
      for name in names {
        for (child, value) in item[name]?.members.map({ $0 }) ?? [] where isFilled(value) {
          if let body = body([name, child]) { return (body, JSONPointer(tokens: [name])) }
        }
      }
    }
    for name in names where isFilled(item[name]) {
      let member = collection.members.first { $0.name == name }
      guard member?.isNullable == true || member?.isRequired == false, let body = body([name]) else { continue }
      return (body, JSONPointer(tokens: [name]))
    }
    return nil
  }
}
