import PlumblineJSONTree

/// Reads what an endpoint does to what a mock remembers: one rule, or a list of which the first that fits holds.
struct StateReader {
  private let endpoint: JSON
  private let conditions: ConditionReader
  private let failures: [Failure]
  private let all: [Failure]
  private let context: ReadingContext

  /// - Parameters:
  ///   - endpoint: the endpoint as its file has it.
  ///   - conditions: what the endpoint's addresses may name.
  ///   - failures: those of the endpoint.
  ///   - all: those of the contract.
  init(endpoint: JSON, conditions: ConditionReader, failures: [Failure], all: [Failure], context: ReadingContext) {
    self.endpoint = endpoint
    self.conditions = conditions
    self.failures = failures
    self.all = all
    self.context = context
  }

  func read() -> [StateRule] {
    guard let state = endpoint["state"] else { return [] }
    guard state.kind == .array else {
      return state.kind == .object ? rule(state, at: endpoint.place(of: "state")).map { [$0] } ?? [] : []
    }
    let list = state.elements.filter { $0.kind == .object }
    if let index = list.firstIndex(where: { $0["when"] == nil }), index < list.count - 1 {
      let rest = list.count - 1 - index
      context.log.error(
        list[index].location,
        "A state without \"when\" always holds, so the \(rest == 1 ? "one" : "\(rest)") after it can't be reached; "
          + "give it a \"when\" or put it last.")
    }
    return list.compactMap { rule($0, at: $0.location) }
  }

  private func rule(_ value: JSON, at location: SourceLocation) -> StateRule? {
    let values = StateValueReader(conditions: conditions, context: context)
    let collection = value["collection"].flatMap { context.collectionName($0) }
    let persona = value["persona"].flatMap { context.personaName($0) }
    let own = value["own"].flatMap(failure)
    let otherwise = value["otherwise"].flatMap(failure)
    let guards = value["guards"]?.elements.compactMap { self.guard($0, values) } ?? []
    let additions = values.additions(value["add"])
    let assignments = values.assignments(value["set"])
    let filter = values.matches(value["filter"])
    let within = values.matches(value["within"])
    let addresses = ["key", "sort", "order", "page", "size"].map { conditions.address(value[$0]) }
    let condition = value["when"].map(conditions.read) ?? Condition()
    let also = value["also"]?.elements.compactMap { further($0) } ?? []
    guard let action = value["action"]?.string.flatMap(StateRule.Action.init(rawValue:)) else { return nil }
    let asked =
      addresses.compactMap { $0 } + (filter + within).map(\.address) + additions.compactMap(\.address)
      + assignments.compactMap(\.address)
    let place = value["at"]?.string.flatMap { JSONPointer($0) }
    return StateRule(
      condition: condition, action: action, collection: collection, persona: persona, key: addresses[0],
      within: within, place: place, merge: merge(value["merge"]),
      assignments: assignments,
      additions: additions, own: own, guards: guards, otherwise: otherwise, filter: filter, sort: addresses[1],
      order: addresses[2], page: addresses[3], size: addresses[4], defaults: defaults(asked),
      paging: place == nil ? [] : paging(),
      also: also, location: location)
  }

  /// What else happens: one step, since it has no answer of its own.
  private func further(_ value: JSON) -> StateRule? {
    // The format's schema reports what it may not hold; it isn't read, so that nobody's nesting is too deep.
    guard value.kind == .object, value["also"] == nil else { return nil }
    return StateReader(
      endpoint: endpoint, conditions: conditions.seeingItem, failures: failures, all: all, context: context
    ).rule(value, at: value.location)
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

  private func `guard`(_ value: JSON, _ values: StateValueReader) -> StateRule.Guard? {
    let failure = value["failure"].flatMap(failure)
    let test: StateRule.Guard.Test
    if let condition = value["unless"] {
      test = .unless(values.conditions.read(condition))
    } else if let source = value["value"] {
      let schema = value["is"].flatMap { context.schemas.compile($0, in: conditions.file) }
      guard let wanted = values.value(source), let schema else { return nil }
      test = .value(wanted, fits: schema)
    } else {
      let matches = values.matches(value["where"])
      if let name = value["none"] {
        guard let collection = context.collectionName(name) else { return nil }
        test = .none(collection: collection, matches: matches)
      } else {
        guard let collection = value["some"].flatMap({ context.collectionName($0) }) else { return nil }
        test = .some(collection: collection, matches: matches)
      }
    }
    return failure.map { StateRule.Guard(test: test, failure: $0) }
  }

  /// What a request means that lacks one of these values: the `default` of the schema that describes it.
  private func defaults(_ addresses: [Address]) -> [Address: JSON] {
    var defaults: [Address: JSON] = [:]
    let outline = context.schemas.outline
    for address in addresses {
      switch address {
      case .query(let name):
        defaults[address] = endpoint["query"]?[name].flatMap { outline.value(of: "default", in: $0, conditions.file) }
      case .header(let name):
        defaults[address] = endpoint["headers"]?[name].flatMap { outline.value(of: "default", in: $0, conditions.file) }
      case .body(let pointer):
        defaults[address] = endpoint["body"].flatMap { outline.standard(at: pointer, of: $0, in: conditions.file) }
      case .path, .persona, .credential, .item: break
      }
    }
    return defaults
  }

  /// The members beside the items in the payload of a list's answer.
  private func paging() -> [Paging] {
    guard let answer = endpoint["success"]?.members.first?.value else { return [] }
    let first = answer.kind == .array ? answer[0] : answer
    guard let schema = first?["payload"] ?? first?["body"] else { return [] }
    return context.schemas.outline.paging(of: schema, in: conditions.file)
  }
}

extension StateRule.Assignment {
  fileprivate var address: Address? {
    if case .address(let address) = value { address } else { nil }
  }
}

extension StateRule.Addition {
  fileprivate var address: Address? {
    if case .value(let address, _) = amount { address } else { nil }
  }
}
