import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A check that reads the first and the last item of a list individually, and compares each with the list's version of
/// it.
///
/// The list is read before and after the item, and the item is read twice, so that changes in between and cached values
/// aren't reported as drift. The comparison excludes members that only one of the two shows, modification times, counts
/// and sums, values that a list abbreviates (see ``ItemDifference``), and members that the contract doesn't declare
/// there.
struct ItemComparison: Sendable {
  let context: CheckContext
  let list: ListCheck

  /// An item as read individually.
  private struct Reading {
    let item: JSON
    let exchange: Exchange
  }

  /// Returns the verdicts on the list. There are none if no item can be read individually.
  func verdicts() async -> [Verdict] {
    guard let collection = list.collection, let reads = context.contract.resource(collection.name)?.reads,
      !reads.isEmpty
    else { return [] }
    var isRead = false
    let verdict = await context.settled {
      let found = await compared(collection, reads)
      isRead = found != nil
      return found ?? .undecided("none of the list's items can be read individually")
    }
    return isRead ? [verdict] : []
  }

  /// Returns a safe request that reads an item, with its rule.
  private func request(_ key: String, _ collection: ItemCollection, _ reads: [Endpoint]) -> (Request, StateRule)? {
    for read in reads where read.isSafe {
      guard let path = list.item(key)?.path(at: read) else { continue }
      let request = context.items.request(read, path: path, credentials: list.sample.credentials)
      let reading = RequestReading(request, for: read, persona: list.sample.persona)
      guard let rule = read.rule(for: reading), rule.action == .read, rule.collection == collection.name,
        rule.shownMembers.isEmpty, rule.beside.isEmpty, rule.assignments.isEmpty, rule.fields == nil,
        !rule.changesSomething, RequestValidation(reading, in: context.contract).faults().isEmpty
      else { continue }
      return (request, rule)
    }
    return nil
  }

  private func compared(_ collection: ItemCollection, _ reads: [Endpoint]) async -> Verdict? {
    guard let before = await list.page([]) else { return nil }
    let keys = list.untouched(on: before).map { before.names[$0] }
    var isJudged = false
    for key in Set([keys.first, keys.last].compactMap { $0 }).sorted() {
      guard let listed = item(key, in: before), let (request, rule) = request(key, collection, reads),
        let read = await read(request, rule), context.items.key(of: read.item, in: collection) == key
      else { continue }
      isJudged = true
      guard let difference = difference(listed, read.item, of: collection) else { continue }
      return await judged(difference, key, request, rule)
    }
    return isJudged ? .fits : nil
  }

  /// Checks whether the list and the item still show the same difference.
  private func judged(_ difference: ItemDifference, _ key: String, _ request: Request, _ rule: StateRule) async
    -> Verdict
  {
    guard let after = await list.page([]), let again = item(key, in: after),
      again.at(difference.member) == difference.listed, let read = await read(request, rule),
      read.item.at(difference.member) == difference.read
    else { return .undecided("\(key) changed between two requests") }
    guard !after.isCached, !ListPage.isCached(read.exchange) else {
      return .undecided("\(key) came from a cache")
    }
    let (one, other) = (ListCheck.short(difference.listed), ListCheck.short(difference.read))
    return list.drift(
      .list.itemDiffers, "\(difference.member)", in: after, at: ListCheck.place(of: again, difference.member),
      expected: "\(other), as in \(context.words(request))", actual: one,
      "\(context.words(after.exchange.request)) shows \(key) with \(difference.member) \(one), but "
        + "\(context.words(request)) shows \(other).")
  }

  private func item(_ key: String, in page: ListPage) -> JSON? {
    page.names.firstIndex(of: key).map { page.items[$0] }
  }

  /// Returns the item that a request reads, or `nil` if it reads none.
  private func read(_ request: Request, _ rule: StateRule) async -> Reading? {
    guard let exchange = await context.ask(request), let response = exchange.response,
      let reading = WireReading(request, in: context.contract), reading.isDone(response),
      let body = try? JSON.parse(response.body.bytes ?? []), let payload = context.contract.payload(of: body)
    else { return nil }
    guard let place = rule.shownPlace else { return Reading(item: payload, exchange: exchange) }
    return payload.at(place).map { Reading(item: $0, exchange: exchange) }
  }

  // MARK: - Comparing

  /// Returns the first member whose value differs between the list and the item.
  private func difference(_ listed: JSON, _ read: JSON, of collection: ItemCollection) -> ItemDifference? {
    let derived = derived(collection)
    for member in collection.members where !derived.contains(member.name) {
      guard let one = listed[member.name], let other = read[member.name], member.schema.isValid(one),
        member.schema.isValid(other),
        let difference = ItemDifference(one, other, at: JSONPointer(tokens: [member.name]))
      else { continue }
      return difference
    }
    return nil
  }

  /// Returns the members that a server computes, such as modification times, sums, counts, and numbers that requests
  /// add to.
  private func derived(_ collection: ItemCollection) -> Set<String> {
    let rules = context.contract.endpoints.flatMap(\.states).flatMap { [$0] + $0.also }
      .filter { $0.collection == collection.name }
    var places = collection.touched.map { $0.pointer } + collection.counters.map { $0.target }
    places += collection.movingPlaces
    places += rules.flatMap { $0.additions.map { $0.target } }
    places += rules.flatMap { $0.assignments.filter { $0.value.isDerived }.map { $0.target } }
    return Set(places.compactMap { $0.tokens.first })
  }
}

extension StateRule.Value {
  /// A Boolean value that indicates whether a server computes the value from the time or from other items.
  fileprivate var isDerived: Bool {
    switch self {
    case .now, .count, .sum: true
    case .address, .constant, .chosen, .lookup, .union, .upload, .url: false
    }
  }
}
