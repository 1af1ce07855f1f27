import PlumblineContractModel
import PlumblineJSONTree

extension ListCheck {
  /// The minimum length of an unpaged list that may be truncated, such as a list of six featured items.
  private static let fewest = 3

  /// A Boolean value that indicates whether the list shows its items in full.
  var showsWholeItems: Bool {
    rule.shownMembers.isEmpty && rule.beside.isEmpty && rule.fields == nil && rule.tombstones == .never
      && !rule.changesSomething && collection.map { !$0.isPerPath } ?? false
  }

  /// Returns the item that the list shows with a key.
  func item(_ key: String) -> ServerItem? {
    collection.map { collection in
      let owner = collection.isPerCaller ? ServerItem.owner(with: sample.credentials) : ""
      return ServerItem(collection: collection.name, key: key, within: sample.reading.within, owner: owner)
    }
  }

  /// Returns the indices of the items that the run neither created nor changed, under any path. A server may not be
  /// consistent yet about the run's own items.
  func untouched(on page: ListPage) -> [Int] {
    let keys = collection.map { context.touchedKeys(of: $0.name) } ?? []
    return page.items.indices.filter { index in
      let key = page.names[index]
      let isKnown = keys.contains(key) || item(key).map { context.records.ledger.entry($0) != nil } ?? false
      return !isKnown && !context.records.mark.isIn(page.items[index])
    }
  }

  /// Returns the first pages, and whether they are the whole list, or `nil` if the first response isn't a list.
  func pages(most: Int) async -> (pages: [ListPage], isWhole: Bool)? {
    let whole = wholePage
    guard let first = await page(begin(whole)) else { return nil }
    guard turner != nil else {
      if continuesByKey { return await pages(behind: first, whole, most) }
      return ([first], !rule.isPaged && (first.tells(first.items.count) || first.items.count < Self.fewest))
    }
    if countsFromZero { return ([first], false) }
    var pages = [first]
    for number in 2...(most + 1) {
      let shown = pages.reduce(0) { $0 + $1.items.count }
      guard let turn = turn(to: number, behind: shown), let next = await page(whole + [turn]) else {
        // Some servers reject a page past the last.
        return (pages, first.tells(Set(pages.flatMap(\.names)).count))
      }
      if next.items.isEmpty { return (pages, true) }
      pages.append(next)
    }
    return (pages, false)
  }
}
