import PlumblineContractModel
import PlumblineJSONTree

/// Members that are computed from other members.
extension StateRun {
  /// The maximum length of a chain of resources that are computed from one another.
  private static let longestChain = 8

  /// Returns the item with its sums and computed members updated, or `nil` if one of them can't be set.
  func counted(_ item: JSON, _ collection: ItemCollection, _ store: ItemStore) -> JSON? {
    var changed = item
    for counter in collection.counters {
      let terms = counter.terms.map { (value: changed.at($0.pointer) ?? 0, isSubtracted: $0.isSubtracted) }
      guard let sum = JSON.sum(terms), let next = changed.assigning(counter.target, sum) else { return nil }
      changed = next
    }
    for member in collection.computed {
      let parts = parts(of: member, in: changed, store)
      guard let value = member.value(of: parts.filter(member.isKnown))?.json else { continue }
      if changed.at(member.target) == value { continue }
      guard let next = changed.assigning(member.target, value) else { return nil }
      changed = next
    }
    return changed
  }

  private func parts(of member: ComputedMember, in item: JSON, _ store: ItemStore) -> [JSON] {
    guard let name = member.resource else { return member.parts(in: item) ?? [] }
    guard let (number, other) = store.collection(name) else { return [] }
    let wanted = member.matches.map { (item.at($0.own) ?? .null, [$0.other]) }
    return items(of: other, number, wanted, store)
  }

  /// Returns a Boolean value that indicates whether other collections have members that are computed from those of a
  /// collection.
  func isComputedFrom(_ collection: ItemCollection) -> Bool {
    contract.collections.contains { $0.isComputed(from: collection.name) }
  }

  /// Recomputes the members of other items that depend on an item that a request created, changed or removed.
  ///
  /// - Parameter versions: The item before and after the change.
  func recompute(
    around versions: [JSON], of collection: ItemCollection, _ store: inout ItemStore, after chain: Int = 0
  ) {
    guard chain < Self.longestChain else { return }
    for other in contract.collections where other.isComputed(from: collection.name) {
      guard let (number, _) = store.collection(other.name) else { continue }
      let place = place(of: other, number)
      for item in concerned(by: versions, of: collection, other, number, store) {
        guard let next = counted(item, other, store), next != item, other.item.isValid(next) else { continue }
        store.change(place) { $0.put(next, next.serialized()) }
        store.note(thousandths, of: number)
        recompute(around: [item, next], of: other, &store, after: chain + 1)
      }
    }
  }

  /// Returns the items of a different collection whose computed members depend on an item.
  private func concerned(
    by versions: [JSON], of collection: ItemCollection, _ other: ItemCollection, _ number: Int, _ store: ItemStore
  ) -> [JSON] {
    var concerned: [JSON] = []
    var seen: Set<JSON> = []
    for member in other.computed where member.resource == collection.name {
      for version in versions {
        let wanted = member.matches.map { (version.at($0.other) ?? .null, [$0.own]) }
        for item in items(of: other, number, wanted, store) where seen.insert(item).inserted { concerned.append(item) }
      }
    }
    return concerned
  }

  /// Returns the items of a collection whose members have the given values. A key is looked up directly.
  private func items(
    of collection: ItemCollection, _ number: Int, _ wanted: [(JSON, [JSONPointer])], _ store: ItemStore
  ) -> [JSON] {
    let place = place(of: collection, number)
    guard store.remembers(place) else { return [] }
    if wanted.count == 1, let key = collection.key, wanted[0].1 == [key] {
      return store.item(place, wanted[0].0).map { [$0] } ?? []
    }
    return store.map(place, store.numbers(place, Matching(wanted))[...]) { $0 }.compactMap { $0 }
  }
}

extension ItemCollection {
  /// Returns a Boolean value that indicates whether the collection's items have members that are computed from those of
  /// another collection.
  fileprivate func isComputed(from other: String) -> Bool {
    !computed.isEmpty && computed.contains { $0.resource == other }
  }
}
