import PlumblineContractModel
import PlumblineJSONTree

/// Entity tags, and the requests that depend on them.
extension StateRun {
  /// The tag of an item, as long as it is as it is now.
  func tag(
    of item: JSON, _ collection: ItemCollection, _ place: ItemStore.Place, _ store: ItemStore
  ) -> EntityTag {
    let isWeak = store.hasWeakTags(place.collection)
    if let member = collection.entityTag, let value = item.at(member), !value.isNull {
      return EntityTag(ItemTable.text(of: value), isWeak: isWeak)
    }
    return EntityTag(of: item.serialized(), isWeak: isWeak)
  }

  /// The same where an answer of the endpoint shows it.
  func shownTag(
    of item: JSON, _ collection: ItemCollection, _ place: ItemStore.Place, _ store: ItemStore
  ) -> EntityTag? {
    reading.endpoint.showsEntityTag ? tag(of: item, collection, place, store) : nil
  }

  /// The tag of the items that a list could show: by the greatest value of the member that tags are made of, else by all
  /// that they say. What was deleted counts, so that a list without it has another tag.
  func listTag(_ collection: ItemCollection, _ place: ItemStore.Place, _ store: ItemStore) -> EntityTag {
    let wanted = rule.within.compactMap { match in value(at: match.address).map { ($0, match.members) } }
    let matching = Matching(wanted)
    let items =
      store.map(place, store.numbers(place, matching)[...]) { $0 }.compactMap { $0 }
      + store.tombstones(place).filter(matching.fits)
    let isWeak = store.hasWeakTags(place.collection)
    guard let member = collection.entityTag else {
      return EntityTag(of: items.flatMap { $0.serialized() }, isWeak: isWeak)
    }
    let values = items.compactMap { $0.at(member) }
    let numbers = values.compactMap { value in value.number.map { (number: $0, value) } }
    if let greatest = numbers.max(by: { $0.number < $1.number }) {
      return EntityTag(ItemTable.text(of: greatest.1), isWeak: isWeak)
    }
    let texts = values.compactMap(\.string)
    return EntityTag(texts.max { ($0.utf8.count, $0) < ($1.utf8.count, $1) } ?? "0", isWeak: isWeak)
  }

  /// What the request's preconditions come to for an item that is there; `nil` where they hold.
  func unmet(
    by item: JSON, _ collection: ItemCollection, _ place: ItemStore.Place, _ store: ItemStore
  ) -> StateOutcome? {
    guard let preconditions = Preconditions(reading) else { return nil }
    let tag = tag(of: item, collection, place, store)
    return outcome(preconditions.verdict(on: tag), tag, collection)
  }

  /// The same for a list.
  func unmet(byList collection: ItemCollection, _ place: ItemStore.Place, _ store: ItemStore) -> StateOutcome? {
    guard let preconditions = Preconditions(reading) else { return nil }
    let tag = listTag(collection, place, store)
    return outcome(preconditions.verdict(on: tag), tag, collection)
  }

  /// The same for an item that is to be made, and that may be there.
  func unmet(
    byNew item: JSON?, _ collection: ItemCollection, _ place: ItemStore.Place, _ store: ItemStore
  ) -> StateOutcome? {
    guard let preconditions = Preconditions(reading) else { return nil }
    let tag = item.map { self.tag(of: $0, collection, place, store) }
    // A POST to a list is about the list, a PUT about the item that isn't there.
    let listed = rule.action == .create ? listTag(collection, place, store) : nil
    return outcome(preconditions.verdict(on: tag, in: listed), tag ?? listed, collection)
  }

  private func outcome(
    _ verdict: Preconditions.Verdict, _ tag: EntityTag?, _ collection: ItemCollection
  ) -> StateOutcome? {
    switch verdict {
    case .holds: return nil
    case .notModified: return tag.map { .notModified($0) }
    case .failed(let field):
      let failure = reading.endpoint.failure(for: .precondition)
      let there = tag.map { "its entity tag is \($0.field)" } ?? "it isn't there"
      return .refused(
        StateOutcome.Refusal(
          cause: .other, failure: failure, status: failure?.status(on: .precondition) ?? 412,
          message: failure?.summary ?? "\(field) doesn't hold of \(collection.name): \(there)."))
    }
  }
}
