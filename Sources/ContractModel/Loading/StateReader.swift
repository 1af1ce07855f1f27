import JSONTree

/// Reads what an endpoint does to what a mock remembers.
struct StateReader {
  private let conditions: ConditionReader
  private let failures: [Failure]
  private let all: [Failure]
  private let context: ReadingContext

  /// - Parameters:
  ///   - failures: those of the endpoint.
  ///   - all: those of the contract.
  init(conditions: ConditionReader, failures: [Failure], all: [Failure], context: ReadingContext) {
    self.conditions = conditions
    self.failures = failures
    self.all = all
    self.context = context
  }

  func read(_ value: JSON, at place: SourceLocation) -> StateRule? {
    let collection = value["collection"].flatMap(collection)
    let own = value["own"].flatMap(failure)
    let otherwise = value["otherwise"].flatMap(failure)
    let guards = value["guards"]?.elements.compactMap(`guard`) ?? []
    let additions = additions(value["add"])
    let filter = matches(value["filter"])
    let addresses = ["key", "sort", "order", "page", "size"].map { conditions.address(value[$0]) }
    guard let action = value["action"]?.string.flatMap(StateRule.Action.init(rawValue:)) else { return nil }
    return StateRule(
      action: action, collection: collection, key: addresses[0], merge: merge(value["merge"]), additions: additions,
      own: own, guards: guards, otherwise: otherwise, filter: filter, sort: addresses[1], order: addresses[2],
      page: addresses[3], size: addresses[4], location: place)
  }

  private func collection(_ value: JSON) -> String? {
    context.collectionName(value)
  }

  /// A failure that the endpoint documents, so that the mock never answers with one that it doesn't.
  private func failure(_ value: JSON) -> Failure? {
    guard let name = context.failureName(value) else { return nil }
    if let failure = failures.first(where: { $0.name == name }) { return failure }
    if all.contains(where: { $0.name == name }) {
      context.log.error(
        value.location, "This endpoint doesn't document the failure \"\(name)\"; add it to its \"failures\".")
    }
    return nil
  }

  private func merge(_ value: JSON?) -> StateRule.Merge {
    switch value?.string {
    case "deep": .deep
    case nil where value?.bool == false: .none
    default: .shallow
    }
  }

  private func additions(_ value: JSON?) -> [StateRule.Addition] {
    value?.members.compactMap { pointer, amount in
      guard let target = JSONPointer(pointer) else { return nil }
      if let number = amount.number { return StateRule.Addition(target: target, amount: .number(number)) }
      guard let text = amount.string else { return nil }
      let isSubtracted = text.hasPrefix("-")
      return conditions.address(isSubtracted ? String(text.dropFirst()) : text, at: amount.location).map {
        StateRule.Addition(target: target, amount: .value($0, isSubtracted: isSubtracted))
      }
    } ?? []
  }

  private func matches(_ value: JSON?) -> [StateRule.Match] {
    guard let value else { return [] }
    return value.members.compactMap { text, members in
      guard let address = conditions.address(text, at: value.place(of: text)) else { return nil }
      let texts = members.string.map { [$0] } ?? members.elements.compactMap(\.string)
      return StateRule.Match(address: address, members: texts.compactMap { JSONPointer($0) })
    }
  }

  private func `guard`(_ value: JSON) -> StateRule.Guard? {
    let failure = value["failure"].flatMap(failure)
    var scope = conditions.scope
    scope.hasItem = true
    let inner = ConditionReader(context: context, file: conditions.file, scope: scope)
    let test: StateRule.Guard.Test
    if let condition = value["unless"] {
      test = .unless(inner.read(condition))
    } else {
      let collection = value["none"].flatMap(collection)
      let matches = matches(value["where"])
      guard let collection else { return nil }
      test = .none(collection: collection, matches: matches)
    }
    return failure.map { StateRule.Guard(test: test, failure: $0) }
  }
}
