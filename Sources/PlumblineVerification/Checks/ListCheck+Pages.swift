import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineReporting

extension ListCheck {
  /// How many pages are read to count what there is.
  private static let mostPages = 30
  /// How often two pages are looked at before it counts that they have the same items.
  private static let looks = 2

  /// Asks for small pages, for the one after the first, and for all of them.
  func judgePages(_ first: ListPage) async -> [Verdict] {
    guard !rule.tombstones.areShown else { return [] }
    var verdicts = [repeated(on: first)].compactMap { $0 }
    let size = smallestSize(below: first.items.count)
    var small = first
    if let size {
      guard let page = await page([size]) else {
        return verdicts + [.undecided("\(size.0)=\(size.1) gives no list")]
      }
      small = page
      verdicts.append(judgeSize(size, page))
    }
    let query = size.map { [$0] } ?? []
    guard !countsFromZero else { return verdicts }
    if let name = rule.page.flatMap(parameter) ?? rule.cursor.flatMap(parameter) {
      verdicts.append(await context.settled { await second(by: name, query, seen: first) })
    }
    if small.total != nil { verdicts.append(await context.settled { await counted(query) }) }
    return verdicts
  }

  // MARK: - The size of a page

  /// The smallest size that shows less than there is.
  private func smallestSize(below count: Int) -> (String, String)? {
    guard let name = rule.size.flatMap(parameter) else { return nil }
    return (1..<max(1, min(count, 50))).first { isAskable([(name, "\($0)")]) }.map { (name, "\($0)") }
  }

  private func judgeSize(_ size: (String, String), _ page: ListPage) -> Verdict {
    guard let most = Int(size.1), page.items.count > most else { return .fits }
    return drift(
      .list.pageSizeIgnored, size.0, in: page, at: Self.queryPlace(size.0), expected: "\(most) items at most",
      actual: .count(page.items.count, "item"),
      "\(context.words(page.exchange.request)) shows \(String.count(page.items.count, "item")).")
  }

  // MARK: - The second page

  /// Whether the first page is number 0, so that nobody can tell here which one is the second.
  private var countsFromZero: Bool {
    rule.page.flatMap(parameter).map { isAskable([($0, "0")]) && !isAskable([($0, "-1")]) } ?? false
  }

  /// What a request has to say to get the second page; `nil` where there is no way that is simple.
  private func following(_ page: ListPage, _ query: [(String, String)]) -> [(String, String)]? {
    if let name = rule.page.flatMap(parameter) { return query + [(name, "2")] }
    if let name = rule.cursor.flatMap(parameter), let next = page.next { return query + [(name, next)] }
    return nil
  }

  private func begin(_ query: [(String, String)]) -> [(String, String)] {
    rule.page.flatMap(parameter).map { query + [($0, "1")] } ?? query
  }

  /// Reads the first page, the second and the first again, twice: where the order of what is equal changes from one answer
  /// to the next, pages have the same items by chance.
  private func second(by parameter: String, _ query: [(String, String)], seen: ListPage) async -> Verdict {
    var shared: (ListPage, ListPage)?
    for _ in 0..<Self.looks {
      guard let one = await page(begin(query)) else { return .undecided("its first page is no list") }
      // There is a second page only where the first doesn't have everything.
      guard max(one.total?.value ?? 0, seen.items.count) > one.items.count, !one.items.isEmpty else {
        return .undecided("one page has all items")
      }
      guard let following = following(one, query), let two = await page(following) else {
        return .undecided("its second page is no list")
      }
      guard let again = await page(begin(query)), again.isSame(as: one) else {
        return .undecided("the list changed while its pages were read")
      }
      guard !two.items.isEmpty else { return .undecided("its second page is empty") }
      guard two.names.contains(where: one.names.contains) else { return .fits }
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
        "\(request) shows the items of the first page, which are not all.")
    }
    let index = two.names.firstIndex(where: one.names.contains) ?? 0
    return repeated(two, index, "\(request) shows \(two.names[index]), which stands on the first page, too.")
  }

  // MARK: - Items that stand twice

  private func repeated(on page: ListPage) -> Verdict? {
    guard isKeyed else { return nil }
    var seen: Set<String> = []
    guard let index = page.names.firstIndex(where: { !seen.insert($0).inserted }) else { return nil }
    let request = context.words(page.exchange.request)
    return repeated(page, index, "\(request) shows \(page.names[index]) twice.")
  }

  private func repeated(_ page: ListPage, _ index: Int, _ message: String) -> Verdict {
    drift(
      .list.itemsRepeated, nil, in: page,
      at: Self.place(of: page.items[index], collection?.key ?? JSONPointer()),
      expected: "each item once", actual: "\(page.names[index]) again", message)
  }

  // MARK: - The total

  /// Holds the number of all items against those that the pages show.
  ///
  /// - Parameter small: asks for small pages, whose number has to be the same.
  private func counted(_ small: [(String, String)]) async -> Verdict {
    guard let told = await page(small), let total = told.total else {
      return .undecided("the total isn't told every time")
    }
    let whole = wholePage
    guard let first = await page(begin(whole)) else { return .undecided("its first page is no list") }
    var seen = Set(first.names)
    let isComplete = await readOn(after: first, whole, &seen)
    guard let again = await page(begin(whole)), again.isSame(as: first), again.total?.value == first.total?.value,
      let toldAgain = await page(small), toldAgain.total?.value == total.value
    else {
      return .undecided("the list changed while its items were counted")
    }
    let wrong = [told, first].first { page in
      page.total.map { isComplete ? $0.value != seen.count : $0.value < seen.count } ?? false
    }
    guard let wrong, let value = wrong.total?.value else {
      return isComplete || seen.count < total.value ? .fits : .undecided("its pages have no end")
    }
    return drift(
      .list.totalWrong, nil, in: wrong, at: total.place,
      expected: isComplete ? "\(seen.count)" : "\(seen.count) or more", actual: "\(value)",
      "\(context.words(wrong.exchange.request)) tells a total of \(value), and its pages show \(seen.count) items"
        + (isComplete ? "." : " and more."))
  }

  /// Reads the pages that follow; false where their end wasn't seen.
  private func readOn(after first: ListPage, _ whole: [(String, String)], _ seen: inout Set<String>) async -> Bool {
    guard let name = rule.page.flatMap(parameter) else {
      // Without pages, what is shown may be cut off.
      return rule.cursor == nil && rule.size == nil && first.total.map { $0.value <= first.items.count } ?? false
    }
    for number in 2...Self.mostPages {
      // A page past the last is refused by some.
      guard let page = await page(whole + [(name, "\(number)")]) else { return seen.count == first.total?.value }
      if page.items.isEmpty { return true }
      let count = seen.count
      seen.formUnion(page.names)
      // Where nothing is new, the page isn't looked at.
      if seen.count == count { return seen.count == first.total?.value }
    }
    return false
  }
}

extension StateRule.Tombstones {
  /// Whether what stays of deleted items is always among the items.
  fileprivate var areShown: Bool { self == .always }
}
