import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree
import PlumblineRecordings

/// The initial items of a family. These are the items in recordings, plus one for each recorded path or, without
/// recordings, for each path that would be generated.
struct FamilySeeds {
  /// The maximum number of items, to keep the file short.
  private static let most = 20

  let state: FamilyState
  let contract: Contract
  let recordings: [Recording]

  /// Returns the collection's members for the seeds, along with one of the items, or `nil` if no item can be generated.
  func made() -> (members: [(String, JSON)], first: JSON)? {
    guard let parts = parts(), let first = parts.first?.items.first else { return nil }
    if state.family.owners.isEmpty { return ([("seed", .array(parts[0].items))], first) }
    let seeds = JSON.object(parts.map { ($0.part, .array($0.items)) })
    return (state.family.per + [("seeds", seeds)], first)
  }

  /// Returns the items, grouped by owner.
  private func parts() -> [(part: String, items: [JSON])]? {
    guard let collection = contract.collections.first(where: { $0.name == state.family.name }),
      let endpoint = contract.endpoint((state.family.keyed ?? state.family.shown).id)
    else { return nil }
    // If no path identifies a single item, only items in responses have keys.
    let key = endpoint.path.first { $0.name == state.family.key }
    guard key != nil || state.family.key == nil else { return nil }
    var parts: [(part: String, items: [JSON])] = []
    func add(_ item: JSON, _ value: JSON?, to part: String) -> Bool {
      let item = value.map { item.setting(state.member, to: $0) } ?? item
      guard let own = item[state.member], collection.item.isValid(item) else { return false }
      let index = parts.firstIndex { $0.part == part } ?? parts.count
      if index == parts.count { parts.append((part, [])) }
      if parts[index].items.count < Self.most, !parts[index].items.contains(where: { $0[state.member] == own }) {
        parts[index].items.append(item)
      }
      return true
    }
    let shown = state.family.read.map(shownItems) ?? []
    for (recording, item) in shown {
      _ = add(item, value(of: key, in: recording), to: part(of: recording, in: collection))
    }
    let listed = listedItems()
    let examples = exampleItems()
    let model =
      shown.first?.item ?? listed.lazy.flatMap(\.items).first ?? examples.first(where: collection.item.isValid)
      ?? (try? collection.item.example().get())
    guard let model else { return nil }
    // Ignore rejected requests, because their items don't exist.
    for recording in recordings where recording.isSuccess && state.family.endpoints.contains(recording.endpoint) {
      if let value = value(of: key, in: recording) { _ = add(model, value, to: part(of: recording, in: collection)) }
    }
    for (recording, items) in listed {
      for item in items { _ = add(item, nil, to: part(of: recording, in: collection)) }
    }
    guard let made = generatedKey(key, of: endpoint, in: collection), let owners = owners(of: endpoint, in: collection)
    else { return nil }
    for item in examples { _ = add(item, nil, to: owners) }
    // If there is already a list or an example, add an item for a generated path only if the path's schema has an
    // example or a default.
    let isThere = parts.contains { $0.part == owners && !$0.items.isEmpty }
    let shows = key.map { $0.schema.source["examples"] != nil || $0.schema.source["default"] != nil }
    let isShown = shows ?? false
    for item in itemsOfOtherList() { _ = add(filled(model, from: item, in: collection), nil, to: owners) }
    guard isThere && !isShown || add(model, made, to: owners) else { return nil }
    let owned = parts.first { $0.part == owners }?.items ?? []
    let parents = RecordedParents(of: state.family, contract: contract, recordings: recordings)
    for parent in parents.texts {
      let part = collection.part(ofTexts: [parent])
      for item in owned { _ = add(parents.placing(item, below: parent), nil, to: part) }
    }
    return parts
  }

  /// Returns the key of the item at a generated path. If possible, it is valid for the item's schema and for all paths.
  private func generatedKey(_ key: Parameter?, of endpoint: Endpoint, in collection: ItemCollection) -> JSON? {
    let own = collection.members.first { $0.name == state.member }?.schema
    // The path's schema for the key may be less strict than the item's. For example, it may allow any string instead of
    // a pattern.
    let paths = keyPaths(of: endpoint)
    let keys = ([key?.schema, own] + paths.map(\.schema)).compactMap { $0 }.compactMap { try? $0.example().get() }
    let fitting = keys.filter { own?.isValid($0) ?? true }
    let accepted = fitting.first { key in
      paths.allSatisfy { $0.schema.isValid($0.value(ofList: key.string ?? key.text)) }
    }
    return accepted ?? fitting.first ?? keys.first
  }

  /// Returns the parameters that contain the key in paths below that of a single item, such as `/orders/{id}/cancel`.
  /// They may be more restrictive.
  private func keyPaths(of endpoint: Endpoint) -> [Parameter] {
    guard let name = state.family.key else { return [] }
    let shape = endpoint.request.template.shape
    guard let index = endpoint.request.template.segments.firstIndex(of: .parameter(name)) else { return [] }
    let home = shape[...index]
    return contract.endpoints.compactMap { other in
      let template = other.request.template
      guard template.segments.count > index, template.shape.starts(with: home),
        case .parameter(let name) = template.segments[index],
        let parameter = other.path.first(where: { $0.name == name }), parameter.isPlain
      else { return nil }
      return parameter
    }
  }

  /// Returns the items in a list whose elements have different members than items, so that clients can read the items
  /// that it mentions. They come from the list's recordings, or else from its example. If the list has no state, they
  /// can also come from the body that is generated from its schema.
  private func itemsOfOtherList() -> [JSON] {
    guard let list = state.family.list else { return [] }
    let rule = state.rules.first { $0.endpoint == list.id }
    guard rule == nil || rule?.state["show"] != nil else { return [] }
    let recorded = recordings.filter { $0.endpoint == list.id && $0.isSuccess }
    let schema = shownSchema(of: list)
    let made = rule == nil ? schema.flatMap { try? $0.example().get() } : schema?.shownExample
    let bodies = recorded.isEmpty ? [made].compactMap { $0 } : recorded.compactMap { item(in: $0, of: list, at: nil) }
    let lists = bodies.flatMap { body in
      body.kind == .array ? [body] : body.members.map(\.value).filter { $0.kind == .array }
    }
    return lists.flatMap(\.elements).filter { $0.kind == .object && $0[state.member] != nil }
  }

  /// Returns a copy of an item with values of another one. These are the values of members that both have and that are
  /// valid for the schema.
  private func filled(_ model: JSON, from other: JSON, in collection: ItemCollection) -> JSON {
    var item = model
    for name in model.members.keys {
      guard let value = other[name] else { continue }
      let changed = item.setting(name, to: value)
      if collection.item.isValid(changed) { item = changed }
    }
    return item
  }

  /// Returns the items in the examples of response schemas that have no recordings.
  private func exampleItems() -> [JSON] {
    var items: [JSON] = []
    if let read = state.family.read, let body = exampleBody(of: read),
      let item = body.at(pointer(state.place)), showsItem(item)
    {
      items.append(item)
    }
    if let list = state.family.list, let rule = state.rules.first(where: { $0.endpoint == list.id }),
      rule.state["show"] == nil, let body = exampleBody(of: list),
      let found = body.at(pointer(rule.state["at"]?.string))
    {
      items += found.elements.filter { $0.kind == .object }
    }
    return items
  }

  /// Returns the example of an endpoint's first success, or `nil` if its schema has none or there is a recording.
  private func exampleBody(of endpoint: ContractDraft.Endpoint) -> JSON? {
    guard !recordings.contains(where: { $0.endpoint == endpoint.id && $0.isSuccess }) else { return nil }
    return shownSchema(of: endpoint)?.shownExample
  }

  /// Returns the schema of the payload, or otherwise of the body, of an endpoint's first success.
  private func shownSchema(of endpoint: ContractDraft.Endpoint) -> Schema? {
    switch contract.endpoint(endpoint.id)?.answers.first?.content {
    case .payload(let schema), .body(let schema): schema
    case .media(let contents): contents.first { MediaType.isJSON($0.mediaType) }?.schema
    case .noPayload, .empty, nil: nil
    }
  }

  private func pointer(_ place: String?) -> JSONPointer { place.flatMap { JSONPointer($0) } ?? JSONPointer() }

  /// Returns the items in recordings of the endpoint that reads one item.
  private func shownItems(_ read: ContractDraft.Endpoint) -> [(recording: Recording, item: JSON)] {
    recordings.filter { $0.endpoint == read.id && $0.isSuccess }.compactMap { recording in
      item(in: recording, of: read, at: state.place).map { (recording, $0) }
    }.filter { showsItem($0.1) }
  }

  /// Returns a Boolean value that indicates whether an example contains any member of an item. If it doesn't, it may be
  /// nested one level too deep.
  private func showsItem(_ example: JSON) -> Bool {
    guard example.kind == .object else { return false }
    let names = Set(state.itemMembers.map(\.name))
    return example.members.isEmpty || example.members.contains { names.contains($0.key) }
  }

  /// Returns the items in recordings of the endpoint that lists items.
  private func listedItems() -> [(recording: Recording, items: [JSON])] {
    guard let list = state.family.list, let rule = state.rules.first(where: { $0.endpoint == list.id }),
      rule.state["show"] == nil
    else { return [] }
    return recordings.filter { $0.endpoint == list.id && $0.isSuccess }.map { recording in
      let items = item(in: recording, of: list, at: rule.state["at"]?.string)?.elements.filter { $0.kind == .object }
      return (recording, items ?? [])
    }
  }

  private func item(in recording: Recording, of endpoint: ContractDraft.Endpoint, at place: String?) -> JSON? {
    var value = recording.responseBody
    if FamilyState.success(of: endpoint)?["payload"] != nil, let payload = contract.envelope?.payload {
      value = value?.at(payload)
    }
    return value?.at(pointer(place))
  }

  private func texts(of recording: Recording) -> [String: String] {
    contract.endpoint(recording.endpoint)?.request.template.match(recording.request.path) ?? [:]
  }

  private func value(of key: Parameter?, in recording: Recording) -> JSON? {
    guard let key else { return nil }
    return texts(of: recording)[key.name].map(key.value(ofList:))
  }

  /// Returns the part of the collection, by owner, that a recording's items belong to.
  private func part(of recording: Recording, in collection: ItemCollection) -> String {
    let texts = texts(of: recording)
    return collection.part(ofTexts: state.family.owners.map { texts[$0] ?? "" })
  }

  /// Returns the part of the collection, by owner, that a generated request refers to.
  private func owners(of endpoint: Endpoint, in collection: ItemCollection) -> String? {
    var texts: [String] = []
    for name in state.family.owners {
      guard let parameter = endpoint.path.first(where: { $0.name == name }), parameter.isPlain,
        let value = try? parameter.schema.example().get()
      else { return nil }
      texts.append(value.string ?? value.text)
    }
    return collection.part(ofTexts: texts)
  }
}

extension Recording {
  /// A Boolean value that indicates whether the response is a success.
  var isSuccess: Bool { (200..<300).contains(response.status) }
}
