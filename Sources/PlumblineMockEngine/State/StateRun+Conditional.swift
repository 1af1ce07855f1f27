import PlumblineContractModel
import PlumblineJSONTree

/// Entity tags and conditional requests.
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

  /// Returns the tag of an item and the time of its last change, or `nil` if no response of the endpoint contains
  /// either.
  func shownValidators(
    of item: JSON, _ collection: ItemCollection, _ place: ItemStore.Place, _ store: ItemStore
  ) -> Validators? {
    guard showsValidators else { return nil }
    return Validators(
      tag: tag(of: item, collection, place, store), modified: modified([item], collection, place, store))
  }

  /// A Boolean value that indicates whether one of the endpoint's responses contains an entity tag or the time of the
  /// last change.
  var showsValidators: Bool { reading.endpoint.showsEntityTag || reading.endpoint.showsModification }

  /// Returns the time of the latest change among the given items, from the first member that every change updates.
  private func modified(
    _ items: [JSON], _ collection: ItemCollection, _ place: ItemStore.Place, _ store: ItemStore
  ) -> Int? {
    guard let touched = collection.touched.first else { return nil }
    let form = store.times(of: place.collection).touched[touched.pointer] ?? touched.time.form
    return items.compactMap { $0.at(touched.pointer).flatMap(form.second) }.max()
  }

  /// Returns the tag of the items that a list could contain, and the time of their latest change. If tags are based on
  /// the member that holds the time, the tag is derived from the latest time, otherwise from the full contents. The tag
  /// also changes when an item is deleted.
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
      // Removed items leave tombstones with newer times. Without tombstones, only the list's contents reveal a removal.
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

  /// Returns the greatest of a list of numbers or of strings, as text, or `nil` if the list contains both.
  private static func greatest(_ values: [JSON]) -> String? {
    let numbers = values.compactMap { value in value.number.map { (number: $0, value) } }
    if numbers.count == values.count, let greatest = numbers.max(by: { $0.number < $1.number }) {
      return ItemTable.text(of: greatest.1)
    }
    let texts = values.compactMap(\.string)
    return texts.count == values.count ? texts.max { ($0.utf8.count, $0) < ($1.utf8.count, $1) } : nil
  }

  /// Returns the outcome for an existing item if the request's preconditions aren't met, or `nil` if they are.
  func unmet(
    by item: JSON, _ collection: ItemCollection, _ place: ItemStore.Place, _ store: ItemStore
  ) -> StateOutcome? {
    guard let preconditions = Preconditions(reading) else {
      // The outcome of other requests doesn't depend on the item.
      guard rule.createsMissing, let failure = reading.endpoint.unconditional, reading.isUnconditional else {
        return nil
      }
      return .refused(Self.unconditional(failure))
    }
    let there = Validators(
      tag: tag(of: item, collection, place, store), modified: modified([item], collection, place, store))
    return outcome(preconditions.verdict(on: there.tag), there, collection)
  }

  /// Returns the outcome for a list if the request's preconditions aren't met, or `nil` if they are.
  func unmet(byList collection: ItemCollection, _ place: ItemStore.Place, _ store: ItemStore) -> StateOutcome? {
    guard let preconditions = Preconditions(reading) else { return nil }
    let there = listValidators(collection, place, store)
    return outcome(preconditions.verdict(on: there.tag), there, collection)
  }

  /// Returns the outcome for an item to create, which may already exist, if the request's preconditions aren't met, or
  /// `nil` if they are.
  func unmet(
    byNew item: JSON?, _ collection: ItemCollection, _ place: ItemStore.Place, _ store: ItemStore
  ) -> StateOutcome? {
    guard let preconditions = Preconditions(reading) else { return nil }
    let there = item.map {
      Validators(tag: tag(of: $0, collection, place, store), modified: modified([$0], collection, place, store))
    }
    // The preconditions of a POST request refer to the list, and those of a PUT to the missing item.
    let listed = rule.action == .create ? listValidators(collection, place, store) : nil
    return outcome(preconditions.verdict(on: there?.tag, in: listed?.tag), there ?? listed, collection)
  }

  /// Returns the error for a request that lacks a required precondition (RFC 6585 section 3).
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
