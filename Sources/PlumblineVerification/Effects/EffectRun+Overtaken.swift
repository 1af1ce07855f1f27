import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree

/// Changes that follow a write at once and aren't the server's fault: an automatic reply is the last message of a conversation.
extension EffectRun {
  /// Returns the places in a request of those members that a later item has changed again: the list that shows the request's
  /// item shows another new one as well, with the value that the member has now.
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

  /// Returns a Boolean value that indicates whether a member isn't as it was to be, and is at one of some places in a request.
  static func isOvertaken(_ drift: Drift, _ places: Set<JSONPointer>) -> Bool {
    drift.rule == Rule.effect.notApplied && drift.pointer.map(places.contains) ?? false
  }

  /// Notes findings that were waited for in vain. A change by another request since then isn't held against the endpoint; an
  /// unrequested change is only certain once it was seen twice, and so it is noted only then.
  func note(_ judge: EffectJudge, _ sight: ItemClient.Sight, besides overtaken: Set<JSONPointer> = []) {
    let seen = judge.shortcomings(sight).filter { $0.rule != Rule.effect.unsentChanged }
    records.waits.excuse(seen.filter { Self.isOvertaken($0, overtaken) })
    records.waits.note(seen.filter { !Self.isOvertaken($0, overtaken) })
  }
}
