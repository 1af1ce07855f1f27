import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree

extension ListCheck {
  /// The maximum number of pages to read in a row.
  static let longestWalk = 5
  /// The maximum number of items to read page by page.
  private static let mostWalked = 200

  // MARK: - Page after page

  /// Reads page after page. No item may appear on two pages, and each page must report its own number.
  func judgeWalk(_ first: ListPage) async -> [Verdict] {
    guard let name = turner, mayAsk("a few pages in a row") else { return [] }
    let count = first.total.map { $0.value > Self.mostWalked ? 0 : $0.value } ?? 0
    let size = walkingSize(max(count, first.items.count))
    return [await context.settled { await walked(by: name, size.map { [$0] } ?? []) }]
  }

  /// Returns a page size that splits a number of items into about four pages of several items each. Faults at page
  /// boundaries show only with several pages.
  func walkingSize(_ count: Int) -> (String, String)? {
    guard let name = rule.size.flatMap(parameter) else { return nil }
    let wanted = max(2, (count + 3) / 4)
    return (wanted...(wanted + 20)).first { isAskable([(name, "\($0)")]) }.map { (name, "\($0)") }
  }

  private func walked(by name: String, _ size: [(String, String)]) async -> Verdict {
    var pages: [ListPage] = []
    var seen: [String: Int] = [:]
    var shown = 0
    for number in 1...Self.longestWalk {
      // Past the end, some servers repeat the last page.
      if let total = pages.last?.total, seen.count >= total.value { break }
      // It is unknown how a page that isn't full affects the next offset.
      if rule.page == nil, let full = size.first.flatMap({ Int($0.1) }),
        pages.last.map({ $0.items.count < full }) ?? false
      {
        break
      }
      guard let turn = turn(to: number, behind: shown) else { break }
      let next = await self.page(size + [turn])
      if let next, let verdict = lost(next, after: pages, seen.count) { return verdict }
      guard let page = next, !page.items.isEmpty, !(pages.last.map(page.isSame) ?? false) else { break }
      // Some servers number pages from zero in responses, but not in requests.
      let isFromZero = (pages.first ?? page).number?.value == 0
      let own = isFromZero ? number - 1 : number
      if let told = page.number, told.value != own { return misnumbered(page, told, "page", number, own, name) }
      // The first page shows where the server starts to count.
      if rule.page == nil, let told = page.offset, let first = (pages.first ?? page).offset,
        told.value != first.value + shown
      {
        return misnumbered(page, told, "offset", rule.firstOffset + shown, first.value + shown, name)
      }
      if isKeyed, let index = page.names.firstIndex(where: { seen[$0] != nil }) {
        guard let one = pages.first, let again = await self.page(begin(size)), again.isSame(as: one) else {
          return .undecided("the list changed while its pages were read")
        }
        let key = page.names[index]
        let request = context.words(page.exchange.request)
        return repeated(page, index, "\(request) shows \(key), which is also on page \(seen[key] ?? 1).")
      }
      for key in page.names { seen[key] = number }
      pages.append(page)
      shown += page.items.count
    }
    return pages.count > 1 ? .fits : .undecided("all items fit on one page")
  }

  /// Returns the drift of an empty page if the full pages before it showed fewer items than its total, or `nil`
  /// otherwise.
  private func lost(_ page: ListPage, after pages: [ListPage], _ seen: Int) -> Verdict? {
    guard isKeyed, page.items.isEmpty, let first = pages.first, let total = page.total, page.totals == first.totals,
      pages.allSatisfy({ $0.items.count == first.items.count }), page.totals.allSatisfy({ $0.value > seen })
    else { return nil }
    return drift(
      .list.totalWrong, nil, in: page, at: total.place, expected: "\(seen)", actual: "\(total.value)",
      "\(context.words(page.exchange.request)) shows no items and reports a total of \(total.value), but the pages before "
        + "it show only \(seen).")
  }

  /// Returns the drift of a page that reports a different number or offset than the requested one.
  private func misnumbered(
    _ page: ListPage, _ told: ListPage.Number, _ kind: String, _ number: Int, _ own: Int, _ name: String
  ) -> Verdict {
    drift(
      .list.pageNumberWrong, name, in: page, at: told.place, expected: "\(own)", actual: "\(told.value)",
      "\(context.words(page.exchange.request)) requests \(kind) \(number), but reports \(kind) \(told.value).")
  }

  // MARK: - The order

  /// Repeats a request and checks that the order is the same. A list that is read page by page needs a stable order.
  func judgeOrder(_ first: ListPage) async -> [Verdict] {
    let isPaged = [rule.page, rule.offset, rule.size, rule.cursor].compactMap { $0 }.contains {
      parameter(at: $0) != nil
    }
    guard isKeyed, isPaged, first.items.count > 1 else { return [] }
    return [await context.settled { await steady() }]
  }

  private func steady() async -> Verdict {
    guard let one = await page(wholePage), let two = await page(wholePage) else {
      return .undecided("the same request no longer returns a list")
    }
    if two.isSame(as: one) { return .fits }
    // If the new order persists, another client may have changed the list.
    guard let three = await page(wholePage), Self.haveSameItems(one, two), Self.haveSameItems(two, three),
      Self.isReordered(one, two, three),
      let index = one.names.indices.first(where: { one.names[$0] != two.names[$0] })
    else { return .undecided("the list changed between two requests") }
    return drift(
      .list.orderUnstable, nil, in: two, at: Self.place(of: two.items[index]),
      expected: "\(one.names[index]) at position \(index + 1), as before", actual: "\(two.names[index])",
      "\(context.words(two.exchange.request)) shows the same items in a different order than just before: "
        + "\(two.names[index]) is now at position \(index + 1), where \(one.names[index]) was.")
  }

  /// Returns a Boolean value that indicates whether three responses show items in three different orders. Items that
  /// changed in the meantime are disregarded, because a list may show the latest change first.
  private static func isReordered(_ one: ListPage, _ two: ListPage, _ three: ListPage) -> Bool {
    let looks = [one, two, three].map { page in
      Dictionary(zip(page.names, page.items), uniquingKeysWith: { first, _ in first })
    }
    let unchanged = Set(one.names.filter { key in looks.allSatisfy { $0[key] == looks[0][key] } })
    func order(_ page: ListPage) -> [String] { page.names.filter { unchanged.contains($0) } }
    return order(one) != order(two) && order(two) != order(three)
  }

  private static func haveSameItems(_ one: ListPage, _ two: ListPage) -> Bool {
    one.names.count == two.names.count && Set(one.names) == Set(two.names)
  }
}
