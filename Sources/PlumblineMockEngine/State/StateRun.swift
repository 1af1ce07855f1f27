import PlumblineContractModel
import PlumblineJSONTree

/// The execution of a rule for one request.
struct StateRun {
  let rule: StateRule
  let reading: RequestReading
  let contract: Contract
  /// The time of the request in seconds since 1970.
  let second: Int
  /// The item that the main rule returned, if this rule accompanies another one.
  var main: JSON?
  /// The time of the rule's changes, in milliseconds since 1970.
  private(set) var thousandths: Int
  /// An item from the initial collection.
  private(set) var sample: JSON?

  init(rule: StateRule, reading: RequestReading, contract: Contract, second: Int, main: JSON? = nil) {
    self.rule = rule
    self.reading = reading
    self.contract = contract
    self.second = second
    self.main = main
    let (thousandths, isTooLarge) = second.multipliedReportingOverflow(by: 1000)
    self.thousandths = isTooLarge ? 0 : thousandths
  }

  /// The part of the request's body that represents the item.
  var body: JSON? { rule.item(in: reading.body) }

  var now: Moment { Moment.at(second) }

  /// Executes the rule and the rules that accompany it. If any of them fails, nothing changes.
  func carryOut(on store: inout ItemStore, _ tokens: inout TokenStore) -> StateOutcome {
    if rule.also.isEmpty { return expanded(carryOutAlone(on: &store, &tokens), store) }
    let before = (store, tokens)
    let outcome = carryOutAlone(on: &store, &tokens)
    let item: JSON?
    switch outcome {
    // If the item already existed, nothing was created, so don't execute the accompanying rules.
    case .item(let whole) where rule.action == .create && !whole.isNew: return outcome
    case .item(let whole): item = whole.item
    case .made(let text): item = try? JSON.parse(text)
    case .list, .handedOut, .loggedOut: item = nil
    case .refused, .unaffected, .notModified: return outcome
    }
    for further in rule.also {
      let run = StateRun(rule: further, reading: reading, contract: contract, second: second, main: item)
      let end = run.carryOutAlone(on: &store, &tokens)
      guard case .refused = end else { continue }
      (store, tokens) = before
      return end
    }
    return expanded(outcome, store)
  }

  private func carryOutAlone(on store: inout ItemStore, _ tokens: inout TokenStore) -> StateOutcome {
    switch rule.action {
    case .login, .refresh: return refusal(by: store, item: nil).map { .refused($0) } ?? handOut(&tokens, store)
    case .logout: return refusal(by: store, item: nil).map { .refused($0) } ?? logOut(&tokens)
    case .check: return refusal(by: store, item: nil).map { .refused($0) } ?? .unaffected
    case .create, .read, .update, .delete, .list, .clear, .append: break
    }
    guard let name = rule.collection, let (number, collection) = store.collection(name) else { return .unaffected }
    let place = place(of: collection, number)
    guard store.remembers(place) else { return .unaffected }
    if rule.action == .list || rule.action == .read && collection.progress == nil {
      return act(on: collection, place, &store)
    }
    var run = self
    run.thousandths = store.thousandths(number, second: second)
    run.sample = store.times(of: number).sample
    return run.act(on: collection, place, &store)
  }

  private func act(
    on collection: ItemCollection, _ place: ItemStore.Place, _ store: inout ItemStore
  ) -> StateOutcome {
    switch rule.action {
    case .list:
      return refusal(by: store, item: nil).map { .refused($0) } ?? list(collection, place, store)
    case .create:
      return refusal(by: store, item: nil).map { .refused($0) } ?? create(in: collection, place, &store)
    case .clear:
      return refusal(by: store, item: nil).map { .refused($0) } ?? clear(collection, place, &store)
    default: break
    }
    let key = rule.key.flatMap { value(at: $0) }
    guard let found = store.item(place, key), isWithin(found) else {
      if rule.createsMissing, let key, store.item(place, key) == nil {
        return refusal(by: store, item: nil).map { .refused($0) }
          ?? create(in: collection, place, &store, key: key)
      }
      if isOpen(place, store) { return .unaffected }
      // Check permissions and the path's parents before the item itself.
      if let refusal = refusal(by: store, item: nil, first: true) { return .refused(refusal) }
      return buried(key, in: collection, place, store) ?? .refused(missing(key, collection, place, store))
    }
    let item = rule.action == .read ? goingOn(found, in: collection, place, &store) : found
    if let own = rule.own, !isOwn(item, collection) {
      let message = own.summary ?? "This item of \(collection.name) belongs to a different user."
      return .refused(StateOutcome.Refusal(cause: .foreign, failure: own, status: own.status, message: message))
    }
    if let refusal = refusal(by: store, item: item) { return .refused(refusal) }
    if let outcome = unmet(by: item, collection, place, store) { return outcome }
    switch rule.action {
    case .read:
      let shown = adding(to: assigning(item, store) ?? item) ?? item
      return .item(
        StateOutcome.Shown(
          item: projected(shown, collection), validators: shownValidators(of: item, collection, place, store)))
    case .delete:
      return delete(item, from: collection, place, &store)
    default:
      return update(item, in: collection, place, &store)
    }
  }

  /// Returns the caller's part of a collection.
  func place(of collection: ItemCollection, _ number: Int) -> ItemStore.Place {
    ItemStore.Place(collection: number, part: collection.per.isEmpty ? "" : collection.part(of: reading))
  }

  private func isOwn(_ item: JSON, _ collection: ItemCollection) -> Bool {
    guard let owner = collection.owner.flatMap({ item.at($0) }), let caller = reading.persona?.source["id"] else {
      return false
    }
    return ItemTable.text(of: owner) == ItemTable.text(of: caller)
  }

  private func isWithin(_ item: JSON) -> Bool {
    rule.within.allSatisfy { match in
      value(at: match.address).map { Matching([($0, match.members)]).fits(item) } ?? false
    }
  }

  /// Returns a Boolean value that indicates whether an unknown item might exist. It might if the contract documents no
  /// error for a missing one, no endpoint lists the collection, and no item has been removed since the session began.
  private func isOpen(_ place: ItemStore.Place, _ store: ItemStore) -> Bool {
    rule.action == .read && rule.standing == .assumed && reading.endpoint.failure(for: .missing) == nil
      && !store.isListed(place.collection) && !store.isLessened(place.collection)
  }

  /// Returns the error for a missing item. If the item was deleted, this is a 410 if the contract documents one.
  private func missing(
    _ key: JSON?, _ collection: ItemCollection, _ place: ItemStore.Place, _ store: ItemStore
  ) -> StateOutcome.Refusal {
    let endpoint = reading.endpoint
    let isBuried = key.map { store.isBuried(place, $0) } ?? false
    let gone = isBuried ? endpoint.failures.first { $0.statuses == .exactly(410) } : nil
    let failure = gone ?? endpoint.failure(for: .missing)
    let text = key.map { " " + String(ItemTable.text(of: $0).prefix(100)) } ?? ""
    return StateOutcome.Refusal(
      cause: .missing(isUnknown: key.map { !store.wasSeeded(place, $0) } ?? true), failure: failure,
      status: gone == nil ? failure?.status(on: .missing) ?? 404 : 410,
      message: "There is no\(text) in \(collection.name).")
  }

  /// Returns the error of the first guard that fails.
  ///
  /// - Parameter first: A Boolean value that indicates whether to consider only guards that are checked before the
  ///   item.
  private func refusal(by store: ItemStore, item: JSON?, first: Bool = false) -> StateOutcome.Refusal? {
    for condition in rule.guards where (!first || condition.comesFirst) && !holds(condition.test, store, item) {
      let failure = condition.failure
      // Don't reveal which values would grant access.
      guard case .some(let name, let matches) = condition.test, ![401, 403].contains(failure.status) else {
        return StateOutcome.Refusal(
          cause: .other, failure: failure, status: failure.status,
          message: failure.summary ?? "The request conflicts with the current state (\(failure.name)).")
      }
      let wanted = matches.compactMap { value(at: $0.address, item: item) }.map { ItemTable.text(of: $0).prefix(100) }
      // If an item in the path doesn't exist, report it as missing, regardless of the kind of request.
      return StateOutcome.Refusal(
        cause: failure.status == 404 ? .missing(isUnknown: false) : .other, failure: failure, status: failure.status,
        message: "There is no \(wanted.joined(separator: ", ")) in \(name).")
    }
    return nil
  }

  private func holds(_ test: StateRule.Guard.Test, _ store: ItemStore, _ item: JSON?) -> Bool {
    switch test {
    case .any(let tests):
      // Skip tests with unknown values. If that leaves none, the guard passes.
      let told = tests.filter { isTold($0, store, item) }
      return told.isEmpty || told.contains { holds($0, store, item) }
    case .unless(let condition): return condition.holds(for: reading, item: item)
    case .none(let name, let matches): return items(of: name, matches, store, item)?.isEmpty ?? true
    case .some(let name, let matches): return items(of: name, matches, store, item).map { !$0.isEmpty } ?? true
    case .value(let source, let schema): return value(source, store, item: item).map { schema.isValid($0) } ?? true
    }
  }

  /// Returns a Boolean value that indicates whether the request and the state have the values that a test needs.
  private func isTold(_ test: StateRule.Guard.Test, _ store: ItemStore, _ item: JSON?) -> Bool {
    switch test {
    case .any, .unless: true
    case .none(let name, let matches), .some(let name, let matches): items(of: name, matches, store, item) != nil
    case .value(let source, _): value(source, store, item: item) != nil
    }
  }
}
