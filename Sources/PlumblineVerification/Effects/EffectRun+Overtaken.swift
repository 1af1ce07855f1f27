import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree

/// Changes right after a write that aren't the server's fault, such as an automatic reply that becomes the last message
/// of a conversation.
extension EffectRun {
  /// Returns the pointers, in a request, of the members that a later item has changed again. In this case, the list of
  /// the request's item shows a second new item that has the member's current value.
  func overtaken(_ members: [ExpectedItem.Member], _ after: JSON, _ write: Write) async -> Set<JSONPointer> {
    guard !members.isEmpty, let own = write.reading.itemMade(by: write.response) else { return [] }
    var places: Set<JSONPointer> = []
    for row in write.rows where row.collection.name == own.collection {
      guard let now = await Neighbours(items: items).again(row, isPart: true), now.items[own.key] != nil else {
        continue
      }
      let others = now.items.filter { $0.key != own.key && row.items[$0.key] == nil }.values
      for member in members {
        guard let value = after.at(member.place), value.kind == .string else { continue }
        let isShown = others.contains { other in other.members.contains { $0.value == value } }
        if isShown { places.insert(member.source) }
      }
    }
    return places
  }

  /// Returns a Boolean value that indicates whether a finding concerns an unexpected value at one of these pointers in
  /// a request.
  static func isOvertaken(_ drift: Drift, _ places: Set<JSONPointer>) -> Bool {
    drift.rule == Rule.effect.notApplied && drift.pointer.map(places.contains) ?? false
  }

  /// Records findings that persisted after waiting. A change by a later request isn't counted against the endpoint, and
  /// an unrequested change is recorded only once it has been seen twice.
  func note(_ judge: EffectJudge, _ sight: ItemClient.Sight, besides overtaken: Set<JSONPointer> = []) {
    let seen = judge.shortcomings(sight).filter { $0.rule != Rule.effect.unsentChanged }
    records.waits.excuse(seen.filter { Self.isOvertaken($0, overtaken) })
    records.waits.note(seen.filter { !Self.isOvertaken($0, overtaken) })
  }
}
