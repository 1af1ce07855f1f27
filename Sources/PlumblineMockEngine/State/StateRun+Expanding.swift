import PlumblineContractModel
import PlumblineJSONTree

/// The expansion of ids into the items that they refer to.
extension StateRun {
  /// Returns an outcome in which the ids that the request expands are replaced by their items.
  func expanded(_ outcome: StateOutcome, _ store: ItemStore) -> StateOutcome {
    guard let expansion = rule.expansion else { return outcome }
    let members = expansion.members(askedBy: value(at: expansion.address))
    if members.isEmpty { return outcome }
    var room = store.limits.answer
    switch outcome {
    case .item(let shown):
      let item = expanded(shown.item, members, store, &room)
      // If the expanded items don't fit, a change isn't undone. Its response contains the unexpanded item.
      guard room >= 0 else { return rule.changesSomething ? outcome : tooLarge(store) }
      return .item(StateOutcome.Shown(item: item, isNew: shown.isNew, validators: shown.validators))
    case .made(let text):
      guard let item = try? JSON.parse(text) else { return outcome }
      let whole = expanded(item, members, store, &room)
      return room >= 0 ? .item(StateOutcome.Shown(item: whole, isNew: true)) : outcome
    case .list(let items, let part):
      var shown: [JSON] = []
      for item in items {
        shown.append(expanded(item, members, store, &room))
        guard room >= 0 else { return tooLarge(store) }
      }
      return .list(shown, part)
    case .handedOut, .notModified, .loggedOut, .refused, .unaffected: return outcome
    }
  }

  private func tooLarge(_ store: ItemStore) -> StateOutcome {
    let limit = store.limits.answer
    return .refused(full("The expanded items have more bytes than a response may have (--limit answer=\(limit))."))
  }

  /// - Parameter room: The number of bytes left for expanded items. If it is negative, the remaining ids aren't
  ///   expanded.
  private func expanded(
    _ item: JSON, _ members: [Expansion.Member], _ store: ItemStore, _ room: inout Int
  ) -> JSON {
    var shown = item
    for member in members {
      guard let value = shown.at(member.place), !value.isNull,
        let (number, collection) = store.collection(member.resource)
      else { continue }
      let place = place(of: collection, number)
      let found: JSON?
      if value.kind == .array {
        var elements: [JSON] = []
        for element in value.elements { elements.append(self.item(element, place, store, &room) ?? element) }
        found = .array(elements)
      } else {
        found = self.item(value, place, store, &room)
      }
      shown = found.flatMap { shown.replacing(member.place, with: $0) } ?? shown
    }
    return shown
  }

  /// Returns the item with a key, or its tombstone if it was deleted. Returns `nil` if there is neither, or not enough
  /// room.
  private func item(_ key: JSON, _ place: ItemStore.Place, _ store: ItemStore, _ room: inout Int) -> JSON? {
    guard room >= 0, key.kind == .string || key.kind == .number, store.remembers(place),
      let found = store.item(place, key) ?? store.tombstone(place, key)
    else { return nil }
    room -= found.serialized().count
    return found
  }
}
