import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The comparison of other items before and after a write.
extension EffectRun {
  /// Returns the drift for each list in which a write removed or changed other items.
  ///
  /// A removed item is reported with its values, and a changed item is restored at the end. A different user may change
  /// something at the same time, so the finding is only a warning if an item vanishes along with a change, or if a
  /// member gets a value that isn't the write's.
  ///
  /// - Parameter own: The items that the call's requests concern.
  func drift(beside write: Write, own: Set<ServerItem>) async -> [Drift] {
    var drift: [Drift] = []
    for before in write.rows {
      guard let after = await Neighbours(items: items).again(before) else { continue }
      let others = before.items.filter { key, _ in
        let item = before.item(key)
        // A list that lags may still show an item that the run removed earlier.
        return !own.contains(item) && ledger.entry(item)?.isMade != true
      }
      let missing = others.keys.filter { after.items[$0] == nil }
      let gone = missing.isEmpty ? [] : await surely(missing, goneFrom: before)
      if !gone.isEmpty { drift.append(lost(gone, of: others.count, before, write)) }
      drift += await changed(others.keys.sorted(), before, after, write)
    }
    return drift
  }

  /// Returns the keys that a second read of the list still lacks.
  private func surely(_ missing: [String], goneFrom row: Neighbours.Row) async -> [String] {
    await items.clock.pause(ItemClient.patience[0])
    guard let again = await Neighbours(items: items).again(row) else { return [] }
    return missing.filter { again.items[$0] == nil }.sorted()
  }

  private func lost(_ gone: [String], of count: Int, _ row: Neighbours.Row, _ write: Write) -> Drift {
    // An item that vanishes while another is changed may have been removed by a different user.
    let isSure = write.rule.action == .delete || gone.count > 1 && gone.count == count
    for key in gone {
      let item = row.item(key)
      ledger.doubt(
        write.reading.endpoint, line(write),
        "\(isSure ? "" : "may be ")left behind: \(item), which existed before the run, has been gone since \(line(write)); it was "
          + "\(row.items[key]?.text ?? "")", isFailure: isSure)
    }
    let names = Spelling.list(gone, joining: "and", limit: 5)
    return neighbourDrift(
      write, isSure ? .breaking : .warning, expected: "\(count) more in \(row.list.request)", actual: "\(names) gone",
      detail: row.collection.name,
      "\(line(write)) targets a single item, but afterwards \(row.collection.name) \(names) "
        + "\(gone.count == 1 ? "was" : "were") missing from \(row.list.request).")
  }

  private func changed(
    _ keys: [String], _ before: Neighbours.Row, _ after: Neighbours.Row, _ write: Write
  ) async -> [Drift] {
    let moving = before.collection.movingPlaces
    let touched = Set((before.collection.touched.map(\.pointer) + moving).compactMap(\.tokens.first))
    let given = givenValues(of: write, in: before.collection.name)
    var likewise: [String: [String]] = [:]
    var otherwise: [String: [String]] = [:]
    for key in keys {
      guard let was = before.items[key], let now = after.items[key], was != now else { continue }
      let names = was.members.map(\.key).filter { name in
        guard let value = now[name], value != was[name], !touched.contains(name) else { return false }
        // The list may only now show the effect of an earlier request.
        return !records.images.isGiven(value, to: name, of: before.item(key))
      }
      let same = names.filter { name in
        guard let value = now[name], given[name] == value, value.kind != .bool else { return false }
        // A different user may have chosen a value that other items had before.
        return !before.items.values.contains { $0[name] == value }
      }
      for name in same { likewise[name, default: []].append(key) }
      for name in names where !same.contains(name) { otherwise[name, default: []].append(key) }
      if !same.isEmpty { await keep(before.item(key), was, now, same, before.credentials, write) }
    }
    otherwise = await lasting(otherwise, before, after)
    func drift(_ severity: Severity, _ members: [String: [String]], _ words: String) -> [Drift] {
      members.sorted { $0.key < $1.key }.map { name, keys in
        let items = "\(before.collection.name) \(Spelling.list(keys, joining: "and", limit: 5))"
        func text(_ row: Neighbours.Row) -> String { row.items[keys[0]]?[name]?.text ?? "absent" }
        return neighbourDrift(
          write, severity, expected: "\(name) \(text(before)) of \(before.collection.name) \(keys[0])",
          actual: text(after), detail: "\(before.collection.name)/\(name)",
          "\(line(write)) targets a different item, but \(name) of \(items) \(words).")
      }
    }
    return drift(.breaking, likewise, "changed as well")
      + drift(.warning, otherwise, "changed at the same time, by this request or by a different user")
  }

  /// Returns the changes except those of members that differ from read to read, such as freshly signed links and
  /// progress values.
  private func lasting(
    _ changes: [String: [String]], _ before: Neighbours.Row, _ after: Neighbours.Row
  ) async -> [String: [String]] {
    if changes.isEmpty { return [:] }
    await items.clock.pause(.seconds(1))
    guard let third = await Neighbours(items: items).again(before) else { return [:] }
    return changes.reduce(into: [:]) { lasting, change in
      let keys = change.value.filter { third.items[$0]?[change.key] == after.items[$0]?[change.key] }
      if !keys.isEmpty { lasting[change.key] = keys }
    }
  }

  /// Returns the values that a write sets in its own item, by member.
  private func givenValues(of write: Write, in collection: String) -> [String: JSON] {
    guard write.rule.collection == collection else { return [:] }
    let expected = ExpectedItem(after: write.reading, write.rule, before: nil, found: [:])
    var values: [String: JSON] = [:]
    for member in expected.members where member.place.tokens.count == 1 {
      values[member.place.tokens[0]] = member.value
    }
    return values
  }

  /// Records an item that was changed along with the written one, so that it is restored. If no request restores just
  /// these members, or they have changed since, the change is only reported.
  private func keep(
    _ item: ServerItem, _ was: JSON, _ now: JSON, _ names: [String], _ credentials: [String: String], _ write: Write
  ) async {
    let places = names.map { JSONPointer(tokens: [$0]) }
    guard let resource = items.resource(item),
      case .there(let snapshot) = await items.look(for: item, credentials: credentials),
      names.allSatisfy({ snapshot.item[$0] == now[$0] })
    else { return leave(item, was, now, names, write) }
    var original = snapshot.item
    for name in names {
      original = original.replacing(JSONPointer(tokens: [name]), with: was[name] ?? .null) ?? original
    }
    let restoration = Restoration(of: places, to: original, by: resource.updates)
    let isWhole = restoration.steps.contains { $0.endpoint.states.contains { $0.merge == .replace } }
    guard restoration.lost.isEmpty, !isWhole else { return leave(item, was, now, names, write) }
    var entry = ItemLedger.Entry(
      item: item, isMade: false, original: original, credentials: credentials, call: line(write), isExcused: false,
      isTouched: true)
    entry.changed = places
    ledger.keep(entry, isLast: true)
  }

  private func leave(_ item: ServerItem, _ was: JSON, _ now: JSON, _ names: [String], _ write: Write) {
    let changes = names.map { "\($0) was \(was[$0]?.text ?? "absent") and is now \(now[$0]?.text ?? "absent")" }
    ledger.doubt(
      write.reading.endpoint, line(write),
      "left behind: \(item) was changed along with a different item by \(line(write)): "
        + "\(changes.joined(separator: "; "))",
      isFailure: true)
  }

  private func neighbourDrift(
    _ write: Write, _ severity: Severity, expected: String, actual: String, detail: String, _ message: String
  ) -> Drift {
    Drift(
      rule: Rule.effect.collateral,
      severity: min(severity, Rule.effect.collateral.severity(at: write.reading.endpoint)), service: contract.service,
      endpoint: write.reading.endpoint.id, status: write.response.status, pointer: "/request", expected: expected,
      actual: actual, message: message, contract: write.reading.endpoint.location, detail: detail)
  }
}
