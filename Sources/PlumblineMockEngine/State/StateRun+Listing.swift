import PlumblineContractModel
import PlumblineJSONTree

/// Lists: filtering, sorting, and paging of items.
extension StateRun {
  /// The items of a list, in order. Only the requested part is actually read.
  struct Rows {
    let count: Int
    /// A closure that returns the size in bytes of a range of items.
    let size: (_ start: Int, _ count: Int) -> Int
    /// A closure that returns a range of items.
    let items: (_ start: Int, _ count: Int) -> [JSON]
  }

  func list(_ collection: ItemCollection, _ place: ItemStore.Place, _ store: ItemStore) -> StateOutcome {
    if let outcome = unmet(byList: collection, place, store) { return outcome }
    guard let (wanted, bounds) = wishes else { return .list([], ListPart(page: 1, size: 1, total: 0)) }
    let outcome = part(of: rows(wanted, bounds, collection, place, store), collection, place, store)
    guard case .list(var items, var part) = outcome else { return outcome }
    if rule.fields != nil { items = items.map { projected($0, collection) } }
    if showsValidators { part.validators = listValidators(collection, place, store) }
    return .list(items, part)
  }

  /// Deletes every item that the list would contain. The response contains their last state or their tombstones.
  func clear(_ collection: ItemCollection, _ place: ItemStore.Place, _ store: inout ItemStore) -> StateOutcome {
    if let outcome = unmet(byList: collection, place, store) { return outcome }
    guard let (wanted, bounds) = wishes else { return .list([], ListPart(page: 1, size: 1, total: 0)) }
    let matching = Matching(wanted, within: bounds)
    let places = places(of: collection, place, store)
    // Check the size only if the deleted items are in the response. Tombstones are small, and items that are deleted
    // along with another one aren't shown.
    if collection.tombstone == nil, main == nil {
      let found = places.map { ($0, store.numbers($0, matching)) }
      let bytes = found.reduce(0) { $0 + store.size($1.0, $1.1[...]) }
      let count = found.reduce(0) { $0 + $1.1.count }
      guard bytes <= store.limits.answer else {
        return .refused(full(excess(count, collection.name, bytes, store.limits.answer)))
      }
    }
    var gone: [JSON] = []
    for place in places {
      for item in store.map(place, store.numbers(place, matching)[...], { $0 }).compactMap({ $0 }) {
        if case .item(let shown) = delete(item, from: collection, place, &store) { gone.append(shown.item) }
      }
    }
    var part = ListPart(page: 1, size: max(1, gone.count), total: gone.count)
    if showsValidators { part.validators = listValidators(collection, place, store) }
    return .list(gone, part)
  }

  /// Returns the parts of the collection whose items a list would contain. There is one part per owner. If the request
  /// identifies the owner only partially, all owners that match are included.
  private func places(
    of collection: ItemCollection, _ place: ItemStore.Place, _ store: ItemStore
  ) -> [ItemStore.Place] {
    let known = collection.per.prefix { value(at: $0) != nil }
    guard known.count < collection.per.count else { return [place] }
    let above = collection.part(of: reading, by: known)
    return store.parts(of: place.collection).filter { $0.hasPrefix(above + "/") }
      .map { ItemStore.Place(collection: place.collection, part: $0) }
  }

  /// The request's filters for a list: values and bounds. It is `nil` if the request doesn't identify the items'
  /// parents.
  private var wishes: (wanted: [(JSON, [JSONPointer])], bounds: [Bound])? {
    var wanted: [(JSON, [JSONPointer])] = []
    for match in rule.within {
      guard let value = value(at: match.address) else { return nil }
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
    return (wanted, bounds)
  }

  /// Returns the members of an item that the request selects, plus its key, its times, and the source of its entity
  /// tag.
  func projected(_ item: JSON, _ collection: ItemCollection) -> JSON {
    guard let asked = rule.fields.flatMap({ value(at: $0) }), !asked.isNull, item.kind == .object else { return item }
    // Tombstones are shown completely.
    if let tombstone = collection.tombstone, tombstone.schema.isValid(item) { return item }
    let always = [collection.key, collection.entityTag] + collection.touched.map { Optional($0.pointer) }
    let kept = Set(
      asked.listed.map { ItemTable.text(of: $0) } + always.compactMap { $0?.tokens.first } + rule.beside.map(\.member))
    return .object(item.members.filter { kept.contains($0.key) }.map { ($0.key, $0.value) })
  }

  private func rows(
    _ wanted: [(JSON, [JSONPointer])], _ bounds: [Bound], _ collection: ItemCollection, _ place: ItemStore.Place,
    _ store: ItemStore
  ) -> Rows {
    let order = sortOrder
    let buried = shownTombstones(place, store)
    let isTurned = rule.isNewestFirst && order.isEmpty
    if wanted.isEmpty, bounds.isEmpty, order.isEmpty, buried.isEmpty {
      // Read only the requested page.
      let all = store.count(place)
      return Rows(count: all) {
        store.size(place, from: isTurned ? all - $0 - $1 : $0, count: $1)
      } items: {
        let items = store.items(place, from: isTurned ? all - $0 - $1 : $0, count: $1)
        return isTurned ? items.reversed() : items
      }
    }
    // Keep only the page's items in memory, and only the indices and sort keys of the others.
    let matching = Matching(wanted, within: bounds)
    let kept = store.numbers(place, matching)
    let found = isTurned ? kept.reversed() : kept
    guard buried.isEmpty else {
      let items = store.map(place, found[...]) { $0 }.compactMap { $0 } + buried.filter(matching.fits)
      let sorted = sort(items, by: order, collection).map { items[$0] }
      return Rows(count: sorted.count) {
        sorted[$0...].prefix($1).reduce(0) { $0 + $1.serialized().count }
      } items: {
        Array(sorted[$0...].prefix($1))
      }
    }
    let sorted =
      order.isEmpty ? found : sort(store.map(place, found[...]) { $0 }, by: order, collection).map { found[$0] }
    return Rows(count: sorted.count) {
      store.size(place, sorted[$0...].prefix($1))
    } items: {
      store.map(place, sorted[$0...].prefix($1)) { $0 }.compactMap { $0 }
    }
  }

  /// Returns the tombstones of deleted items, if the request includes them.
  private func shownTombstones(_ place: ItemStore.Place, _ store: ItemStore) -> [JSON] {
    showsTombstones ? store.tombstones(place) : []
  }

  /// A Boolean value that indicates whether the request includes deleted items.
  var showsTombstones: Bool {
    switch rule.tombstones {
    case .never: false
    case .always: true
    case .asked(let address): value(at: address) != nil
    }
  }

  /// The members that items are sorted by, and their directions. In requests, they are separated by commas, and a `-`
  /// before a member reverses its order. The list is empty if items are in insertion order.
  var sortOrder: [(name: String, isDescending: Bool)] {
    guard let text = rule.sort.flatMap({ value(at: $0) })?.string else { return [] }
    let isTurned = rule.order.flatMap { value(at: $0) }?.string?.lowercased() == "desc"
    return text.split(separator: ",").map { word in
      let isMinus = word.hasPrefix("-")
      return (String(isMinus || word.hasPrefix("+") ? word.dropFirst() : word), isMinus != isTurned)
    }
  }

  /// Returns the indices of items in the requested order.
  private func sort(
    _ items: [JSON?], by order: [(name: String, isDescending: Bool)], _ collection: ItemCollection
  ) -> [Int] {
    var places = Array(items.indices)
    // Sort by the last member first: a stable sort preserves the order of equal items.
    for (name, isDescending) in order.reversed() {
      let ranks = collection.members.first { $0.name == name }?.ranks ?? []
      let keys = items.map { SortKey($0?[name], ranks: ranks) }
      let ordered = places.indices.sorted { one, other in
        let (left, right) = (keys[places[one]], keys[places[other]])
        if left.isNothing != right.isNothing { return right.isNothing }
        if left < right { return !isDescending }
        if right < left { return isDescending }
        return one < other
      }
      places = ordered.map { places[$0] }
    }
    return places
  }

  /// Returns the requested page, or the whole list if it isn't paged.
  private func part(
    of rows: Rows, _ collection: ItemCollection, _ place: ItemStore.Place, _ store: ItemStore
  ) -> StateOutcome {
    let total = rows.count
    let limit = store.limits.answer
    let askedSize = rule.size.flatMap { value(at: $0) }.flatMap { AskedNumber($0) }
    let askedPage = askedSize == nil ? nil : rule.page.flatMap { value(at: $0) }.flatMap { AskedNumber($0) }
    let askedOffset = rule.offset.flatMap { value(at: $0) }.flatMap { AskedNumber($0) }
    let offset = max(rule.firstOffset, askedOffset?.value ?? rule.firstOffset)
    let length = askedSize.map { max(1, $0.value) } ?? max(1, total)
    let skipped = offset - rule.firstOffset
    let page = rule.offset == nil ? max(1, askedPage?.value ?? 1) : min(skipped / length, .max - 1) + 1
    var part = ListPart(
      page: page, size: length, total: total, offset: offset,
      beyond: (askedPage?.beyond, askedOffset?.beyond, askedSize?.beyond))
    let begun = (page - 1).multipliedReportingOverflow(by: length)
    var (start, isTooFar) = (begun.partialValue, begun.overflow)
    if rule.offset != nil {
      (start, isTooFar) = (skipped, false)
    } else if rule.cursor != nil {
      guard let found = cursorStart(rows, collection, place, store) else {
        return .refused(unreadableCursor(collection))
      }
      (start, isTooFar) = (found, false)
    }
    guard !isTooFar, start < total else {
      turn(&part, rows, from: total, collection)
      return .list([], part)
    }
    let count = min(length, total - start)
    let bytes = rows.size(start, count)
    guard bytes <= limit else { return .refused(full(excess(count, collection.name, bytes, limit))) }
    let items = rows.items(start, count)
    turn(&part, rows, from: start + count, collection, last: items.last)
    return .list(items, part)
  }

  /// Returns a sentence that explains why a list is too large for a response, and suggests a way around it.
  private func excess(_ count: Int, _ name: String, _ bytes: Int, _ limit: Int) -> String {
    let sentence =
      "\(count) \(name) have \(bytes) bytes, more than a response may have (--limit answer=\(limit))."
    guard case .query(let parameter) = rule.size else {
      return sentence + " POST /__plumbline/reset restores the initial items."
    }
    return sentence + " Request smaller pages with \(parameter)."
  }
}

/// The sort key of an item. Missing and null values come last in both directions.
private enum SortKey: Comparable {
  case rank(Int)
  case number(JSONNumber)
  case text(String, String)
  case nothing

  /// - Parameter ranks: The values of the contract's `enum`, in order.
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
