import PlumblineJSONTree

/// A reader for an endpoint's effect on the mock's state, given as a rule or a list of rules. In a list, the first rule
/// whose condition holds applies.
struct StateReader {
  /// The endpoint as written in its file.
  let endpoint: JSON
  /// The reader for conditions, which knows the names that the endpoint's addresses may use.
  let conditions: ConditionReader
  /// The errors of the endpoint and of the whole contract.
  let failures: [Failure]
  let all: [Failure]
  let collections: [ItemCollection]
  let context: ReadingContext

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
        "A state without \"when\" always applies, so the \(rest == 1 ? "one" : "\(rest)") after it can't be reached; "
          + "give it a \"when\" or put it last.")
    }
    return list.compactMap { rule($0, at: $0.location) }
  }

  private func rule(_ value: JSON, at location: SourceLocation, isFurther: Bool = false) -> StateRule? {
    let name = value["resource"].flatMap { context.collectionName($0) }
    let collection = name.flatMap { name in collections.first { $0.name == name } }
    let action = value["action"]?.string.flatMap(StateRule.Action.init(rawValue:))
    let values = StateValueReader(conditions: conditions, context: context) { target in
      time(at: target, action, collection)
    }
    let persona = value["persona"].flatMap { context.personaName($0) }
    let own = value["own"].flatMap(failure)
    let otherwise = value["otherwise"].flatMap(failure)
    let guards = value["guards"]?.elements.compactMap { self.guard($0, values) } ?? []
    let additions = values.additions(value["add"])
    let assignments = values.assignments(value["set"])
    let filter = values.matches(value["filter"])
    let within = values.matches(value["within"])
    let names = ["key", "sort", "order", "page", "size", "cursor", "fields", "offset"]
    let addresses = names.map { conditions.address(value[$0]) }
    let condition = value["when"].map(conditions.read) ?? Condition()
    let also = value["also"]?.elements.compactMap { further($0) } ?? []
    guard let action else { return nil }
    let expansion = ExpansionReader(conditions: conditions, collections: collections, context: context)
      .read(value["expand"], collection)
    let asked =
      addresses.compactMap { $0 } + [expansion?.address].compactMap { $0 } + (filter + within).map(\.address)
      + additions.compactMap(\.address) + assignments.compactMap(\.address)
    let isOfItems = action.isOfWholeItems
    let place = pointer(value["at"]) ?? (isOfItems ? collection?.place : nil)
    let bodyPlace = pointer(value["body"]) ?? (isOfItems ? collection?.place : nil)
    let beside = isOfItems ? collection?.beside ?? [] : []
    let lint = StateLint(endpoint: endpoint, file: conditions.file, collections: collections, context: context)
    lint.check(value, action, collection, at: location, isFurther: isFurther)
    return StateRule(
      condition: condition, action: action,
      subject: StateRule.Subject(
        collection: name, persona: persona, key: addresses[0], within: within, own: own),
      change: StateRule.Change(
        merge: merge(value["merge"]), assignments: assignments, additions: additions,
        bodyMembers: bodyMembers(at: bodyPlace), createsMissing: value["missing"]?.string == "create",
        showsExisting: value["existing"]?.string == "read", removesEmpty: value["empty"]?.string == "remove",
        otherwise: otherwise),
      listing: StateRule.Listing(
        filter: filter, sort: addresses[1], order: addresses[2], page: addresses[3], offset: addresses[7],
        firstOffset: addresses[7].map(firstOffset) ?? 0, size: addresses[4],
        cursor: addresses[5], isNewestFirst: value["newest"]?.string == "first",
        tombstones: tombstones(value["tombstones"])),
      form: StateRule.Form(
        place: isWhole(place) ? nil : place, wrapper: collection?.place,
        bodyPlace: isWhole(bodyPlace) ? nil : bodyPlace, beside: beside,
        showing: value["show"]?.string.flatMap(StateRule.Showing.init(rawValue:)) ?? .item,
        shownMembers: shownMembers(value["show"]), fields: addresses[6],
        frames: frames(
          around: action == .append ? collection?.place : place, beside,
          namesTell: action == .list && context.standing(of: value) == .assumed),
        defaults: defaults(asked), expansion: expansion),
      guards: guards, standing: context.standing(of: value), also: also, location: location)
  }

  private func shownMembers(_ value: JSON?) -> [StateRule.ShownMember] {
    value?.members.compactMap { place, member in
      JSONPointer(place).flatMap { place in pointer(member).map { StateRule.ShownMember(place: place, member: $0) } }
    } ?? []
  }

  private func pointer(_ value: JSON?) -> JSONPointer? { value?.string.flatMap { JSONPointer($0) } }

  private func isWhole(_ place: JSONPointer?) -> Bool { place?.tokens.isEmpty ?? true }

  private func tombstones(_ value: JSON?) -> StateRule.Tombstones {
    if value?.bool == true { return .always }
    return conditions.address(value).map { .asked($0) } ?? .never
  }

  /// Returns the time format of a member that a rule sets. The member is in the item or, if the item doesn't change, in
  /// the response.
  private func time(at target: JSONPointer, _ action: StateRule.Action?, _ collection: ItemCollection?) -> TimeHint {
    let reader = TimeReader(outline: context.schemas.outline)
    if action?.takesBody == true {
      return collection.flatMap { reader.hint(at: target, of: $0.source.schema, in: $0.source.file) } ?? .usual
    }
    let place = collection?.place ?? JSONPointer()
    let hints = payloads.lazy.compactMap { payload in
      payload.flatMap { reader.hint(at: place + target, of: $0, in: conditions.file) }
    }
    return hints.first ?? .usual
  }

  /// The schema of the endpoint's JSON body, or else of its form.
  private var bodySchema: JSON? {
    if let body = endpoint["body"] { return body }
    let content = endpoint["content"]?.members.map { (BodyForm(MediaType.essence(of: $0.key)), $0.value) } ?? []
    return (content.first { $0.0 == .json } ?? content.first { $0.0.hasFields })?.1["schema"]
  }

  /// Returns the top-level members of an item that the endpoint's body describes, or an empty set if the body may have
  /// any members.
  private func bodyMembers(at place: JSONPointer?) -> Set<String> {
    let outline = context.schemas.outline
    guard let body = bodySchema,
      let described = outline.schema(at: place ?? JSONPointer(), of: body, in: conditions.file),
      !outline.isOpen(described.schema, in: described.file)
    else { return [] }
    return Set(outline.members(of: described.schema, in: described.file).map(\.name))
  }

  /// Reads an additional effect. It is a single step, because it has no response.
  private func further(_ value: JSON) -> StateRule? {
    // The format's schema reports invalid members. Skip nested steps to limit the depth.
    guard value.kind == .object, value["also"] == nil else { return nil }
    return StateReader(
      endpoint: endpoint, conditions: conditions.seeingItem, failures: failures, all: all, collections: collections,
      context: context
    ).rule(value, at: value.location, isFurther: true)
  }

  /// Returns the named error if the endpoint documents it, and reports it otherwise. The mock never returns an
  /// undocumented error.
  private func failure(_ value: JSON) -> Failure? {
    guard let name = context.failureName(value) else { return nil }
    if let failure = failures.first(where: { $0.name == name }) { return failure }
    if all.contains(where: { $0.name == name }) {
      context.log.error(
        value.location, "This endpoint doesn't document the error \"\(name)\"; add it to its \"errors\".")
    }
    return nil
  }

  private func merge(_ value: JSON?) -> StateRule.Merge {
    switch value?.string {
    case "deep": .deep
    case "replace": .replace
    case "patch": .patch
    case "operations": .operations
    case nil where value?.bool == false: .none
    default: .shallow
    }
  }

  private func `guard`(_ value: JSON, _ values: StateValueReader) -> StateRule.Guard? {
    let failure = value["error"].flatMap(failure)
    let test = self.test(value, values)
    return failure.flatMap { failure in test.map { StateRule.Guard(test: $0, failure: failure) } }
  }

  private func test(_ value: JSON, _ values: StateValueReader) -> StateRule.Guard.Test? {
    if let tests = value["any"] {
      // Skip tests inside tests to limit the depth. The format's schema reports them.
      return .any(tests.elements.filter { $0["any"] == nil }.compactMap { test($0, values) })
    }
    if let condition = value["unless"] {
      return .unless(values.conditions.read(condition))
    }
    if let source = value["value"] {
      let schema = value["is"].flatMap { context.schemas.compile($0, in: conditions.file) }
      guard let wanted = values.value(source), let schema else { return nil }
      return .value(wanted, fits: schema)
    }
    let matches = values.matches(value["where"])
    if let name = value["none"] {
      return context.collectionName(name).map { .none(collection: $0, matches: matches) }
    }
    return value["some"].flatMap { context.collectionName($0) }.map { .some(collection: $0, matches: matches) }
  }

  /// Returns the offset of the first item: 1 if the `minimum` or `default` in the parameter's schema is 1, as for
  /// SCIM's `startIndex`, and 0 otherwise.
  private func firstOffset(_ address: Address) -> Int {
    guard case .query(let name) = address, let schema = endpoint["query"]?[name] else { return 0 }
    let numbers = ["minimum", "default"].map { context.schemas.outline.value(of: $0, in: schema, conditions.file)?.int }
    return numbers.contains(1) ? 1 : 0
  }

  /// Returns the values to use if a request omits them, from the `default` of the schemas that describe them.
  private func defaults(_ addresses: [Address]) -> [Address: JSON] {
    var defaults: [Address: JSON] = [:]
    let outline = context.schemas.outline
    for address in addresses {
      switch address {
      case .query(let name):
        defaults[address] = endpoint["query"]?[name].flatMap { outline.value(of: "default", in: $0, conditions.file) }
      case .header(let name):
        defaults[address] = endpoint["headers"]?[name].flatMap { outline.value(of: "default", in: $0, conditions.file) }
      case .cookie(let name):
        defaults[address] = endpoint["cookies"]?[name].flatMap { outline.value(of: "default", in: $0, conditions.file) }
      case .body(let pointer):
        defaults[address] = bodySchema.flatMap { outline.standard(at: pointer, of: $0, in: conditions.file) }
      case .path, .persona, .credential, .item: break
      }
    }
    return defaults
  }

  /// Returns the members outside the items in each of the endpoint's responses.
  private func frames(
    around place: JSONPointer?, _ beside: [ItemCollection.Beside], namesTell: Bool
  ) -> [ResponseFrame] {
    guard let place, !place.tokens.isEmpty else { return [] }
    let line = endpoint["request"]?.string
    let path = line?.split(separator: " ").last.map(String.init)
    let reader = FrameReader(
      schemas: context.schemas, namesTell: namesTell, path: path?.contains("{") == false ? path : nil)
    return payloads.map { payload in
      payload.map { reader.frame(of: $0, in: conditions.file, around: place, with: beside.map(\.place)) }
        ?? ResponseFrame()
    }
  }

  /// The schemas of the payloads or bodies of the endpoint's responses, in order.
  private var payloads: [JSON?] {
    let answers = endpoint["success"]?.members.flatMap { _, value in
      value.kind == .array ? value.elements.filter { $0.kind == .object } : value.kind == .object ? [value] : []
    }
    return (answers ?? []).map { ResponseOutline(answer: $0).schema }
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
