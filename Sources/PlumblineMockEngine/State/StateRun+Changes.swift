import PlumblineContractModel
import PlumblineJSONTree

/// Changes and deletions of items.
extension StateRun {
  func update(
    _ item: JSON, in collection: ItemCollection, _ place: ItemStore.Place, _ store: inout ItemStore
  ) -> StateOutcome {
    let outcome = update(item, by: body, in: collection, place, &store)
    guard case .refused = outcome, let named = bodyWithoutStrangers(collection) else { return outcome }
    let again = update(item, by: named, in: collection, place, &store)
    if case .refused = again { return outcome }
    return again
  }

  private func update(
    _ item: JSON, by body: JSON?, in collection: ItemCollection, _ place: ItemStore.Place, _ store: inout ItemStore
  ) -> StateOutcome {
    var changed: JSON? = item
    if rule.action == .append {
      changed = appended(to: item)
    } else if rule.merge == .operations {
      do throws(JSONPatch.Refusal) {
        changed = try operated(on: item, collection, store)
      } catch {
        return .refused(unpatched(error))
      }
    } else if rule.merge != .none, let body {
      changed = merged(keepingBeside(body, of: item), into: item, collection, place, store)
        .map { emptied($0, by: body, collection) }
    }
    let given = changed
    changed = changed.flatMap { assigning($0, store) }.flatMap(adding).flatMap { counted($0, collection, store) }
    for touched in collection.touched { changed = changed?.assigning(touched.pointer, time(touched)) }
    changed = fitted(changed, collection)
    guard let changed, collection.item.isValid(changed) else { return .refused(misfit(changed, collection)) }
    let text = changed.serialized()
    guard text.count <= store.limits.answer else {
      return .refused(
        full(
          "This item of \(collection.name) would have \(text.count) bytes, which is more than a response may have (--limit answer=\(store.limits.answer))."
        ))
    }
    // Existing items can always be changed, but can't grow while the collection is full.
    if text.count > item.document.tape[item.node].range.count,
      let fullness = store.fullness(of: place.collection, isNew: rule.action == .append)
    {
      return .refused(full(fullness))
    }
    store.change(place) { $0.put(changed, text) }
    keepSecrets(of: changed, from: item, given: given, in: collection, place, &store)
    store.note(thousandths, of: place.collection)
    recompute(around: [item, changed], of: collection, &store)
    return .item(
      StateOutcome.Shown(
        item: part(of: changed), validators: shownValidators(of: changed, collection, place, store)))
  }

  /// Deletes an item. The response contains its last state or its tombstone.
  func delete(
    _ item: JSON, from collection: ItemCollection, _ place: ItemStore.Place, _ store: inout ItemStore
  ) -> StateOutcome {
    let tombstone = collection.tombstone.flatMap { self.tombstone(of: item, $0, collection) }
    store.remove(item, place)
    forgetSecrets(of: item, in: collection, place, &store)
    if let tombstone { store.bury(tombstone, place) }
    store.note(thousandths, of: place.collection)
    recompute(around: [item], of: collection, &store)
    let shown = tombstone.map { shownPart(of: $0, collection) } ?? item
    return .item(
      StateOutcome.Shown(item: shown, validators: shownValidators(of: shown, collection, place, store)))
  }

  /// Returns the tombstone of an item. It contains the item's key and parents, the item's members that the tombstone's
  /// schema declares, constants, and the time.
  private func tombstone(
    of item: JSON, _ tombstone: ItemCollection.Tombstone, _ collection: ItemCollection
  ) -> JSON? {
    var made: JSON? = .emptyObject
    for member in tombstone.members {
      let known = [member.only, item[member.name], member.standard].lazy.compactMap { $0 }.first(
        where: member.schema.isValid)
      if let value = known ?? (member.isRequired ? try? member.schema.example().get() : Optional.none) {
        made = made?.assigning(JSONPointer(tokens: [member.name]), value)
      }
    }
    for pointer in ([collection.key] + rule.within.map(\.members.first)).compactMap({ $0 }) {
      if made?.at(pointer) == nil, let value = item.at(pointer) { made = made?.placing(pointer, value) }
    }
    for touched in collection.touched where isDescribed(touched.pointer, by: tombstone) {
      made = made?.placing(touched.pointer, time(touched))
    }
    return made
  }

  /// Returns a Boolean value that indicates whether a tombstone's schema has a member. A schema that declares no
  /// members allows any.
  private func isDescribed(_ member: JSONPointer, by tombstone: ItemCollection.Tombstone) -> Bool {
    tombstone.members.isEmpty || tombstone.members.contains { $0.name == member.tokens.first }
  }

  /// Returns the tombstone of a deleted item for a request that reads it, or `nil` if the request doesn't include
  /// tombstones.
  func buried(
    _ key: JSON?, in collection: ItemCollection, _ place: ItemStore.Place, _ store: ItemStore
  ) -> StateOutcome? {
    guard rule.action == .read, showsTombstones, let key, let tombstone = store.tombstone(place, key) else {
      return nil
    }
    let shown = shownPart(of: tombstone, collection)
    return .item(
      StateOutcome.Shown(item: shown, validators: shownValidators(of: shown, collection, place, store)))
  }

  /// Returns a tombstone without the parents that its schema doesn't declare. They are stored only for finding the
  /// tombstone.
  private func shownPart(of tombstone: JSON, _ collection: ItemCollection) -> JSON {
    guard let described = collection.tombstone, !described.members.isEmpty else { return tombstone }
    let names = Set(described.members.map(\.name) + [collection.key?.tokens.first].compactMap { $0 })
    return .object(tombstone.members.filter { names.contains($0.key) }.map { ($0.key, $0.value) })
  }

  /// Returns the time of the change in a member's format.
  func time(_ touched: ItemCollection.Touched) -> JSON {
    touched.time.form(like: sample?.at(touched.pointer)).value(of: thousandths)
  }

  /// Returns an item after applying a JSON Patch. The paths of the patch are relative to a whole body. The item's key
  /// doesn't change.
  private func operated(
    on item: JSON, _ collection: ItemCollection, _ store: ItemStore
  ) throws(JSONPatch.Refusal) -> JSON? {
    var whole: JSON? = rule.bodyPlace.flatMap { JSON.emptyObject.placing($0, rule.bare(item)) } ?? rule.bare(item)
    for beside in rule.beside {
      if let value = item[beside.member] { whole = whole?.placing(beside.place, value) }
    }
    guard let whole else { return nil }
    let patched = try JSONPatch(reading.body).applied(to: whole, atMost: store.limits.answer)
    guard let changed = rule.item(in: patched), changed.kind == .object else { return nil }
    let known = known(changed, collection)
    guard let key = collection.key, let value = item.at(key) else { return known }
    return known.placing(key, value)
  }

  /// Returns the error for a JSON Patch that can't be applied (RFC 5789 section 2.2), as documented in the contract.
  private func unpatched(_ refusal: JSONPatch.Refusal) -> StateOutcome.Refusal {
    let (occasion, status): (Occasion, Int) =
      switch refusal.cause {
      case .malformed: (.malformed, 400)
      case .unprocessable: (.invalid, 422)
      case .conflicting: (.conflict, 409)
      }
    let endpoint = reading.endpoint
    let meant = [occasion, .invalid].lazy.compactMap { occasion in
      endpoint.failure(for: occasion).map { ($0, $0.status(on: occasion)) }
    }.first
    let failure = rule.otherwise ?? meant?.0
    return StateOutcome.Refusal(
      cause: .other, failure: failure, status: rule.otherwise?.status ?? meant?.1 ?? status, message: refusal.message)
  }

  /// Returns the part of a changed item that the response contains.
  private func part(of item: JSON) -> JSON {
    if !rule.shownMembers.isEmpty { return item }
    guard rule.showing != .item, let body, body.kind == .object else { return item }
    let beside = Set(rule.beside.map(\.member))
    let names = body.members.map { (name: $0.key, sent: $0.value) }.filter { !beside.contains($0.name) }
    return .object(
      names.compactMap { name, sent in
        guard let value = item[name], rule.showing == .sent || value != sent else { return nil }
        return (name, value)
      })
  }

  private func appended(to item: JSON) -> JSON? {
    guard let place = rule.place, let body else { return item }
    if let array = item.at(place), array.kind == .array { return item.appending(body, at: place) }
    return item.assigning(place, .array([body]))
  }

  /// Returns the mock's own error for a collection that is full. Contracts don't document it.
  func full(_ sentence: String) -> StateOutcome.Refusal {
    StateOutcome.Refusal(cause: .other, failure: nil, status: 507, message: sentence)
  }
}

/// Changes of items by request bodies.
extension StateRun {
  /// The maximum depth to which a body is merged. Objects at a greater depth replace the item's. This bounds the
  /// recursion.
  private static let deepest = 32

  /// Returns the item with the members of a body that the schema declares. The item's key doesn't change.
  private func merged(
    _ body: JSON, into item: JSON, _ collection: ItemCollection, _ place: ItemStore.Place, _ store: ItemStore
  ) -> JSON? {
    let key = item.count == 0 ? nil : collection.key
    var changed: JSON
    switch rule.merge {
    case .replace where !isBesideAlone:
      changed = replaced(item, by: body, collection, place, store)
    case .patch:
      changed = known(patched(item, by: body, at: JSONPointer(), collection), collection)
    case .replace, .shallow, .deep, .operations, .none:
      changed = merged(body, into: item, at: JSONPointer(), of: item, collection, key: key)
    }
    guard let key, let value = item.at(key), changed.at(key) != value else { return changed }
    return changed.placing(key, value)
  }

  /// A Boolean value that indicates whether a request changes only members that accompany the item, rather than the
  /// item itself.
  private var isBesideAlone: Bool {
    guard let body, body.kind == .object, body.count > 0 else { return false }
    return body.members.allSatisfy { member in rule.beside.contains { $0.member == member.key } }
  }

  /// Returns an item without members that its schema doesn't declare, because those aren't stored.
  private func known(_ item: JSON, _ collection: ItemCollection) -> JSON {
    if collection.isOpen { return item }
    let strangers = Set(collection.item.undocumented(in: item).map(\.pointer))
    return strangers.isEmpty ? item : Self.without(strangers, item, at: JSONPointer())
  }

  private static func without(_ strangers: Set<JSONPointer>, _ value: JSON, at pointer: JSONPointer) -> JSON {
    guard pointer.tokens.count < deepest else { return value }
    switch value.kind {
    case .object:
      return .object(
        value.members.compactMap { name, member in
          let place = pointer.appending(name)
          return strangers.contains(place) ? nil : (name, without(strangers, member, at: place))
        })
    case .array:
      return .array(value.elements.enumerated().map { without(strangers, $1, at: pointer.appending($0)) })
    case .null, .bool, .number, .string: return value
    }
  }

  /// Returns a body with the item's accompanying members. They change individually, so a member that the body omits is
  /// kept.
  private func keepingBeside(_ body: JSON, of item: JSON) -> JSON {
    guard !rule.beside.isEmpty, body.kind == .object, rule.merge != .patch else { return body }
    var draft = ItemDraft(body) { _ in true }
    for beside in rule.beside {
      guard let old = item[beside.member] else { continue }
      guard let new = draft[beside.member] else {
        draft.set(beside.member, old)
        continue
      }
      guard old.kind == .object, new.kind == .object else { continue }
      var members = ItemDraft(old) { _ in true }
      for (name, value) in new.members { members.set(name, value) }
      draft.set(beside.member, members.json)
    }
    return draft.json
  }

  /// Returns an item replaced by a body. Anything that a body can't set is kept: the key, the owner, the item's
  /// parents, and members that the endpoint's body doesn't declare.
  private func replaced(
    _ item: JSON, by body: JSON, _ collection: ItemCollection, _ place: ItemStore.Place, _ store: ItemStore
  ) -> JSON {
    let form = store.form(of: place.collection)
    var given = form.given(by: body)
    let kept = ([collection.key, collection.owner] + rule.within.map(\.members.first)).compactMap { $0 }
    for pointer in kept where pointer.tokens.count == 1 {
      if let value = item.at(pointer) { given.set(pointer.tokens[0], value) }
    }
    let said = rule.bodyMembers.union(rule.beside.map(\.member))
    for (name, value) in item.members where !rule.bodyMembers.isEmpty && !said.contains(name) {
      if form.knows(name) { given.set(name, value) }
    }
    let next = ItemForm.NextKey(number: 0, word: nil, words: 0)
    var made = form.filled(given, isFree: { _ in true }, next: next, now: now, thousandths: thousandths).json
    for pointer in kept where pointer.tokens.count > 1 {
      if let value = item.at(pointer) { made = made.placing(pointer, value) ?? made }
    }
    return made
  }

  /// Returns an item after a merge patch (RFC 7396 section 2) of the members that its schema declares.
  private func patched(_ item: JSON, by patch: JSON, at pointer: JSONPointer, _ collection: ItemCollection) -> JSON {
    guard patch.kind == .object, pointer.tokens.count < Self.deepest else { return patch }
    let isRoot = pointer.tokens.isEmpty
    let names = isRoot && !collection.isOpen ? Set(collection.item.declared(at: pointer, in: item)) : []
    var draft = ItemDraft(item) { _ in true }
    for (name, value) in patch.members where names.isEmpty || names.contains(name) {
      let place = pointer.appending(name)
      if place == collection.key { continue }
      if value.isNull {
        draft.remove(name)
      } else {
        draft.set(name, patched(draft[name] ?? .null, by: value, at: place, collection))
      }
    }
    return draft.json
  }

  private func merged(
    _ body: JSON, into item: JSON, at pointer: JSONPointer, of whole: JSON, _ collection: ItemCollection,
    key: JSONPointer?
  ) -> JSON {
    guard body.kind == .object, item.kind == .object else { return body }
    let isOpen = collection.isOpen && pointer.tokens.isEmpty
    let names = isOpen ? [] : Set(collection.item.declared(at: pointer, in: whole))
    let isKept = { (name: String) in (names.isEmpty || names.contains(name)) && pointer.appending(name) != key }
    var members = item.members.map { (name: $0.key, value: $0.value) }
    var places = Dictionary(
      members.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    for (name, value) in body.members where isKept(name) {
      guard let place = places[name] else {
        places[name] = members.count
        members.append((name, value))
        continue
      }
      let isDeep = rule.merge == .deep && pointer.tokens.count < Self.deepest
      members[place].value =
        isDeep
        ? merged(value, into: members[place].value, at: pointer.appending(name), of: whole, collection, key: key)
        : value
    }
    return .object(members.map { ($0.name, $0.value) })
  }
}

/// Members that the mock sets by itself.
extension StateRun {
  func owned(_ item: JSON, _ collection: ItemCollection) -> JSON? {
    guard let owner = collection.owner, let caller = reading.persona?.source["id"],
      owner.parent.flatMap({ item.at($0) })?.kind == .object
    else { return item }
    return item.assigning(owner, caller)
  }
}

extension JSON {
  /// Returns a value with a new value at a location, which is created if the parent is an object. Returns `nil` if
  /// there is no parent.
  func assigning(_ pointer: JSONPointer, _ value: JSON) -> JSON? {
    guard let parent = pointer.parent, let key = pointer.tokens.last else { return value }
    if at(pointer) != nil { return replacing(pointer, with: value) }
    return inserting(key: key, value: value, at: parent) ?? (at(parent) == nil ? placing(pointer, value) : nil)
  }

  /// Returns the sum of numbers, some of which are subtracted, or `nil` if a value isn't a number or the sum isn't
  /// finite.
  static func sum(_ terms: [(value: JSON, isSubtracted: Bool)]) -> JSON? {
    var whole: Int? = 0
    var double = 0.0
    for (value, isSubtracted) in terms {
      guard let number = value.double else { return nil }
      double += isSubtracted ? -number : number
      if let before = whole, let next = value.int {
        let (result, isTooLarge) =
          isSubtracted ? before.subtractingReportingOverflow(next) : before.addingReportingOverflow(next)
        whole = isTooLarge ? nil : result
      } else {
        whole = nil
      }
    }
    if let whole { return JSON(whole) }
    return double.isFinite ? JSON(double) : nil
  }
}
