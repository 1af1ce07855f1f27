import ContractModel
import JSONTree

/// Lists: which items, in which order, and which part of them.
extension StateRun {
  func list(_ items: [JSON], _ collection: ItemCollection) -> StateOutcome {
    var wanted: [(JSON, [JSONPointer])] = []
    for match in rule.within {
      guard let value = value(at: match.address) else { return .list([], ListPart(page: 1, size: 1, total: 0)) }
      wanted.append((value, match.members))
    }
    for match in rule.filter {
      if let value = value(at: match.address) { wanted.append((value, match.members)) }
    }
    let found =
      wanted.isEmpty ? items : items.filter { item in wanted.allSatisfy { Matching.fits(item, $0, $1) } }
    return part(of: sorted(found, collection))
  }

  private func sorted(_ items: [JSON], _ collection: ItemCollection) -> [JSON] {
    guard let name = rule.sort.flatMap({ value(at: $0) })?.string else { return items }
    let isDescending = rule.order.flatMap { value(at: $0) }?.string?.lowercased() == "desc"
    let ranks = collection.members.first { $0.name == name }?.ranks ?? []
    let keys = items.map { SortKey($0[name], ranks: ranks) }
    let order = items.indices.sorted { left, right in
      if keys[left].isNothing != keys[right].isNothing { return keys[right].isNothing }
      if keys[left] < keys[right] { return !isDescending }
      if keys[right] < keys[left] { return isDescending }
      return left < right
    }
    return order.map { items[$0] }
  }

  private func part(of items: [JSON]) -> StateOutcome {
    guard let size = rule.size.flatMap({ value(at: $0) })?.int.map({ max(1, $0) }) else {
      return .list(items, ListPart(page: 1, size: max(1, items.count), total: items.count))
    }
    let page = max(1, rule.page.flatMap { value(at: $0) }?.int ?? 1)
    let (start, isTooFar) = (page - 1).multipliedReportingOverflow(by: size)
    let part = isTooFar || start >= items.count ? [] : Array(items[start...].prefix(size))
    return .list(part, ListPart(page: page, size: size, total: items.count))
  }
}

/// What an item is sorted by. Nothing and null come last, whichever way.
private enum SortKey: Comparable {
  case rank(Int)
  case number(JSONNumber)
  case text(String, String)
  case nothing

  /// - Parameter ranks: the values in the order in which the contract's `enum` has them.
  init(_ value: JSON?, ranks: [JSON]) {
    guard let value, !value.isNull else {
      self = .nothing
      return
    }
    if let rank = ranks.firstIndex(of: value) {
      self = .rank(rank)
    } else if let number = value.number {
      self = .number(number)
    } else if let flag = value.bool {
      self = .rank(flag ? 1 : 0)
    } else {
      let text = value.string ?? value.text
      self = .text(text.lowercased(), text)
    }
  }

  var isNothing: Bool { self == .nothing }
}
