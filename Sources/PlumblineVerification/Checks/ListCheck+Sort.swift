import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree

extension ListCheck {
  /// Requests each sort order that the contract names, until a list is in the wrong order.
  func judgeSort(_ name: String) async -> [Verdict] {
    // If the contract allows any word, it doesn't document the sort orders.
    guard let collection, !isAskable([(name, Self.madeUpWord())]) else { return [] }
    let order = rule.order.flatMap(parameter)
    let directions: [(String?, ShownOrder.Direction)] =
      order.map { name in
        [("asc", ShownOrder.Direction.ascending), ("desc", .descending)].filter { isAskable([(name, $0.0)]) }
      } ?? []
    var verdicts: [Verdict] = []
    for member in collection.members where isAskable([(name, member.name)]) {
      for (word, direction) in directions.isEmpty ? [(nil, .either)] : directions {
        var query = [(name, member.name)] + wholePage
        if let order, let word { query.append((order, word)) }
        guard mayAsk("\(name)=\(member.name)") else { continue }
        let verdict = await context.settled { await sorted(by: name, member, direction, query) }
        verdicts.append(verdict)
        if case .drifts = verdict { return verdicts }
      }
    }
    return verdicts
  }

  private func sorted(
    by name: String, _ member: ItemCollection.Member, _ direction: ShownOrder.Direction, _ query: [(String, String)]
  ) async -> Verdict {
    guard let page = await page(query) else { return .undecided("\(name)=\(member.name) returns no list") }
    let order = ShownOrder(direction: direction, ranks: member.ranks)
    switch order.result(of: page.items.compactMap { $0[member.name] }) {
    case .fits: return .fits
    case .undecided: return .undecided("none of the shown items reveals the effect of \(name)=\(member.name)")
    case .wrong(let fault):
      let way =
        switch direction {
        case .ascending: "ascending \(member.name)"
        case .descending: "descending \(member.name)"
        case .either: "ascending or descending \(member.name)"
        }
      let (one, other) = (Self.short(fault.first), Self.short(fault.second))
      return drift(
        .list.sortIgnored, name, in: page, at: Self.queryPlace(name), expected: way, actual: "\(one), then \(other)",
        "\(context.words(page.exchange.request)) requests \(way), but shows \(one) before \(other).")
    }
  }
}
