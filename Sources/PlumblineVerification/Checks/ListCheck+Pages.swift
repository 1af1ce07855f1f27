import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineReporting

extension ListCheck {
  /// The maximum number of pages to read to count the items.
  private static let mostPages = 10
  /// The number of comparisons that must agree before two pages are considered to have the same items.
  private static let looks = 2
  /// The maximum number of pages of a filter's or search's results to read.
  private static let mostPagesOfPart = 3

  /// Checks small pages, the second page, and all pages together.
  func judgePages(_ first: ListPage) async -> [Verdict] {
    guard !rule.tombstones.areShown else { return [] }
    var verdicts = [repeated(on: first)].compactMap { $0 }
    let size = smallestSize(below: first.items.count)
    var small = first
    if let size {
      guard let page = await page([size]) else {
        return verdicts + [.undecided("\(size.0)=\(size.1) returns no list")]
      }
      small = page
      verdicts.append(judgeSize(size, page))
    }
    let query = size.map { [$0] } ?? []
    guard !countsFromZero else { return verdicts }
    if let name = turner ?? rule.cursor.flatMap(parameter) {
      verdicts.append(await context.settled { await second(by: name, query, seen: first) })
    }
    if small.total != nil, mayAsk("all its pages") {
      verdicts.append(await context.settled(after: small) { await counted(query, told: $0) })
    }
    if !verdicts.contains(where: \.isDrift) { verdicts += await judgeWalk(first) }
    if !verdicts.contains(where: \.isDrift) { verdicts += await judgeCursor(first) }
    return verdicts
  }

  // MARK: - The size of a page

  /// Returns the smallest allowed page size that doesn't show all items, or `nil` if there is none.
  private func smallestSize(below count: Int) -> (String, String)? {
    guard let name = rule.size.flatMap(parameter) else { return nil }
    return (1..<max(1, min(count, 50))).first { isAskable([(name, "\($0)")]) }.map { (name, "\($0)") }
  }

  private func judgeSize(_ size: (String, String), _ page: ListPage) -> Verdict {
    guard let most = Int(size.1) else { return .fits }
    guard page.items.count > most else { return judgeToldSize(size.0, most, page) }
    return drift(
      .list.pageSizeIgnored, size.0, in: page, at: Self.queryPlace(size.0), expected: "at most \(most) items",
      actual: .count(page.items.count, "item"),
      "\(context.words(page.exchange.request)) shows \(String.count(page.items.count, "item")), more than the "
        + "requested \(most).")
  }

  /// Checks the page size that a response reports. Some servers report the requested size, others the number of items
  /// on the page.
  private func judgeToldSize(_ name: String, _ asked: Int, _ page: ListPage) -> Verdict {
    guard let told = page.size, ![asked, page.items.count].contains(told.value) else { return .fits }
    return drift(
      .list.pageNumberWrong, name, in: page, at: told.place, expected: "\(asked)", actual: "\(told.value)",
      "\(context.words(page.exchange.request)) shows \(String.count(page.items.count, "item")), but reports a page "
        + "size of \(told.value).")
  }

  // MARK: - The second page

  /// A Boolean value that indicates whether the first page may be number 0. In this case, the second page's number is
  /// unknown.
  var countsFromZero: Bool {
    guard let name = rule.page.flatMap(parameter) else { return false }
    // The default page is the first one.
    let usual = list.query.first { $0.name == name }?.schema.source["default"]?.int
    return usual == 0 || isAskable([(name, "0")]) && !isAskable([(name, "-1")])
  }

  /// Returns the query for the second page, or `nil` if there is no simple query for it.
  private func following(_ page: ListPage, _ query: [(String, String)]) -> [(String, String)]? {
    (turn(to: 2, behind: page.items.count) ?? cursor(after: page)).map { query + [$0] }
  }

  /// The parameter for a page's number or offset, or `nil` if pages have neither.
  var turner: String? { (rule.page ?? rule.offset).flatMap(parameter) }

  /// Returns the parameter that requests a page by its number or, if the list has offsets, by the number of items on
  /// the pages before it.
  func turn(to number: Int, behind shown: Int) -> (String, String)? {
    turner.map { ($0, "\(rule.page != nil ? number : rule.firstOffset + shown)") }
  }

  /// Returns the query for the first page, if pages have numbers or offsets.
  func begin(_ query: [(String, String)]) -> [(String, String)] { turn(to: 1, behind: 0).map { query + [$0] } ?? query }

  /// Reads the first page, the second and the first again, twice. If the order of equal items varies, pages may share
  /// items by chance.
  private func second(by parameter: String, _ query: [(String, String)], seen: ListPage) async -> Verdict {
    var shared: (ListPage, ListPage)?
    for _ in 0..<Self.looks {
      guard let one = await page(begin(query)) else { return .undecided("its first page isn't a list") }
      // There is a second page only if the first one doesn't show everything.
      guard max(one.total?.value ?? 0, seen.items.count) > one.items.count, !one.items.isEmpty else {
        return .undecided("all items fit on one page")
      }
      guard let following = following(one, query), let two = await page(following) else {
        return .undecided("its second page isn't a list")
      }
      guard let again = await page(begin(query)), again.isSame(as: one) else {
        return .undecided("the list changed while its pages were read")
      }
      guard !two.items.isEmpty else { return .undecided("its second page is empty") }
      guard two.names.contains(where: one.names.contains) else { return endless(one, before: two) ?? .fits }
      if let shared, !shared.0.isSame(as: one) || !shared.1.isSame(as: two) {
        return .undecided("the list changed while its pages were read")
      }
      shared = (one, two)
    }
    return shared.map { same($0.0, $0.1, parameter) } ?? .fits
  }

  private func same(_ one: ListPage, _ two: ListPage, _ parameter: String) -> Verdict {
    let request = context.words(two.exchange.request)
    if two.isSame(as: one) {
      return drift(
        .list.pageIgnored, parameter, in: two, at: Self.queryPlace(parameter), expected: "items that follow",
        actual: "the \(two.items.count) of the first page",
        "\(request) shows the items of the first page again, although there are more items.")
    }
    let index = two.names.firstIndex(where: one.names.contains) ?? 0
    return repeated(two, index, "\(request) shows \(two.names[index]), which is also on the first page.")
  }

  // MARK: - Repeated items

  private func repeated(on page: ListPage) -> Verdict? {
    guard isKeyed else { return nil }
    var seen: Set<String> = []
    guard let index = page.names.firstIndex(where: { !seen.insert($0).inserted }) else { return nil }
    let request = context.words(page.exchange.request)
    return repeated(page, index, "\(request) shows \(page.names[index]) twice.")
  }

  func repeated(_ page: ListPage, _ index: Int, _ message: String) -> Verdict {
    drift(
      .list.itemsRepeated, nil, in: page,
      at: Self.place(of: page.items[index], collection?.key ?? JSONPointer()),
      expected: "each item once", actual: "\(page.names[index]) again", message)
  }

  // MARK: - The total

  /// Requests a subset of the items with a filter and with a search, and checks that the reported total is the
  /// subset's.
  func judgePartTotals(_ first: ListPage) async -> [Verdict] {
    guard first.total != nil, !countsFromZero else { return [] }
    var verdicts: [Verdict] = []
    for isSearch in [false, true] {
      let matches = rule.filter.filter { Self.isSearch($0) == isSearch }
      guard let (name, value) = matches.lazy.compactMap({ part(by: $0, of: first) }).first,
        mayAsk("the total by \(name)")
      else { continue }
      verdicts.append(await context.settled { await countedPart([(name, value)]) })
    }
    return verdicts
  }

  /// Returns a query that some of the shown items don't match. The query never selects items of the run.
  private func part(by match: StateRule.Match, of first: ListPage) -> (String, String)? {
    guard let name = parameter(at: match.address) else { return nil }
    let text =
      Self.isSearch(match)
      ? match.members.lazy.compactMap { words(of: $0, match, name, in: first, most: 1).first?.text }.first
      : wanted(of: match, name, among: untouched(on: first).map { first.items[$0] }).flatMap { ShownValue.text($0) }
    guard let text, isAskable([(name, text)]) else { return nil }
    return (name, text)
  }

  private func countedPart(_ part: [(String, String)]) async -> Verdict {
    guard let page = await page(part), page.total != nil, !page.items.isEmpty else {
      return .undecided("a part of the list has no total")
    }
    return page.tells(page.items.count)
      ? .fits : await counted([], of: part, most: Self.mostPagesOfPart, told: page)
  }

  /// Compares the total with the number of items that the pages show.
  ///
  /// - Parameters:
  ///   - small: The query for small pages, whose total must be the same.
  ///   - part: The query for a subset of the items.
  ///   - most: The maximum number of pages to read.
  ///   - seen: The response to this query if it was just read.
  private func counted(
    _ small: [(String, String)], of part: [(String, String)] = [], most: Int = ListCheck.mostPages,
    told seen: ListPage?
  ) async -> Verdict {
    var shown = seen
    if shown == nil { shown = await page(part + small) }
    guard let told = shown, let total = told.total else { return .undecided("the total isn't always present") }
    let whole = part + wholePage
    guard let first = await page(begin(whole)) else { return .undecided("its first page isn't a list") }
    var names = Set(first.names)
    let isComplete = await readOn(after: first, whole, most, &names)
    let count = names.count
    let wrong = [told, first].first { page in
      page.total != nil && page.totals.allSatisfy { isComplete ? $0.value != count : $0.value < count }
    }
    guard let wrong, let value = wrong.total?.value else {
      return isComplete ? .fits : .undecided("the pages couldn't be read to the last one")
    }
    guard let again = await page(begin(whole)), again.isSame(as: first), again.totals == first.totals,
      let toldAgain = await page(part + small), toldAgain.totals == told.totals
    else {
      return .undecided("the list changed while its items were counted")
    }
    return drift(
      .list.totalWrong, nil, in: wrong, at: total.place,
      expected: isComplete ? "\(count)" : "\(count) or more", actual: "\(value)",
      "\(context.words(wrong.exchange.request)) reports a total of \(value), but its pages show \(count) items"
        + (isComplete ? "." : " or more."))
  }

  /// Reads the pages that follow. Returns `false` if the end of the list wasn't reached.
  private func readOn(
    after first: ListPage, _ whole: [(String, String)], _ most: Int, _ seen: inout Set<String>
  ) async -> Bool {
    guard turner != nil else {
      if continuesByKey { return await readOn(behind: first, whole, most, &seen) }
      // Without pages, the list may be truncated.
      return !rule.isPaged && first.total.map { $0.value <= first.items.count } ?? false
    }
    var shown = first.items.count
    for number in 2...most {
      // Some servers reject a page past the last.
      guard let turn = turn(to: number, behind: shown), let page = await page(whole + [turn]) else {
        return first.tells(seen.count)
      }
      if page.items.isEmpty { return true }
      shown += page.items.count
      let count = seen.count
      seen.formUnion(page.names)
      // Stop at a page without new items, because some servers ignore the requested page.
      if seen.count == count { return first.tells(seen.count) }
      // Stop if there are more items than can be read.
      if let total = first.total, total.value > most * max(first.items.count, page.items.count) { return false }
    }
    return false
  }
}

extension StateRule.Tombstones {
  /// A Boolean value that indicates whether tombstones are always among the items.
  fileprivate var areShown: Bool { self == .always }
}
