import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree

/// Checks of members that a server computes from other values, in the written item and in the items that contain it.
extension EffectRun {
  /// Returns the drift of members that are computed from the written item's other members. The item is read until there
  /// is no drift, because a server may compute them later.
  func drift(ofComputedIn item: JSON, _ write: Write, _ judge: EffectJudge) async -> [Drift] {
    guard !wrong(item, judge).isEmpty else { return [] }
    let waits = records.waits
    let found: @Sendable (ItemClient.Sight) -> [Drift] = { sight in
      guard case .there(let snapshot) = sight else { return [] }
      return wrong(snapshot.item, judge)
    }
    let sight = await items.look(
      for: judge.item, credentials: looker(write, judge.item), unless: { waits.hold(found($0)) },
      until: { found($0).isEmpty })
    let drift = found(sight)
    waits.note(drift)
    return drift
  }

  private func wrong(_ item: JSON, _ judge: EffectJudge) -> [Drift] {
    guard let collection = judge.rule.collection.flatMap(contract.collection) else { return [] }
    return collection.computed.compactMap { member in
      guard let value = ComputedReading.own(member, of: item), value.isShown(by: item.at(member.target)) == false else {
        return nil
      }
      return drift(of: member, value, item, judge)
    }
  }

  /// Returns the drift of other items' members that are computed from an item that a request created, changed or
  /// removed, such as an order's total after a line was added. Each endpoint is checked once.
  ///
  /// - Parameters:
  ///   - part: The current item, or the item before its removal.
  ///   - former: The item before a change, or `nil` if it was created or removed.
  func drift(
    ofWholesOf part: JSON, was former: JSON? = Optional<JSON>.none, _ write: Write, _ judge: EffectJudge
  ) async -> [Drift] {
    guard goesOn, let name = write.rule.collection else { return [] }
    for collection in contract.collections {
      for member in collection.computed where member.resource == name {
        // Find the containing item by its key, which the part contains.
        guard member.matches.count == 1, member.matches[0].own == collection.key,
          let key = part.at(member.matches[0].other).flatMap(WireReading.text),
          former.map({ isChanged(member, from: $0, to: part) }) ?? true,
          records.tried.begin(.computed, at: write.reading.endpoint)
        else { continue }
        let whole = ServerItem(collection: collection.name, key: key, within: [:], owner: "")
        if let found = await drift(of: member, in: whole, write, judge) { return [found] }
      }
    }
    return []
  }

  /// Returns a Boolean value that indicates whether a change to a part affects a computed member.
  private func isChanged(_ member: ComputedMember, from former: JSON, to part: JSON) -> Bool {
    (member.factors ?? []).contains { former.at($0) != part.at($0) }
  }

  /// Returns the drift of an item's computed member, or `nil` if there is none. Reads the item until it shows the
  /// expected value.
  private func drift(
    of member: ComputedMember, in whole: ServerItem, _ write: Write, _ judge: EffectJudge
  ) async -> Drift? {
    let credentials = write.reading.credentials
    var found: Drift?
    for pause in [Duration.zero] + ItemClient.patience {
      if pause > .zero { await items.clock.pause(pause) }
      guard goesOn, case .there(let snapshot) = await items.look(for: whole, credentials: credentials, isPatient: true),
        let value = await ComputedReading(items: items).listed(
          member, of: snapshot.item, credentials: { _ in credentials }),
        value.isShown(by: snapshot.item.at(member.target)) == false
      else { return nil }
      found = drift(of: member, value, snapshot.item, judge)
      if let found, records.waits.hold([found]) { break }
    }
    if let found { records.waits.note([found]) }
    return found
  }

  private func drift(
    of member: ComputedMember, _ value: ComputedReading.Value, _ item: JSON, _ judge: EffectJudge
  ) -> Drift {
    let (wanted, shown) = (value.number.json?.text ?? "", item.at(member.target)?.text ?? "absent")
    return judge.drift(
      Rule.effect.totalWrong, at: "/request", expected: wanted, actual: shown,
      "After \(judge.line), \(member.target) is \(shown), but "
        + "\(value.count == 1 ? "its part" : "its \(value.count) parts") (\(value.source)) "
        + "\(value.count == 1 ? "gives" : "give") \(wanted).")
  }
}
