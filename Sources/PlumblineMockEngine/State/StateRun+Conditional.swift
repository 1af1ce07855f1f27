import PlumblineContractModel
import PlumblineJSONTree

/// Entity tags, and the requests that depend on them.
extension StateRun {
  /// Returns the tag of an item in its current state.
  func tag(
    of item: JSON, _ collection: ItemCollection, _ place: ItemStore.Place, _ store: ItemStore
  ) -> EntityTag {
    let isWeak = store.hasWeakTags(place.collection)
    if let member = collection.entityTag, let value = item.at(member), !value.isNull {
      return EntityTag(ItemTable.text(of: value), isWeak: isWeak)
    }
    return EntityTag(of: item.serialized(), isWeak: isWeak)
  }

  /// Returns the tag of an item and the time of its change, if a response of the endpoint shows either.
  func shownValidators(
    of item: JSON, _ collection: ItemCollection, _ place: ItemStore.Place, _ store: ItemStore
  ) -> Validators? {
    guard showsValidators else { return nil }
    return Validators(
      tag: tag(of: item, collection, place, store), modified: modified([item], collection, place, store))
  }

  /// A Boolean value that indicates whether a response of the endpoint shows an entity tag or the time of a change.
  var showsValidators: Bool { reading.endpoint.showsEntityTag || reading.endpoint.showsModification }

  /// Returns the time of the latest change among the given items, from the first member that every change updates.
  private func modified(
    _ items: [JSON], _ collection: ItemCollection, _ place: ItemStore.Place, _ store: ItemStore
  ) -> Int? {
    guard let touched = collection.touched.first else { return nil }
    let form = store.times(of: place.collection).touched[touched.pointer] ?? touched.time.form
    return items.compactMap { $0.at(touched.pointer).flatMap(form.second) }.max()
  }

  /// Returns the tag of the items that a list could show, and the time of their latest change. The tag is derived from
  /// that time, if tags are based on the member that holds it, otherwise from the full contents. Deleted items count,
  /// so that a list without them has a different tag.
  func listValidators(
    _ collection: ItemCollection, _ place: ItemStore.Place, _ store: ItemStore
  ) -> Validators {
    let wanted = rule.within.compactMap { match in value(at: match.address).map { ($0, match.members) } }
    let matching = Matching(wanted)
    let items =
      store.map(place, store.numbers(place, matching)[...]) { $0 }.compactMap { $0 }
      + store.tombstones(place).filter(matching.fits)
    return Validators(
      tag: tag(ofAll: items, collection, place, store), modified: modified(items, collection, place, store))
  }

  private func tag(
    ofAll items: [JSON], _ collection: ItemCollection, _ place: ItemStore.Place, _ store: ItemStore
  ) -> EntityTag {
    let isWeak = store.hasWeakTags(place.collection)
    guard let member = collection.entityTag else {
      return EntityTag(of: items.flatMap { $0.serialized() }, isWeak: isWeak)
    }
    if items.isEmpty { return EntityTag("0", isWeak: isWeak) }
    let values = items.compactMap { $0.at(member) }
    let form = store.changeForm(place.collection, at: member)
    if let form {
      // Tombstones reveal removals. Without tombstones, only the list itself reveals them.
      if collection.tombstone != nil, values.count == items.count, let newest = Self.greatest(values) {
        return EntityTag(newest, isWeak: isWeak)
      }
      if let latest = store.latestChange(place.collection) {
        return EntityTag(ItemTable.text(of: form.value(of: latest)), isWeak: isWeak)
      }
    }
    let whole = EntityTag(of: items.flatMap { $0.serialized() }, isWeak: isWeak)
    let isNumber = values.contains { $0.number != nil } || form?.value(of: 0).number != nil
    return isNumber ? whole.inDigits : whole
  }

  /// Returns the greatest of numbers, or of strings, as text, or `nil` if there are both.
  private static func greatest(_ values: [JSON]) -> String? {
    let numbers = values.compactMap { value in value.number.map { (number: $0, value) } }
    if numbers.count == values.count, let greatest = numbers.max(by: { $0.number < $1.number }) {
      return ItemTable.text(of: greatest.1)
    }
    let texts = values.compactMap(\.string)
    return texts.count == values.count ? texts.max { ($0.utf8.count, $0) < ($1.utf8.count, $1) } : nil
  }

  /// Returns the outcome of the request's preconditions for an existing item, or `nil` if they hold.
  func unmet(
    by item: JSON, _ collection: ItemCollection, _ place: ItemStore.Place, _ store: ItemStore
  ) -> StateOutcome? {
    guard let preconditions = Preconditions(reading) else {
      // For other requests the outcome doesn't depend on the item.
      guard rule.createsMissing, let failure = reading.endpoint.unconditional, reading.isUnconditional else {
        return nil
      }
      return .refused(Self.unconditional(failure))
    }
    let there = Validators(
      tag: tag(of: item, collection, place, store), modified: modified([item], collection, place, store))
    return outcome(preconditions.verdict(on: there.tag), there, collection)
  }

  /// Returns the outcome of the request's preconditions for a list.
  func unmet(byList collection: ItemCollection, _ place: ItemStore.Place, _ store: ItemStore) -> StateOutcome? {
    guard let preconditions = Preconditions(reading) else { return nil }
    let there = listValidators(collection, place, store)
    return outcome(preconditions.verdict(on: there.tag), there, collection)
  }

  /// Returns the outcome of the request's preconditions for an item to create, which may already exist.
  func unmet(
    byNew item: JSON?, _ collection: ItemCollection, _ place: ItemStore.Place, _ store: ItemStore
  ) -> StateOutcome? {
    guard let preconditions = Preconditions(reading) else { return nil }
    let there = item.map {
      Validators(tag: tag(of: $0, collection, place, store), modified: modified([$0], collection, place, store))
    }
    // The preconditions of a POST refer to the list, those of a PUT to the nonexistent item.
    let listed = rule.action == .create ? listValidators(collection, place, store) : nil
    return outcome(preconditions.verdict(on: there?.tag, in: listed?.tag), there ?? listed, collection)
  }

  /// Returns the error for a request without the required preconditions (RFC 6585 section 3).
  private static func unconditional(_ failure: Failure) -> StateOutcome.Refusal {
    StateOutcome.Refusal(
      cause: .other, failure: failure, status: 428,
      message: failure.summary ?? "The request must be conditional.")
  }

  private func outcome(
    _ verdict: Preconditions.Verdict, _ validators: Validators?, _ collection: ItemCollection
  ) -> StateOutcome? {
    switch verdict {
    case .holds: return nil
    case .notModified: return validators.map { .notModified($0) }
    case .failed(let field):
      let failure = reading.endpoint.failureOfPrecondition
      let there = validators.map { "its entity tag is \($0.tag.field)" } ?? "it doesn't exist"
      return .refused(
        StateOutcome.Refusal(
          cause: .other, failure: failure, status: failure?.status(on: .precondition) ?? 412,
          message: failure?.summary ?? "\(field) doesn't match \(collection.name): \(there).",
          validators: validators))
    }
  }
}
