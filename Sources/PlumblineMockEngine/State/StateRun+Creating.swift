import PlumblineContractModel
import PlumblineJSONTree

/// Creation of items.
extension StateRun {
  /// - Parameter key: The key of the new item, or `nil` to use the key in the body or the next free one.
  func create(
    in collection: ItemCollection, _ place: ItemStore.Place, _ store: inout ItemStore, key: JSON? = nil
  ) -> StateOutcome {
    if let outcome = existing(collection, place, store, isKeyed: key != nil) { return outcome }
    if let fullness = store.fullness(of: place.collection, isNew: true) { return .refused(full(fullness)) }
    guard let number = store.nextNumber(place) else { return .refused(full(Self.exhaustion(of: collection.name))) }
    let form = store.form(of: place.collection)
    if key == nil, !showsValidators, collection.tombstone == nil, rule.beside.isEmpty,
      let made = plain(form, place, store, number)
    {
      store.change(place) { $0.put(made.key, made.text) }
      store.note(thousandths, of: place.collection)
      keepSecrets(of: try? JSON.parse(made.text), from: nil, given: nil, in: collection, place, &store)
      if isComputedFrom(collection), let item = try? JSON.parse(made.text) {
        recompute(around: [item], of: collection, &store)
      }
      return .made(made.text)
    }
    var item = composed(form, in: collection, place, store, number, of: body, key: key)
    let nulls = item.map { misfitNulls(of: $0, collection) } ?? []
    if !nulls.isEmpty {
      // If the body has null for a member that can't be null, treat the member as missing, so that a value is
      // generated.
      let bare = nulls.reduce(body) { $0?.removing($1) ?? $0 }
      item = fitted(composed(form, in: collection, place, store, number, of: bare, key: key), collection)
    }
    if !(item.map(collection.item.isValid) ?? false), let named = bodyWithoutStrangers(collection) {
      item = fitted(composed(form, in: collection, place, store, number, of: named, key: key), collection)
    }
    guard let item, collection.item.isValid(item) else { return .refused(misfit(item, collection)) }
    store.change(place) { $0.put(item, item.serialized()) }
    store.raise(item, place)
    keepSecrets(of: item, from: nil, given: nil, in: collection, place, &store)
    store.note(thousandths, of: place.collection)
    recompute(around: [item], of: collection, &store)
    return .item(
      StateOutcome.Shown(
        item: item, isNew: true, validators: shownValidators(of: item, collection, place, store)))
  }

  /// Returns the outcome if the key is taken or the request's preconditions aren't met, or `nil` if the item can be
  /// created.
  private func existing(
    _ collection: ItemCollection, _ place: ItemStore.Place, _ store: ItemStore, isKeyed: Bool
  ) -> StateOutcome? {
    guard rule.showsExisting || !reading.endpoint.preconditions.isEmpty else { return nil }
    let own = isKeyed ? nil : collection.key.flatMap { body?.at($0) }
    let there = own.flatMap { store.item(place, $0) }
    if let outcome = unmet(byNew: there, collection, place, store) { return outcome }
    guard rule.showsExisting, let there else { return nil }
    return .item(
      StateOutcome.Shown(item: there, validators: shownValidators(of: there, collection, place, store)))
  }

  /// Returns the message for a collection that has run out of keys because an item's key is the largest number.
  private static func exhaustion(of name: String) -> String {
    "\(name) has an item with the key \(Int.max), so no number is left for a new item. POST /__plumbline/reset "
      + "restores the initial items."
  }

  /// Returns a new item that is just the body completed by the form, or `nil` if more steps are needed or a value isn't
  /// valid.
  private func plain(
    _ form: ItemForm, _ place: ItemStore.Place, _ store: ItemStore, _ number: Int
  ) -> ItemForm.Written? {
    guard rule.merge != .none, !rule.removesEmpty, rule.within.isEmpty, rule.assignments.isEmpty, rule.additions.isEmpty
    else { return nil }
    return form.written(
      from: body, isFree: { !store.contains(place, $0) }, number: number, now: now, thousandths: thousandths)
  }

  /// Returns a new item, created step by step, or `nil` if one of the steps can't set its value.
  private func composed(
    _ form: ItemForm, in collection: ItemCollection, _ place: ItemStore.Place, _ store: ItemStore,
    _ number: Int, of body: JSON?, key: JSON?
  ) -> JSON? {
    var given = rule.merge == .none ? ItemDraft() : form.given(by: body.map { emptied($0, by: $0, collection) })
    if !rule.within.isEmpty || !rule.assignments.isEmpty || key != nil {
      var begun: JSON? = given.json
      for match in rule.within {
        guard let target = match.members.first, let value = value(at: match.address) else { continue }
        begun = begun?.placing(target, value)
      }
      if let key, let pointer = collection.key { begun = begun?.placing(pointer, key) }
      guard let assigned = begun.flatMap({ assigning($0, store) }) else { return nil }
      given = ItemDraft(assigned) { _ in true }
    }
    let isFree = { (value: JSON) in value == key || !store.contains(place, ItemKey(value)) }
    let next = ItemForm.NextKey(number: number, word: store.keyWord(place), words: store.wordKeys(place))
    var draft = form.filled(given, isFree: isFree, next: next, now: now, thousandths: thousandths)
    let item: JSON?
    if let owner = collection.owner, owner.tokens.count == 1, let caller = reading.persona?.source["id"] {
      draft.set(owner.tokens[0], caller)
      item = draft.json
    } else {
      item = owned(draft.json, collection)
    }
    let keyed = item.flatMap { form.keyed($0, isFree: isFree, next: next) }
    return keyed.flatMap { touched($0, collection) }.flatMap(addressed).flatMap(adding)
      .flatMap { counted($0, collection, store) }
  }

  /// Returns the item with the time in nested members that every change updates, unless they already have a value.
  private func touched(_ item: JSON, _ collection: ItemCollection) -> JSON? {
    var changed = item
    for touched in collection.touched where touched.pointer.tokens.count > 1 && changed.at(touched.pointer) == nil {
      guard let next = changed.placing(touched.pointer, time(touched)) else { return nil }
      changed = next
    }
    return changed
  }
}
