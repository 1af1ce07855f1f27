import PlumblineContractModel
import PlumblineJSONTree

/// Items in place of the ids that refer to them.
extension StateRun {
  /// Returns an outcome with the items that the request asks for in place of their ids.
  func expanded(_ outcome: StateOutcome, _ store: ItemStore) -> StateOutcome {
    guard let expansion = rule.expansion else { return outcome }
    let members = expansion.members(askedBy: value(at: expansion.address))
    if members.isEmpty { return outcome }
    switch outcome {
    case .item(let shown):
      return .item(
        StateOutcome.Shown(
          item: expanded(shown.item, members, store), isNew: shown.isNew, validators: shown.validators))
    case .made(let text):
      guard let item = try? JSON.parse(text) else { return outcome }
      return .item(StateOutcome.Shown(item: expanded(item, members, store), isNew: true))
    case .list(let items, let part):
      return .list(items.map { expanded($0, members, store) }, part)
    case .handedOut, .notModified, .loggedOut, .refused, .unaffected: return outcome
    }
  }

  private func expanded(_ item: JSON, _ members: [Expansion.Member], _ store: ItemStore) -> JSON {
    var shown = item
    for member in members {
      guard let value = shown.at(member.place), !value.isNull,
        let (number, collection) = store.collection(member.resource)
      else { continue }
      let place = place(of: collection, number)
      let found: JSON?
      if value.kind == .array {
        found = .array(value.elements.map { self.item($0, place, store) ?? $0 })
      } else {
        found = self.item(value, place, store)
      }
      shown = found.flatMap { shown.replacing(member.place, with: $0) } ?? shown
    }
    return shown
  }

  /// The item with a key, or what remains of a deleted one.
  private func item(_ key: JSON, _ place: ItemStore.Place, _ store: ItemStore) -> JSON? {
    guard key.kind == .string || key.kind == .number, store.remembers(place) else { return nil }
    return store.item(place, key) ?? store.tombstone(place, key)
  }
}
