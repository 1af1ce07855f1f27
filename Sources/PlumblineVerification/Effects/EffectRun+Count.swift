import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Checks that a request created exactly one item.
extension EffectRun {
  /// A possible duplicate of the item that a request created.
  private struct Copy {
    let item: ServerItem
    let shown: JSON
    let likeness: Likeness
  }

  /// Returns the drift of a request that was executed more than once, as shown by a list with several new items that
  /// have its values and the run's mark.
  ///
  /// The run adopts the duplicates, so that they are removed or reported as left behind. Lists that couldn't be read
  /// completely before the request prove nothing.
  func drift(ofCounting write: Write) async -> [Drift] {
    guard let item = write.reading.itemMade(by: write.response) ?? ledger.latest(madeBy: write.exchange),
      ledger.isOurs(item), ledger.reuse(of: item) == nil
    else { return [] }
    let claim = ItemLedger.PossibleCreation(
      exchange: write.exchange, reading: write.reading, rule: write.rule, call: line(write),
      isExcused: ledger.entry(item)?.isExcused ?? false, standIn: [:])
    for row in write.rows where row.collection.name == item.collection {
      let found = await copies(of: item, claim, row)
      for copy in found where copy.likeness == .undecided { leave(copy.item, of: item, write) }
      let alike = found.filter { $0.likeness == .same }
      guard !alike.isEmpty else { continue }
      // Adopt them in any case, so that they are removed.
      for copy in alike { ledger.adopt(copy.item, as: copy.shown, claim) }
      guard let left = await lasting(alike, item, claim, row, write), !left.isEmpty else { continue }
      let count = left.count + 1
      let keys = Spelling.list([item.key] + left.map(\.key), joining: "and", limit: 5)
      let judge = await judge(item, write.rule, write, before: nil)
      let drift = judge.drift(
        Rule.effect.appliedTwice, at: "/request", expected: "one of the \(item.collection)",
        actual: "\(count) of them",
        "\(line(write)) was sent once, but \(row.list.request) shows \(count) new \(item.collection) with the values "
          + "that the request sent: \(keys).")
      records.waits.note([drift])
      return [drift]
    }
    return []
  }

  /// Returns the items that a list shows only since a request, that no other request of the run created, and that match
  /// the request's values. Reads the list until it shows the request's own item.
  private func copies(of item: ServerItem, _ claim: ItemLedger.PossibleCreation, _ row: Neighbours.Row) async -> [Copy]
  {
    let isVain = records.waits.hold(Rule.effect.notListed, at: claim.reading.endpoint)
    guard let now = await again(row, isVain ? [] : ItemClient.patience, until: { $0.items[item.key] != nil }),
      let own = now.items[item.key]
    else { return [] }
    let sent = claim.rule.item(in: claim.reading.request.body)?.members.map(\.key) ?? []
    let likeness = Likeness.Measure(collection: row.collection, sent: Set(sent))
    return now.items.sorted { $0.key < $1.key }.compactMap { key, shown -> Copy? in
      let other = row.item(key)
      guard key != item.key, row.items[key] == nil, ledger.entry(other) == nil, !ledger.wasThere(other),
        records.ownership.isSent(shown, by: claim)
      else { return nil }
      return Copy(item: other, shown: shown, likeness: likeness.of(own, shown))
    }
  }

  /// Returns the copies that a list still shows a moment later, or `nil` if the list can't be read. A list that is
  /// being rebuilt may briefly show one item under two keys.
  private func lasting(
    _ copies: [Copy], _ item: ServerItem, _ claim: ItemLedger.PossibleCreation, _ row: Neighbours.Row, _ write: Write
  ) async -> [ServerItem]? {
    await items.clock.pause(.seconds(1))
    guard let now = await again(row, ItemClient.patience, until: { _ in true }) else { return nil }
    for copy in copies where now.items[copy.item.key] == nil {
      switch await items.look(for: copy.item, credentials: row.credentials, isPatient: true) {
      case .there(let snapshot) where records.ownership.isSent(snapshot.item, by: claim): continue
      case .there, .absent: ledger.forget(copy.item)
      case .unknown:
        ledger.forget(copy.item)
        leave(copy.item, of: item, write)
      }
    }
    return copies.map(\.item).filter { now.items[$0.key] != nil }
  }

  /// Reads a list again until it shows the expected row or no pauses are left. Returns `nil` if the list can't be read.
  ///
  /// The beginning of the list is enough, because an item there is new regardless of where the list ends.
  private func again(
    _ row: Neighbours.Row, _ pauses: [Duration], until isExpected: (Neighbours.Row) -> Bool
  ) async -> Neighbours.Row? {
    let neighbours = Neighbours(items: items)
    var now = await neighbours.again(row, isPart: true)
    for pause in pauses {
      if let now, isExpected(now) { break }
      await items.clock.pause(pause)
      now = await neighbours.again(row, isPart: true)
    }
    return now
  }

  /// Reports an item that may be a request's duplicate or a different client's item.
  private func leave(_ copy: ServerItem, of item: ServerItem, _ write: Write) {
    ledger.doubt(
      write.reading.endpoint, line(write),
      "may be left behind: \(copy) appeared with \(item), which \(line(write)) created, and has the values that the "
        + "request sent",
      isFailure: false)
  }
}
