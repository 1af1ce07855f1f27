import PlumblineContractModel
import PlumblineJSONTree

/// Items that are made.
extension StateRun {
  func create(
    in collection: ItemCollection, _ place: ItemStore.Place, _ store: inout ItemStore
  ) -> StateOutcome {
    if let fullness = store.fullness(of: place.collection, isNew: true) { return .refused(full(fullness)) }
    guard let number = store.nextNumber(place) else { return .refused(full(Self.exhaustion(of: collection.name))) }
    let form = store.form(of: place.collection)
    if let made = plain(form, place, store, number) {
      store.change(place) { $0.put(made.key, made.text) }
      return .made(made.text)
    }
    let item = composed(form, in: collection, place, store, number)
    guard let item, collection.item.isValid(item) else { return .refused(misfit(item, collection)) }
    store.change(place) { $0.put(item, item.serialized()) }
    return .item(item)
  }

  /// Somebody gave an item the largest number for its key, so that no other is beyond it.
  private static func exhaustion(of name: String) -> String {
    "\(name) has an item with the key \(Int.max), and no number is left for another one. "
      + "POST /__plumbline/reset brings back what was there at the start."
  }

  /// A new item that is what its body says and its form adds; `nil` where there is more to it, or where something of it
  /// doesn't fit.
  private func plain(
    _ form: ItemForm, _ place: ItemStore.Place, _ store: ItemStore, _ number: Int
  ) -> ItemForm.Written? {
    guard rule.merge != .none, rule.within.isEmpty, rule.assignments.isEmpty, rule.additions.isEmpty else { return nil }
    return form.written(
      from: reading.body, isFree: { !store.contains(place, $0) }, number: number, now: now)
  }

  /// A new item, made step by step; `nil` where a step has no place for its value.
  private func composed(
    _ form: ItemForm, in collection: ItemCollection, _ place: ItemStore.Place, _ store: ItemStore,
    _ number: Int
  ) -> JSON? {
    var given = rule.merge == .none ? ItemDraft() : form.given(by: reading.body)
    if !rule.within.isEmpty || !rule.assignments.isEmpty {
      var begun: JSON? = given.json
      for match in rule.within {
        guard let target = match.members.first, let value = value(at: match.address) else { continue }
        begun = begun?.assigning(target, value)
      }
      guard let assigned = begun.flatMap({ assigning($0, store) }) else { return nil }
      given = ItemDraft(assigned) { _ in true }
    }
    var draft = form.filled(
      given, isFree: { !store.contains(place, ItemKey($0)) }, number: number,
      word: store.keyWord(place), now: now)
    let item: JSON?
    if let owner = collection.owner, owner.tokens.count == 1, let caller = reading.persona?.source["id"] {
      draft.set(owner.tokens[0], caller)
      item = draft.json
    } else {
      item = owned(draft.json, collection)
    }
    return item.flatMap(adding).flatMap { counted($0, collection) }
  }
}
