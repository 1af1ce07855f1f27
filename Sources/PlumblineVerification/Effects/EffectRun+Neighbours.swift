import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// What a request did to other items than its own.
extension EffectRun {
  /// Drift of items beside those of a write that are gone, or were changed as its own was.
  ///
  /// What is gone is told whole, and what was changed is put back at the end. Somebody else may change something in the same
  /// moment: a member that got another value than the write gave its own item is left alone, and told as a warning.
  func drift(beside write: Write) async -> [Drift] {
    let own = Set(touched(by: write) + [write.reading.item].compactMap { $0 })
    var drift: [Drift] = []
    for before in write.rows {
      guard let after = await Neighbours(items: items).again(before) else { continue }
      let others = before.items.filter { key, _ in
        let item = before.item(key)
        // A list that is late may still show what the run removed a while ago.
        return !own.contains(item) && ledger.entry(item)?.isMade != true
      }
      let missing = others.keys.filter { after.items[$0] == nil }
      let gone = missing.isEmpty ? [] : await surely(missing, goneFrom: before)
      if !gone.isEmpty { drift.append(lost(gone, before, write)) }
      drift += await changed(others.keys.sorted(), before, after, write)
    }
    return drift
  }

  /// Those that a second look doesn't find either.
  private func surely(_ missing: [String], goneFrom row: Neighbours.Row) async -> [String] {
    await items.clock.pause(ItemClient.patience[0])
    guard let again = await Neighbours(items: items).again(row) else { return [] }
    return missing.filter { again.items[$0] == nil }.sorted()
  }

  private func lost(_ gone: [String], _ row: Neighbours.Row, _ write: Write) -> Drift {
    for key in gone {
      let item = row.item(key)
      ledger.doubt(
        write.reading.endpoint, line(write),
        "left behind: \(item) is gone since \(line(write)), and was there before the run: it was "
          + "\(row.items[key]?.text ?? "")", isFailure: true)
    }
    let names = Spelling.list(gone, joining: "and", limit: 5)
    return neighbourDrift(
      write, .breaking, expected: "\(row.items.count - 1) more in \(row.list.request)", actual: "\(names) gone",
      detail: row.collection.name,
      "\(line(write)) is about one item, and since then \(row.collection.name) \(names) "
        + "\(gone.count == 1 ? "is" : "are") gone from \(row.list.request).")
  }

  private func changed(
    _ keys: [String], _ before: Neighbours.Row, _ after: Neighbours.Row, _ write: Write
  ) async -> [Drift] {
    let touched = Set(before.collection.touched.compactMap(\.pointer.tokens.first))
    let given = givenValues(of: write, in: before.collection.name)
    var likewise: [String: [String]] = [:]
    var otherwise: [String: [String]] = [:]
    for key in keys {
      guard let was = before.items[key], let now = after.items[key], was != now else { continue }
      let names = was.members.map(\.key).filter { !touched.contains($0) && now[$0] != nil && now[$0] != was[$0] }
      let same = names.filter { name in now[name].map { given[name] == $0 } ?? false }
      for name in same { likewise[name, default: []].append(key) }
      for name in names where !same.contains(name) { otherwise[name, default: []].append(key) }
      if !same.isEmpty { await keep(before.item(key), was, same, before.credentials, write) }
    }
    func drift(_ severity: Severity, _ members: [String: [String]], _ words: String) -> [Drift] {
      members.sorted { $0.key < $1.key }.map { name, keys in
        let items = "\(before.collection.name) \(Spelling.list(keys, joining: "and", limit: 5))"
        func text(_ row: Neighbours.Row) -> String { row.items[keys[0]]?[name]?.text ?? "absent" }
        return neighbourDrift(
          write, severity, expected: "\(name) \(text(before)) of \(before.collection.name) \(keys[0])",
          actual: text(after), detail: "\(before.collection.name)/\(name)",
          "\(line(write)) is about another item, and \(name) of \(items) \(words).")
      }
    }
    return drift(.breaking, likewise, "was changed with it")
      + drift(.warning, otherwise, "changed in the same moment: by it, or by somebody else")
  }

  /// The values that a write gives its own item, by the names of members.
  private func givenValues(of write: Write, in collection: String) -> [String: JSON] {
    guard write.rule.collection == collection else { return [:] }
    let expected = ExpectedItem(after: write.reading, write.rule, before: nil, found: [:])
    var values: [String: JSON] = [:]
    for member in expected.members where member.place.tokens.count == 1 {
      values[member.place.tokens[0]] = member.value
    }
    return values
  }

  /// Has an item put back that was changed along with another.
  private func keep(
    _ item: ServerItem, _ was: JSON, _ names: [String], _ credentials: [String: String], _ write: Write
  ) async {
    guard case .there(let snapshot) = await items.look(for: item, credentials: credentials) else { return }
    var original = snapshot.item
    for name in names {
      original = original.replacing(JSONPointer(tokens: [name]), with: was[name] ?? .null) ?? original
    }
    var entry = ItemLedger.Entry(
      item: item, isMade: false, original: original, credentials: credentials, call: line(write), isExcused: false,
      isTouched: true)
    entry.changed = names.map { JSONPointer(tokens: [$0]) }
    ledger.keep(entry, isLast: true)
  }

  private func neighbourDrift(
    _ write: Write, _ severity: Severity, expected: String, actual: String, detail: String, _ message: String
  ) -> Drift {
    Drift(
      rule: Rule.effect.collateral,
      severity: min(severity, Rule.effect.collateral.severity(at: write.reading.endpoint)),
      service: contract.service,
      endpoint: write.reading.endpoint.id, status: write.response.status, pointer: "/request", expected: expected,
      actual: actual, message: message, contract: write.reading.endpoint.location, detail: detail)
  }
}
