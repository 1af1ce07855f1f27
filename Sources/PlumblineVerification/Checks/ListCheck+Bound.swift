import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree

extension ListCheck {
  /// Requests the items from, or up to, a number that one of them has, and checks whether the bound itself is included
  /// as the contract states. Returns `nil` for filters that aren't bounds, and for lists whose items have no whole
  /// numbers at the member. Decimals may be rounded, unless the contract has a `multipleOf`.
  func judgeBound(_ match: StateRule.Match, _ name: String, from first: ListPage) async -> Verdict? {
    guard isKeyed, let member = match.members.first, let bound = Bound(match.relation) else { return nil }
    let numbers = untouched(on: first).compactMap { index in
      first.items[index].at(member)?.number.map { (index, $0) }
    }
    // Use the largest or smallest number, so that hardly any items match.
    let extreme = bound.isLower ? numbers.max { $0.1 < $1.1 } : numbers.min { $0.1 < $1.1 }
    guard let (index, number) = extreme, isExact(number, at: member), isAskable([(name, number.literal)]),
      mayAsk("\(name) itself")
    else { return nil }
    let key = first.names[index]
    return await context.settled { await bounded(by: name, number, bound, member, key, first) }
  }

  /// Returns a Boolean value that indicates whether a number is shown exactly, without rounding.
  private func isExact(_ number: JSONNumber, at member: JSONPointer) -> Bool {
    let described = collection?.members.first { [$0.name] == member.tokens }
    return number.isInteger || described?.schema.source["multipleOf"]?.number != nil
  }

  private func bounded(
    by name: String, _ number: JSONNumber, _ bound: Bound, _ member: JSONPointer, _ key: String,
    _ first: ListPage
  ) async -> Verdict {
    let query = [(name, number.literal)] + wholePage
    guard let page = await page(query) else { return .undecided("\(name)=\(number.literal) returns no list") }
    let index = page.names.firstIndex(of: key)
    let isShown = index.map { page.items[$0].at(member)?.number == number } ?? false
    if isShown == bound.countsItself { return .fits }
    if !isShown {
      guard index == nil, await isWhole(page, query, besides: first), let all = await self.page([]),
        let place = all.names.firstIndex(of: key), all.items[place].at(member)?.number == number
      else { return .undecided("the matches for \(name)=\(number.literal) may not fit on one page") }
    }
    let words = bound.words(number)
    return drift(
      .list.boundMisjudged, name, in: page, at: Self.queryPlace(name), expected: "items whose \(member) \(words)",
      actual: isShown ? "the item with \(number.literal) as well" : "no item with \(number.literal)",
      "\(context.words(page.exchange.request)) requests items whose \(member) \(words), but "
        + (isShown ? "shows \(key)" : "leaves out \(key)") + ", where it is exactly \(number.literal).")
  }

  /// The side of a number that is requested, with or without the number itself.
  private struct Bound {
    let isLower: Bool
    let countsItself: Bool

    init?(_ relation: StateRule.Match.Relation) {
      switch relation {
      case .atLeast: (isLower, countsItself) = (true, true)
      case .above: (isLower, countsItself) = (true, false)
      case .atMost: (isLower, countsItself) = (false, true)
      case .below: (isLower, countsItself) = (false, false)
      case .same, .not, .oneOf, .noneOf, .like, .has: return nil
      }
    }

    func words(_ number: JSONNumber) -> String {
      switch (isLower, countsItself) {
      case (true, true): "is \(number.literal) or more"
      case (true, false): "is more than \(number.literal)"
      case (false, true): "is \(number.literal) or less"
      case (false, false): "is less than \(number.literal)"
      }
    }
  }
}
