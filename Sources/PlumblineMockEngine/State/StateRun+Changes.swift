import PlumblineContractModel
import PlumblineJSONTree

/// Items that are changed.
extension StateRun {
  func update(
    _ item: JSON, in collection: ItemCollection, _ place: ItemStore.Place, _ store: inout ItemStore
  ) -> StateOutcome {
    var changed: JSON? = item
    if rule.action == .append {
      changed = appended(to: item)
    } else if rule.merge != .none, let body = reading.body {
      changed = merged(body, into: item, collection)
    }
    changed = changed.flatMap { assigning($0, store) }.flatMap(adding).flatMap { counted($0, collection) }
    for target in collection.touched { changed = changed?.assigning(target, now.json) }
    guard let changed, collection.item.isValid(changed) else { return .refused(misfit(changed, collection)) }
    let text = changed.serialized()
    guard text.count <= store.limits.answer else {
      return .refused(
        full(
          "This would be one of \(collection.name) with \(text.count) bytes, more than an answer may have (--limit answer=\(store.limits.answer))."
        ))
    }
    // What is there may change for as long as one likes, but not grow where nothing more is taken.
    if text.count > item.document.tape[item.node].range.count,
      let fullness = store.fullness(of: place.collection, isNew: rule.action == .append)
    {
      return .refused(full(fullness))
    }
    store.change(place) { $0.put(changed, text) }
    return .item(changed)
  }

  private func appended(to item: JSON) -> JSON? {
    guard let place = rule.place, let body = reading.body else { return item }
    if let array = item.at(place), array.kind == .array { return item.appending(body, at: place) }
    return item.assigning(place, .array([body]))
  }

  /// The mock's own refusal: no contract has a word for it.
  func full(_ sentence: String) -> StateOutcome.Refusal {
    StateOutcome.Refusal(cause: .other, failure: nil, status: 507, message: sentence)
  }

  func misfit(_ item: JSON?, _ collection: ItemCollection) -> StateOutcome.Refusal {
    let endpoint = reading.endpoint
    let failure = rule.otherwise ?? endpoint.failure(for: .invalid) ?? endpoint.failure(for: .conflict)
    let reasons =
      item.map { collection.item.violations(of: $0, limit: 3).map { "\($0.instance): \($0.message)" } } ?? []
    let text = reasons.isEmpty ? "" : " \(reasons.joined(separator: " "))"
    return StateOutcome.Refusal(
      cause: .other, failure: failure, status: failure?.status ?? 422,
      message: rule.otherwise?.summary ?? "This would leave what \(collection.name) doesn't allow.\(text)")
  }
}

/// How a body goes into an item.
extension StateRun {
  /// Deeper than this a body's objects replace those of the item whole; it bounds the recursion.
  private static let deepest = 32

  /// The item with the members of a body that its schema knows. The key stays what it is.
  private func merged(_ body: JSON, into item: JSON, _ collection: ItemCollection) -> JSON {
    let key = item.count == 0 ? nil : collection.key
    return merged(body, into: item, at: JSONPointer(), of: item, collection, key: key)
  }

  private func merged(
    _ body: JSON, into item: JSON, at pointer: JSONPointer, of whole: JSON, _ collection: ItemCollection,
    key: JSONPointer?
  ) -> JSON {
    guard body.kind == .object, item.kind == .object else { return body }
    let names = Set(collection.item.declared(at: pointer, in: whole))
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

/// What an item gets by itself.
extension StateRun {
  func owned(_ item: JSON, _ collection: ItemCollection) -> JSON? {
    guard let owner = collection.owner, let caller = reading.persona?.source["id"],
      owner.parent.flatMap({ item.at($0) })?.kind == .object
    else { return item }
    return item.assigning(owner, caller)
  }

  /// The item with its collection's sums worked out.
  func counted(_ item: JSON, _ collection: ItemCollection) -> JSON? {
    var changed = item
    for counter in collection.counters {
      let terms = counter.terms.map { (value: changed.at($0.pointer) ?? 0, isSubtracted: $0.isSubtracted) }
      guard let sum = JSON.sum(terms), let next = changed.assigning(counter.target, sum) else { return nil }
      changed = next
    }
    return changed
  }
}

extension JSON {
  /// The same value with another one at a place, which is made where its parent is an object; `nil` where there is none.
  func assigning(_ pointer: JSONPointer, _ value: JSON) -> JSON? {
    guard let parent = pointer.parent, let key = pointer.tokens.last else { return value }
    if at(pointer) != nil { return replacing(pointer, with: value) }
    return inserting(key: key, value: value, at: parent)
  }

  /// The sum of numbers, those taken away that are said to be; `nil` when it can't be told.
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
