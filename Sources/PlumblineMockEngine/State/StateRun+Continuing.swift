import PlumblineContractModel
import PlumblineJSONTree

/// Continuations of lists: by page number, by offset, by a cursor from the mock, or after the item with a key.
extension StateRun {
  /// Sets the cursors, page numbers, or offsets of the next part and the previous part.
  func turn(
    _ part: inout ListPart, _ rows: Rows, from end: Int, _ collection: ItemCollection, last: JSON? = nil
  ) {
    if let cursor = rule.cursor {
      part.isFollowed = end < rows.count
      if case .query(let name) = cursor { part.turning.parameter = name }
      guard end < rows.count, let last else { return }
      part.turning.next = JSON(ListCursor(key: key(of: last, in: collection) ?? "", offset: end).text)
      return
    }
    if let offset = rule.offset {
      part.isFollowed = end < rows.count
      if case .query(let name) = offset { part.turning.parameter = name }
      if end < rows.count { part.turning.next = JSON(rule.firstOffset + end) }
      if part.offset > rule.firstOffset, part.offset - rule.firstOffset < rows.count {
        part.turning.previous = JSON(max(rule.firstOffset, part.offset - part.size))
      }
      return
    }
    guard let page = rule.page, part.beyond.page == nil else { return }
    if case .query(let name) = page { part.turning.parameter = name }
    if part.page < part.pages { part.turning.next = JSON(part.page + 1) }
    if part.page > 1, part.page <= part.pages { part.turning.previous = JSON(part.page - 1) }
  }

  /// Returns the position where a list continues, or `nil` if the cursor wasn't issued by the mock and isn't an item's
  /// key.
  func cursorStart(
    _ rows: Rows, _ collection: ItemCollection, _ place: ItemStore.Place, _ store: ItemStore
  ) -> Int? {
    guard let value = rule.cursor.flatMap({ value(at: $0) }), !value.isNull, value != JSON("") else { return 0 }
    if contract.continuesByKey(rule, of: reading.endpoint) {
      return start(behind: ItemTable.text(of: value), rows, collection, place, store)
    }
    guard let cursor = ListCursor(ItemTable.text(of: value)) else { return nil }
    guard collection.key != nil else { return cursor.offset }
    if cursor.offset <= rows.count,
      rows.items(cursor.offset - 1, 1).first.flatMap({ key(of: $0, in: collection) }) == cursor.key
    {
      return cursor.offset
    }
    // Items before the position may have been added or removed in the meantime, so look for the key first.
    let index = rows.items(0, rows.count).firstIndex { key(of: $0, in: collection) == cursor.key }
    return index.map { $0 + 1 } ?? cursor.offset
  }

  /// Returns the position after the item with a key, or `nil` if there is no such item. An item that the list's filter
  /// excludes still has a position relative to the others. If the rule's cursor is only assumed, an unknown key starts
  /// at the beginning.
  private func start(
    behind key: String, _ rows: Rows, _ collection: ItemCollection, _ place: ItemStore.Place, _ store: ItemStore
  ) -> Int? {
    let listed = rows.items(0, rows.count).map { self.key(of: $0, in: collection) }
    if let index = listed.firstIndex(of: key) { return index + 1 }
    let unknown = rule.standing == .assumed ? 0 : Int?.none
    guard sortOrder.isEmpty else { return unknown }
    let added = store.items(place, from: 0, count: store.count(place)).map { self.key(of: $0, in: collection) }
    let all = rule.isNewestFirst ? added.reversed() : added
    guard let index = all.firstIndex(of: key) else { return unknown }
    let before = Set(all[...index])
    return listed.filter(before.contains).count
  }

  private func key(of item: JSON, in collection: ItemCollection) -> String? {
    collection.key.flatMap { item.at($0) }.map { ItemTable.text(of: $0) }
  }

  func unreadableCursor(_ collection: ItemCollection) -> StateOutcome.Refusal {
    let failure = reading.endpoint.failure(for: .invalid)
    return StateOutcome.Refusal(
      cause: .other, failure: failure, status: failure?.status(on: .invalid) ?? 400,
      message: "\(rule.cursor?.description ?? "The cursor") isn't a position in the list of \(collection.name): "
        + "send the unchanged value from a response, or omit it.")
  }
}
