import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree

/// A check that compares lists of the same items with each other, and items in a list with the same items read
/// individually.
///
/// The contract's `state` specifies which items a list shows: all of a collection, or those `within` something. The
/// items of one list therefore determine which items another list must show to the same caller. Items that the run
/// created or changed are ignored, because a server may not be consistent yet. Items that a list may omit on purpose
/// are also ignored.
struct SharedItemsCheck: Sendable {
  static let name = "shows the same items as other lists"
  /// The maximum number of pages of each list to read.
  private static let mostPages = 3

  /// A list's observed pages.
  private struct Sight {
    let list: ListCheck
    let pages: [ListPage]
    /// A Boolean value that indicates whether all pages were read.
    let isWhole: Bool

    var keys: Set<String> { Set(pages.flatMap(\.names)) }
  }

  /// An item that is missing from a list, and a page of a different list that shows it.
  private struct Lack {
    let key: String
    let page: ListPage
  }

  /// A value that all items of a list have in common, and the member that contains it.
  private struct Belonging {
    let member: JSONPointer
    let value: JSON
  }

  let context: CheckContext

  private var contract: Contract { context.contract }

  func outcomes() async -> [CallOutcome] {
    var verdicts: [String: [Verdict]] = [:]
    for lists in groups() where context.goesOn && lists.contains(where: isAsked) {
      let found = await context.settled { await compared(lists) }
      for (id, verdict) in found { verdicts[id, default: []].append(verdict) }
      // A list that disagrees with other lists also disagrees with the items.
      let wrong = Set(found.filter { $0.1.isDrift }.map(\.0))
      for list in lists where isAsked(list) && !wrong.contains(list.list.id) {
        let compared = await ItemComparison(context: context, list: list).verdicts()
        verdicts[list.list.id, default: []] += compared
        // An item that differs in one list usually differs in all of them.
        if compared.contains(where: \.isDrift) { break }
      }
    }
    return contract.endpoints.compactMap { endpoint in
      verdicts[endpoint.id].flatMap { context.outcome(of: endpoint, Self.name, $0) }
    }
  }

  private func isAsked(_ list: ListCheck) -> Bool { context.isAsked(list.list, Self.name) }

  /// Returns the lists of keyed items that the run has seen, grouped by collection and caller.
  private func groups() -> [[ListCheck]] {
    var groups: [[ListCheck]] = []
    for endpoint in contract.endpoints where endpoint.isSafe {
      for sample in context.samples.lists(of: endpoint) {
        guard let list = ListCheck(context, sample), list.isKeyed, list.showsWholeItems else { continue }
        let index = groups.firstIndex { group in
          group.first.map { $0.collection === list.collection && Self.isSameCaller($0.sample, sample) } ?? false
        }
        if let index { groups[index].append(list) } else { groups.append([list]) }
      }
    }
    return groups
  }

  /// Returns a Boolean value that indicates whether two samples have the same persona or, if they have none, the same
  /// credentials.
  private static func isSameCaller(_ one: Sample, _ other: Sample) -> Bool {
    one.persona === other.persona && (one.persona != nil || one.credentials == other.credentials)
  }

  // MARK: - Lists beside lists

  private func compared(_ lists: [ListCheck]) async -> [(String, Verdict)] {
    let belongings = lists.map(belonging)
    guard lists.count > 1 || belongings.contains(where: { $0?.isEmpty == false }) else { return [] }
    var sights: [Sight?] = []
    for list in lists { sights.append(await sight(of: list)) }
    var verdicts: [(String, Verdict)] = []
    for (sight, belonging) in zip(sights, belongings) {
      guard let sight, let belonging, isAsked(sight.list) else { continue }
      let others = sights.compactMap { $0 }.filter { $0.list.list.id != sight.list.list.id }
      verdicts.append((sight.list.list.id, await verdict(on: sight, belonging, beside: others)))
    }
    return verdicts
  }

  private func verdict(on sight: Sight, _ belongings: [Belonging], beside others: [Sight]) async -> Verdict {
    if let verdict = misplaced(in: sight, belongings) { return verdict }
    for other in others {
      guard let lack = lack(in: sight, belongings, shownBy: other) else { continue }
      return await missing(lack.key, in: sight.list, belongings, shownBy: other.list)
    }
    return .fits
  }

  private func sight(of list: ListCheck) async -> Sight? {
    guard let (pages, isWhole) = await list.pages(most: Self.mostPages) else { return nil }
    return Sight(list: list, pages: pages, isWhole: isWhole)
  }

  /// Returns the values that all items of a list have in common, or `nil` if the request doesn't determine these
  /// values.
  private func belonging(_ list: ListCheck) -> [Belonging]? {
    guard let request = context.request(list.sample) else { return nil }
    let reading = RequestReading(request, for: list.list, persona: list.sample.persona)
    var found: [Belonging] = []
    for (isOptional, matches) in [(false, list.rule.within), (true, list.rule.filter)] {
      for match in matches {
        guard let value = reading.value(at: match.address) ?? list.rule.defaults[match.address] else {
          if isOptional { continue }
          return nil
        }
        guard match.relation == .same, match.members.count == 1, let member = match.members.first else { return nil }
        found.append(Belonging(member: member, value: value))
      }
    }
    return found
  }

  /// Returns a Boolean value that indicates whether an item has the values that a list's items have in common, or `nil`
  /// if the item lacks the member, or has a value there that is undocumented or whose equality depends on a collation.
  private func belongs(_ item: JSON, by belonging: Belonging, in list: ListCheck) -> Bool? {
    guard let value = item.at(belonging.member) else { return nil }
    let described = list.collection?.members.first { [$0.name] == belonging.member.tokens }
    guard described?.schema.isValid(value) ?? true else { return nil }
    return Self.isSame(value, belonging.value)
  }

  private static func isSame(_ value: JSON, _ wanted: JSON) -> Bool? {
    // In a path, numbers are strings.
    if let one = number(value), let other = number(wanted) { return one == other }
    guard let shown = ShownValue(value), let text = ShownValue.text(value), let asked = ShownValue.text(wanted) else {
      return nil
    }
    if shown.differs(from: wanted) { return false }
    return text.lowercased() == asked.lowercased() ? true : nil
  }

  private static func number(_ value: JSON) -> JSONNumber? {
    value.number ?? value.string.flatMap { JSONNumber(literal: $0) }
  }

  // MARK: - Items that aren't the list's own

  /// Returns the first item that a list shows although it doesn't belong there.
  private func misplaced(in sight: Sight, _ belongings: [Belonging]) -> Verdict? {
    for belonging in belongings {
      guard let alias = alias(of: belonging, in: sight) else { continue }
      let (wanted, shown) = (ListCheck.short(belonging.value), ListCheck.short(alias))
      return .undecided("all items have \(shown) at \(belonging.member), so \(wanted) may be an alias for it")
    }
    for page in sight.pages {
      for index in sight.list.untouched(on: page) {
        let (key, item) = (page.names[index], page.items[index])
        guard let other = belongings.first(where: { belongs(item, by: $0, in: sight.list) == false }),
          let value = item.at(other.member)
        else { continue }
        let (wanted, shown) = (ListCheck.short(other.value), ListCheck.short(value))
        return sight.list.drift(
          .list.itemMisplaced, "\(other.member)", in: page, at: ListCheck.place(of: item, other.member),
          expected: wanted, actual: shown,
          "\(context.words(page.exchange.request)) requests items whose \(other.member) is \(wanted), but returns "
            + "\(key), whose \(other.member) is \(shown).")
      }
    }
    return nil
  }

  /// Returns the value that all items of a list have instead of the requested one, or `nil` if there is none. Most
  /// likely, the two values are equivalent, like `me` and the caller's id.
  private func alias(of belonging: Belonging, in sight: Sight) -> JSON? {
    let items = sight.pages.flatMap { $0.items }
    let values = items.compactMap { $0.at(belonging.member) }
    guard let first = values.first, values.count == items.count, first.kind != .bool,
      values.allSatisfy({ $0 == first }), Self.isSame(first, belonging.value) == false
    else { return nil }
    return first
  }

  // MARK: - Items that a list lacks

  /// Returns the first item that a list lacks although another list shows that it belongs there.
  ///
  /// - Parameter only: The key of the only item to look for.
  private func lack(in sight: Sight, _ belongings: [Belonging], shownBy other: Sight, only: String? = nil) -> Lack? {
    // Contracts often only assume that a list shows all items of a kind.
    guard sight.isWhole, sight.list.rule.standing != .assumed else { return nil }
    let keys = sight.keys
    for page in other.pages {
      for index in other.list.untouched(on: page) {
        let (key, item) = (page.names[index], page.items[index])
        guard key == only ?? key, !keys.contains(key),
          belongings.allSatisfy({ belongs(item, by: $0, in: sight.list) == true }), !isHidden(item, in: sight)
        else { continue }
        return Lack(key: key, page: page)
      }
    }
    return nil
  }

  /// Reads the list that lacks an item again, then the list that shows it. An item that is moving from one to the other
  /// isn't missing.
  private func missing(
    _ key: String, in list: ListCheck, _ belongings: [Belonging], shownBy other: ListCheck
  ) async -> Verdict {
    guard let sight = await sight(of: list), let another = await self.sight(of: other),
      let lack = lack(in: sight, belongings, shownBy: another, only: key), let page = sight.pages.first
    else { return .undecided("\(key) changed while the lists were read") }
    // A cached response may be outdated.
    guard !sight.pages.contains(where: { $0.isCached }), !lack.page.isCached else {
      return .undecided("\(key) may have been shown or omitted by a cache")
    }
    let count = sight.keys.isEmpty ? "shows no items" : "shows \(sight.keys.count) items but not \(key)"
    let why = belongings.map { "\($0.member) \(ListCheck.short($0.value))" }.joined(separator: " and ")
    return list.drift(
      .list.itemsMissing, nil, in: page, at: JSONPointer(tokens: ["response", "body"]), expected: key,
      actual: sight.keys.isEmpty ? "no items" : "\(sight.keys.count) others",
      "\(context.words(page.exchange.request)) \(count); \(context.words(lack.page.exchange.request)) shows \(key)"
        + (why.isEmpty ? "." : " with \(why)."))
  }

  /// Returns a Boolean value that indicates whether a list may omit an item on purpose, as servers hide closed or
  /// archived items by default. It may do so if the item's value of a filterable member, a flag or a member with an
  /// `enum` appears in no shown item, or if the item and the shown items differ in whether a nullable member has a
  /// value.
  private func isHidden(_ item: JSON, in sight: Sight) -> Bool {
    let shown = sight.pages.flatMap { $0.items }
    let isFiltered = sight.list.rule.filter.filter { !ListCheck.isSearch($0) }.contains { match in
      match.members.contains { !Self.isAmong(shown, item.at($0), $0, by: FilterTest(match.relation)) }
    }
    if isFiltered || shown.isEmpty { return isFiltered }
    return (sight.list.collection?.members ?? []).contains { member in
      let own = item[member.name]
      let others = shown.map { $0[member.name] }
      if own?.kind == .bool || !member.ranks.isEmpty { return !others.contains(own) }
      let hasNone = own?.isNull ?? true
      return member.isNullable && others.allSatisfy { ($0?.isNull ?? true) != hasNone }
    }
  }

  /// Returns a Boolean value that indicates whether any of the given items has a value at a member or, for a bound,
  /// whether the value lies between theirs.
  private static func isAmong(
    _ items: [JSON], _ value: JSON?, _ member: JSONPointer, by test: FilterTest?
  ) -> Bool {
    let values = items.compactMap { $0.at(member) }
    guard let value else { return values.count < items.count }
    switch test {
    case .atLeast, .atMost:
      return values.contains { !FilterTest.atLeast.isBroken(by: value, asked: $0) }
        && values.contains { !FilterTest.atMost.isBroken(by: value, asked: $0) }
    case .same, .other, nil: return values.contains(value)
    }
  }
}
