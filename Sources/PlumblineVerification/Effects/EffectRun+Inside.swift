import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree

/// Requests with a single member of a nested object, if the contract merges bodies deeply. The object's other members
/// must be preserved.
extension EffectRun {
  /// A body with one member of an object, and the other members of that object.
  private struct Inside: Sendable {
    let body: JSON
    let others: [JSONPointer]

    /// Returns the pointers to the other members that an item has lost.
    func lost(in item: JSON) -> [JSONPointer] {
      others.filter { item.at($0)?.isNull ?? true }
    }
  }

  /// Returns the drift of an object's other members after one member was sent alone, with its current value. Lost
  /// members are restored.
  func drift(ofSendingInside write: Write, _ item: ServerItem) async -> [Drift] {
    guard goesOn, let before = await snapshot(of: item, looker(write, item)),
      let inside = Self.inside(write, before.item), records.tried.begin(.inside, at: write.reading.endpoint)
    else { return [] }
    var drift: [Drift] = []
    switch await send(inside.body, like: write, to: item, seen: before) {
    case .unsent, .refused: return []
    case .uncertain: break
    case .done(let trial):
      let sight = await items.look(for: item, credentials: looker(write, item)) { sight in
        guard case .there(let snapshot) = sight else { return false }
        return inside.lost(in: snapshot.item).isEmpty
      }
      guard case .there(let snapshot) = sight else { break }
      let lost = inside.lost(in: snapshot.item)
      if lost.isEmpty { return [] }
      let judge = await judge(item, trial.rule, trial, before: before.item)
      let root = JSONPointer(tokens: ["request", "body"]) + (write.rule.bodyPlace ?? JSONPointer())
      drift = lost.map { place in
        judge.drift(
          Rule.effect.unsentChanged, at: root + place, expected: before.item.at(place)?.text ?? "", actual: "absent",
          "\(line(write)), sent with only \(inside.body.text), is documented to merge deeply, but \(item) has lost \(place)."
        )
      }
    }
    await restore(item, to: before.item, write)
    return drift
  }

  /// Returns a body with one member of a nested object that a write sent, as the item shows it, or `nil` if no object
  /// has several members, or if the schema allows none of them alone.
  private static func inside(_ write: Write, _ item: JSON) -> Inside? {
    let rule = write.rule
    guard rule.merge == .deep || rule.merge == .patch, rule.beside.isEmpty,
      let sent = rule.item(in: write.reading.request.body), sent.kind == .object,
      let schema = write.reading.endpoint.body?.structured?.schema
    else { return nil }
    let root = rule.bodyPlace?.tokens ?? []
    for (name, _) in sent.members where rule.bodyMembers.isEmpty || rule.bodyMembers.contains(name) {
      guard let shown = item[name], shown.kind == .object else { continue }
      let filled = shown.members.filter { !$0.value.isNull }
      guard filled.count > 1 else { continue }
      for (child, value) in filled {
        let object = JSON.object([(child, value)])
        let body = (root + [name]).reversed().reduce(object) { JSON.object([($1, $0)]) }
        guard schema.isValid(body) else { continue }
        let others = filled.map(\.key).filter { $0 != child }
        return Inside(body: body, others: others.map { JSONPointer(tokens: [name, $0]) })
      }
    }
    return nil
  }
}
