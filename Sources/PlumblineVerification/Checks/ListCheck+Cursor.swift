import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree

/// Lists that continue after the last item of a page. The next request sends that item's key, such as
/// `starting_after=ord_8f2k`.
extension ListCheck {
  /// Returns the query parameter that requests the next page, or `nil` if the next page's start is unknown.
  func cursor(after page: ListPage) -> (String, String)? {
    guard let name = rule.cursor.flatMap(parameter) else { return nil }
    return (continuesByKey ? page.names.last : page.next).map { (name, $0) }
  }

  /// Returns the page that follows a page's last item, or `nil` if the response isn't a list.
  private func behind(_ page: ListPage, _ query: [(String, String)]) async -> ListPage? {
    guard let cursor = cursor(after: page) else { return nil }
    return await self.page(query + [cursor])
  }

  // MARK: - Page after page

  /// Reads several small pages, and the rest of the list in pages of the maximum size. No item may appear on two pages,
  /// and each page must report correctly whether another follows.
  func judgeCursor(_ first: ListPage) async -> [Verdict] {
    guard continuesByKey, mayAsk("a few pages in a row") else { return [] }
    let size = walkingSize(first.items.count).map { [$0] } ?? []
    let walk = await context.settled { await walked(size, most: Self.longestWalk) }
    guard !walk.isDrift, !wholePage.isEmpty, mayAsk("its end") else { return [walk] }
    return [walk, await context.settled { await walked(wholePage, most: 1) }]
  }

  /// - Parameter most: The maximum number of pages to read before the rest of the list.
  private func walked(_ query: [(String, String)], most: Int) async -> Verdict {
    guard let one = await page(query) else { return .undecided("its first page isn't a list") }
    var seen = Set(one.names)
    var last = one
    for _ in 0..<most {
      guard !last.items.isEmpty else { break }
      guard let next = await behind(last, query) else { return .undecided("the page after its last item isn't a list") }
      if let verdict = await judge(next, behind: last, seen, from: one, query) { return verdict }
      seen.formUnion(next.names)
      last = next
    }
    return seen.isEmpty ? .undecided("the list is empty") : .fits
  }

  /// Returns the drift of a page, or of the previous page's statement about it, or `nil` if both are right. If the
  /// beginning of the list has changed in the meantime, there is no drift.
  private func judge(
    _ next: ListPage, behind last: ListPage, _ seen: Set<String>, from one: ListPage, _ query: [(String, String)]
  ) async -> Verdict? {
    let repeated = next.names.firstIndex(where: seen.contains)
    guard repeated != nil || next.items.isEmpty == last.more?.value else { return nil }
    guard let again = await page(query), again.isSame(as: one) else {
      return .undecided("the list changed while its pages were read")
    }
    if let index = repeated {
      let request = context.words(next.exchange.request)
      return self.repeated(next, index, "\(request) shows \(next.names[index]), which is also on an earlier page.")
    }
    return endless(last, before: next)
  }

  /// Returns the drift of a page that claims to be the last although the next page has items, or vice versa.
  func endless(_ page: ListPage, before next: ListPage) -> Verdict? {
    guard let more = page.more, more.value == next.items.isEmpty else { return nil }
    let said = context.words(page.exchange.request)
    let asked = context.words(next.exchange.request)
    let isEarly = !next.items.isEmpty
    return drift(
      .list.moreWrong, nil, in: page, at: more.place, expected: "\(!more.value)", actual: "\(more.value)",
      isEarly
        ? "\(said) says that no page follows, but \(asked) shows \(String.count(next.items.count, "more item"))."
        : "\(said) says that another page follows, but \(asked) shows no items.")
  }

  // MARK: - All pages

  /// Returns the pages that follow a page, and whether they are all that remain. Reading ends at a page without new
  /// items.
  func pages(behind first: ListPage, _ query: [(String, String)], _ most: Int) async -> (
    pages: [ListPage], isWhole: Bool
  ) {
    var pages = [first]
    var seen = Set(first.names)
    while let last = pages.last, !last.items.isEmpty, pages.count <= most {
      guard let next = await behind(last, query) else { return (pages, false) }
      if next.items.isEmpty { return (pages, true) }
      if seen.isSuperset(of: next.names) { return (pages, false) }
      seen.formUnion(next.names)
      pages.append(next)
    }
    return (pages, pages.last?.items.isEmpty ?? false)
  }

  /// Adds the keys on the pages that follow a page. Returns `false` if the end of the list wasn't reached.
  func readOn(
    behind first: ListPage, _ query: [(String, String)], _ most: Int, _ seen: inout Set<String>
  ) async -> Bool {
    let all = await pages(behind: first, query, most)
    seen.formUnion(all.pages.flatMap(\.names))
    return all.isWhole
  }

  // MARK: - The newest first

  /// Checks that the newest item comes first, by creation time, if the contract says so.
  func judgeNewest(_ first: ListPage) -> [Verdict] {
    guard rule.isNewestFirst, let member = madeMember else { return [] }
    let order = ShownOrder(direction: .descending, ranks: [])
    switch order.result(of: first.items.compactMap { $0.at(member) }) {
    case .fits: return [.fits]
    case .undecided: return []
    case .wrong(let fault):
      let (one, other) = (Self.short(fault.first), Self.short(fault.second))
      return [
        drift(
          .list.sortIgnored, nil, in: first, at: "/response", expected: "newest first",
          actual: "\(one), then \(other)",
          "\(context.words(first.exchange.request)) shows an older item (\(member) \(one)) before a newer one (\(other))."
        )
      ]
    }
  }

  /// The member that contains an item's creation time, set by the creating request.
  private var madeMember: JSONPointer? {
    let rules = context.contract.endpoints.flatMap(\.states)
    let making = rules.filter { $0.action == .create && $0.collection == rule.collection }
    return making.lazy.flatMap(\.assignments).first { assignment in
      if case .now(later: 0, as: _) = assignment.value { true } else { false }
    }?.target
  }
}
