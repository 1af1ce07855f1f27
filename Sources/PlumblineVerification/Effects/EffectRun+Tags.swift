import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Checks that entity tags change along with their items.
extension EffectRun {
  /// Returns the drift of an item's strong entity tag that stays the same although a write has changed the item (RFC
  /// 9110 section 8.8.1). Reads the item until its tag differs.
  func drift(ofTagAfter write: Write, butNot later: Set<ServerItem>) async -> [Drift] {
    let endpoint = write.reading.endpoint
    guard goesOn, write.rule.action == .update || write.rule.action == .append, let item = write.reading.item,
      !later.contains(item), case .there(let before) = write.images[item]?.sight, let tag = strongTag(in: before),
      !records.waits.hold(Rule.effect.tagUnchanged, at: endpoint)
    else { return [] }
    let target = before.exchange.request.target
    let places = write.reading.changes(to: before.item) + write.rule.additions.map(\.target)
    // Compare only the written members. Others may differ with each request.
    let change: @Sendable (ItemClient.Sight) -> JSONPointer? = { sight in
      guard case .there(let now) = sight, now.exchange.request.target == target, strongTag(in: now) == tag else {
        return nil
      }
      return places.first { !Equivalence.holds(before.item.at($0) ?? .null, now.item.at($0)) }
    }
    let sight = await items.look(for: item, credentials: looker(write, item)) { change($0) == nil }
    guard let place = change(sight), case .there(let now) = sight else { return [] }
    let judge = await judge(item, write.rule, write, before: nil)
    let shown = { (item: JSON) in judge.text(item.at(place)) }
    var found = judge.drift(
      Rule.effect.tagUnchanged, at: "/response/headers/etag", expected: "a tag other than \(tag)", actual: tag,
      "\(line(write)) changed \(place) of \(item) to \(shown(now.item)) from \(shown(before.item)), but GET "
        + "\(now.exchange.request.path) still has the ETag \(tag).")
    let isDocumented = WireReading(now.exchange.request, in: contract)?.endpoint.showsEntityTag ?? false
    if !isDocumented { found.severity = min(found.severity, .warning) }
    records.waits.note([found])
    return [found]
  }

  /// Returns the strong entity tag from a read of a single item, or `nil` if the response has none, or if the item was
  /// found in a list.
  private func strongTag(in snapshot: ItemClient.Snapshot) -> String? {
    guard WireReading(snapshot.exchange.request, in: contract)?.rule?.action == .read,
      let tag = snapshot.exchange.response?.headers[ConditionField.ifMatch.source], !TagText(tag).isWeak
    else { return nil }
    return tag
  }
}
