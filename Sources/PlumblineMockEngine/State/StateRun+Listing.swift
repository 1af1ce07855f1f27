import PlumblineContractModel
import PlumblineJSONTree

/// Lists: which items, in which order, and which part of them.
extension StateRun {
  func list(_ collection: ItemCollection, _ place: ItemStore.Place, _ store: ItemStore) -> StateOutcome {
    var wanted: [(JSON, [JSONPointer])] = []
    for match in rule.within {
      guard let value = value(at: match.address) else { return .list([], ListPart(page: 1, size: 1, total: 0)) }
      wanted.append((value, match.members))
    }
    var bounds: [Bound] = []
    for match in rule.filter {
      guard let value = value(at: match.address) else { continue }
      if match.relation == .same {
        wanted.append((value, match.members))
      } else {
        bounds += match.members.map { Bound(value: value, member: $0, relation: match.relation) }
      }
    }
    let order = sortOrder
    if wanted.isEmpty, bounds.isEmpty, order == nil {
      // A page of many needs no look at the others.
      return part(of: store.count(place)) { store.items(place, from: $0, count: $1) }
    }
    // Only the items of the page are kept; of the others, where they stand and what they are sorted by.
    let found = store.numbers(place, Matching(wanted, within: bounds))
    let sorted = order.map { sort(found, by: $0, collection, place, store) } ?? found
    return part(of: sorted.count) { store.map(place, sorted[$0...].prefix($1)) { $0 }.compactMap { $0 } }
  }

  /// The member that items are sorted by; `nil` when they keep the order in which they came.
  private var sortOrder: String? { rule.sort.flatMap { value(at: $0) }?.string }

  private func sort(
    _ numbers: [Int], by name: String, _ collection: ItemCollection, _ place: ItemStore.Place, _ store: ItemStore
  ) -> [Int] {
    let isDescending = rule.order.flatMap { value(at: $0) }?.string?.lowercased() == "desc"
    let ranks = collection.members.first { $0.name == name }?.ranks ?? []
    let keys = store.map(place, numbers[...]) { SortKey($0?[name], ranks: ranks) }
    let order = keys.indices.sorted { left, right in
      if keys[left].isNothing != keys[right].isNothing { return keys[right].isNothing }
      if keys[left] < keys[right] { return !isDescending }
      if keys[right] < keys[left] { return isDescending }
      return left < right
    }
    return order.map { numbers[$0] }
  }

  /// The part of so many items that the request asks for.
  private func part(of total: Int, _ items: (_ start: Int, _ count: Int) -> [JSON]) -> StateOutcome {
    guard let size = rule.size.flatMap({ value(at: $0) })?.int.map({ max(1, $0) }) else {
      return .list(items(0, total), ListPart(page: 1, size: max(1, total), total: total))
    }
    let page = max(1, rule.page.flatMap { value(at: $0) }?.int ?? 1)
    let (start, isTooFar) = (page - 1).multipliedReportingOverflow(by: size)
    let part = isTooFar || start >= total ? [] : items(start, min(size, total - start))
    return .list(part, ListPart(page: page, size: size, total: total))
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

  var isNothing: Bool { if case .nothing = self { true } else { false } }
}
