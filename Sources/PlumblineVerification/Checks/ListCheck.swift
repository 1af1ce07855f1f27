import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A check that queries a list with each of its documented parameters, and compares the result with the query.
///
/// The server's items are known only from the list itself, so each query is compared with a plain request. A filter
/// uses a value from the plain response, a search uses a word that no item has and one that an item has, and pages are
/// read in a way that detects concurrent changes. A query whose result looks wrong is repeated a moment later.
///
/// A correct list receives one or two requests for each parameter, and about ten for its pages, order and totals,
/// within its ``ListBudget``.
struct ListCheck: Sendable {
  static let name = "lists what was requested"
  /// The name of the report line for a list's skipped queries.
  static let restName = "lists what else was requested"
  /// The maximum page size to request.
  private static let largest = 200

  let context: CheckContext
  let sample: Sample
  let rule: StateRule
  let collection: ItemCollection?
  /// A Boolean value that indicates whether all items of the list have distinct keys. Items with different parents may
  /// have the same key.
  let isKeyed: Bool
  /// A Boolean value that indicates whether a request names the last item of a page to get the next page.
  let continuesByKey: Bool

  /// Returns `nil` if the request doesn't list items, or if the list can't be queried.
  init?(_ context: CheckContext, _ sample: Sample) {
    let list = sample.endpoint
    // The check's request may match a different rule than the run's.
    guard list.request.method == .get, let request = context.request(sample),
      let rule = list.rule(for: RequestReading(request, for: list, persona: sample.persona)), rule.action == .list
    else { return nil }
    self.context = context
    self.sample = sample
    self.rule = rule
    collection = rule.collection.flatMap(context.contract.collection)
    let parts = collection?.per ?? []
    let isKeyed =
      collection?.key != nil
      && parts.allSatisfy { part in
        guard case .path(let name) = part else { return true }
        return list.request.template.parameters.contains(name)
      }
    self.isKeyed = isKeyed
    continuesByKey = isKeyed && context.contract.continuesByKey(rule, of: list)
  }

  var list: Endpoint { sample.endpoint }

  /// Returns the verdicts on the list's parameters. There are none if it has no parameters.
  func verdicts() async -> [Verdict] {
    let addresses =
      [rule.sort, rule.page, rule.offset, rule.size, rule.cursor].compactMap { $0 } + rule.filter.map(\.address)
    guard addresses.contains(where: { parameter(at: $0) != nil }) else { return [] }
    guard let first = await page([]) else {
      let request = context.words(sample.exchange.request)
      return context.goesOn ? [.undecided("\(request) no longer returns a list")] : []
    }
    guard !first.items.isEmpty else { return [.undecided("the list is empty")] }
    var verdicts: [Verdict] = []
    for match in rule.filter { verdicts += await judge(match, from: first) }
    if mayAsk("its pages") { verdicts += await judgePages(first) }
    if mayAsk("the same items twice") { verdicts += await judgeOrder(first) }
    verdicts += judgeNewest(first)
    if let name = rule.sort.flatMap(parameter) { verdicts += await judgeSort(name) }
    if !verdicts.contains(where: \.isDrift) { verdicts += await judgePartTotals(first) }
    return verdicts
  }

  private func judge(_ match: StateRule.Match, from first: ListPage) async -> [Verdict] {
    guard let name = parameter(at: match.address), mayAsk(name) else { return [] }
    if Self.isSearch(match) {
      let search = await judgeSearch(name, from: first)
      let words = search.isDrift ? [] : await judgeWords(match, name, from: first)
      return [search] + words
    }
    guard let filter = await judgeFilter(match, name, from: first) else { return [] }
    let bound = filter.isDrift ? nil : await judgeBound(match, name, from: first)
    return [filter, bound].compactMap { $0 }
  }

  /// Returns a Boolean value that indicates whether a filter searches for a string within members.
  static func isSearch(_ match: StateRule.Match) -> Bool { match.relation == .like || match.members.count > 1 }

  // MARK: - Asking

  /// Returns the query parameter at an address, if the endpoint has it.
  func parameter(at address: Address) -> String? {
    guard case .query(let name) = address, list.query.contains(where: { $0.name == name }) else { return nil }
    return name
  }

  /// Queries the list. Returns `nil` if the response isn't a list, or if the query would violate the contract.
  func page(_ query: [(String, String)]) async -> ListPage? {
    guard let request = context.request(sample, query) else { return nil }
    context.budget.spend(on: list.id, by: caller)
    guard let exchange = await context.ask(request) else { return nil }
    return ListPage(exchange, of: list, rule, isKeyed ? collection : nil, context.items)
  }

  /// Returns a Boolean value that indicates whether a query may be started, and records it as skipped if not.
  func mayAsk(_ question: String) -> Bool { context.budget.mayAsk(question, of: list.id, by: caller) }

  private var caller: String { sample.persona?.name ?? "" }

  /// Returns a Boolean value that indicates whether the contract allows a query.
  func isAskable(_ query: [(String, String)]) -> Bool { context.request(sample, query) != nil }

  /// The query for the largest page.
  var wholePage: [(String, String)] {
    guard let name = rule.size.flatMap(parameter) else { return [] }
    let sizes = [Self.largest, 100, 50, 30, 25, 20, 10, 5]
    return sizes.first { isAskable([(name, "\($0)")]) }.map { [(name, "\($0)")] } ?? []
  }

  /// Returns a Boolean value that indicates whether a page is known to contain a query's complete result.
  ///
  /// - Parameter first: The response to the request without the query.
  func isWhole(_ page: ListPage, _ query: [(String, String)], besides first: ListPage) async -> Bool {
    if page.tells(page.items.count) { return true }
    guard let next = turn(to: 2, behind: page.items.count) else {
      // Without other evidence, a list may be truncated unless it is shorter than the unfiltered one.
      return page.total == nil && !rule.isPaged && page.items.count < first.items.count
    }
    if countsFromZero { return false }
    return await self.page(query + [next])?.items.isEmpty ?? false
  }

  // MARK: - Findings

  func drift(
    _ kind: Rule, _ parameter: String?, in page: ListPage, at pointer: JSONPointer, expected: String, actual: String,
    _ message: String
  ) -> Verdict {
    let location = parameter.flatMap { name in list.query.first { $0.name == name }?.location }
    return .drifts(
      context.drift(
        kind, at: list, rule, status: page.status, pointer: pointer, expected: expected, actual: actual,
        detail: parameter, location: location, by: page.exchange, message))
  }

  /// Returns the pointer to an item of the page, or to one of the item's members, in the exchange.
  static func place(of item: JSON, _ member: JSONPointer = JSONPointer()) -> JSONPointer {
    JSONPointer(tokens: ["response", "body"]) + item.pointer + member
  }

  static func queryPlace(_ name: String) -> JSONPointer { JSONPointer(tokens: ["request", "query", name]) }

  /// Returns a short form of a value.
  static func short(_ value: JSON) -> String {
    let text = value.text
    return text.count > 60 ? "\(text.prefix(60))…" : text
  }
}
