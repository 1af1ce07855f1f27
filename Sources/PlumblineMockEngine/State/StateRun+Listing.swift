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
      return part(of: store.count(place), collection, limit: store.limits.answer) {
        store.size(place, from: $0, count: $1)
      } _: {
        store.items(place, from: $0, count: $1)
      }
    }
    // Only the items of the page are kept; of the others, where they stand and what they are sorted by.
    let found = store.numbers(place, Matching(wanted, within: bounds))
    let sorted = order.map { sort(found, by: $0, collection, place, store) } ?? found
    return part(of: sorted.count, collection, limit: store.limits.answer) {
      store.size(place, sorted[$0...].prefix($1))
    } _: {
      store.map(place, sorted[$0...].prefix($1)) { $0 }.compactMap { $0 }
    }
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

  /// The page that is asked for; without pages all of it.
  ///
  /// - Parameters:
  ///   - size: how many bytes so many items have, from one on.
  ///   - items: those items.
  private func part(
    of total: Int, _ collection: ItemCollection, limit: Int, _ size: (_ start: Int, _ count: Int) -> Int,
    _ items: (_ start: Int, _ count: Int) -> [JSON]
  ) -> StateOutcome {
    let askedSize = rule.size.flatMap { value(at: $0) }.flatMap { AskedNumber($0) }
    let askedPage = askedSize == nil ? nil : rule.page.flatMap { value(at: $0) }.flatMap { AskedNumber($0) }
    let page = max(1, askedPage?.value ?? 1)
    let length = askedSize.map { max(1, $0.value) } ?? max(1, total)
    let (start, isTooFar) = (page - 1).multipliedReportingOverflow(by: length)
    let part = ListPart(page: page, size: length, total: total, beyond: (askedPage?.beyond, askedSize?.beyond))
    guard !isTooFar, start < total else { return .list([], part) }
    let count = min(length, total - start)
    let bytes = size(start, count)
    guard bytes <= limit else { return .refused(full(excess(count, collection.name, bytes, limit))) }
    return .list(items(start, count), part)
  }

  /// Why a list can't be answered, and what can be asked for instead.
  private func excess(_ count: Int, _ name: String, _ bytes: Int, _ limit: Int) -> String {
    let sentence =
      "\(count) \(name) have \(bytes) bytes, more than an answer may have (--limit answer=\(limit))."
    guard case .query(let parameter) = rule.size else {
      return sentence + " POST /__plumbline/reset brings back what was there at the start."
    }
    return sentence + " Ask for smaller pages, by \(parameter)."
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
