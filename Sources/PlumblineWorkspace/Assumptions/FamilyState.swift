import PlumblineContractModel
import PlumblineJSONTree

/// The proposed state for the endpoints of a family: a collection, and a state for each endpoint.
struct FamilyState {
  let family: ResourceFamily
  /// The schema of an item, with references relative to the shared file.
  let item: JSON
  /// The member of an item that contains its key.
  let member: String
  /// The location of the item in the payload that reads it, or `nil` if it is the whole payload.
  let place: String?
  var rules: [(endpoint: String, state: JSON)] = []
  /// The request lines of the family's endpoints that get no state, each with the reason.
  var without: [(path: String, reason: String)] = []

  /// The location of an item in a body, and its schema.
  private struct Shown {
    let place: String?
    let schema: JSON
    let file: String
  }

  /// The location of an item in a body. If the pointer is `nil`, it is the whole body.
  struct Place {
    let pointer: String?
    /// The item's members at that location, in the form of a rule's `show`, or `nil` for all of them.
    var show: JSON?
  }

  /// The reason why there is no proposal for a family.
  struct Refusal: Error {
    let reason: String
  }

  let outline: SchemaOutline
  let keyMember: KeyMember

  init(of family: ResourceFamily, in draft: ContractDraft, _ outline: SchemaOutline) throws(Refusal) {
    self.family = family
    self.outline = outline
    let (schema, file) = try Self.shownSchema(of: family, outline)
    let keys = KeyMember(of: family, outline)
    keyMember = keys
    var found: (shown: Shown, member: String)?
    if let name = keys.name(in: schema, file) {
      found = (Shown(place: nil, schema: schema, file: file), name)
    } else if family.read != nil {
      // If exactly one object in the body has a key, that object is the item.
      for member in outline.sharedMembers(of: schema, in: file) {
        guard let name = keys.name(in: member.schema, member.file) else { continue }
        if found != nil { throw Refusal(reason: "\(family.shown.id) responds with several items that have a key") }
        found = (Shown(place: Self.pointer(member.name), schema: member.schema, file: member.file), name)
      }
    }
    guard let found else { throw Refusal(reason: "\(family.shown.id) \(keys.absence)") }
    // Items in a document's examples don't have write-only members, so they are incomplete if one of these is required.
    let isSecret = outline.sharedMembers(of: found.shown.schema, in: found.shown.file)
      .contains { $0.isRequired && outline.value(of: "writeOnly", in: $0.schema, $0.file)?.bool == true }
    if isSecret { throw Refusal(reason: "\(family.shown.id) shows items with members that can only be written") }
    member = found.member
    place = found.shown.place
    item = ContractDraft.moved(found.shown.schema, from: found.shown.file, to: ContractDraft.main)
    if let read = family.read { add(read, rule("read", at: found.shown.place, key: pathKey)) }
    guard let place = body(of: family.create) else {
      throw Refusal(reason: "\(family.create.id) \(misfit(of: family.create))")
    }
    let assigns = assignsKeys(by: family.create, at: place)
    let fields = fields(of: family.create, at: place, withKey: !assigns, isListed: assigns)
    if fields?.isEmpty == true { throw Refusal(reason: "\(family.create.id) \(misfit(of: family.create))") }
    if family.isMadeByPut {
      change("PUT", family.create, pathKey)
      guard rules.contains(where: { $0.endpoint == family.create.id }) else {
        throw Refusal(reason: "\(family.create.id) \(misfit(of: family.create))")
      }
    } else if let at = self.place(in: family.create) ?? alikePlace(in: family.create) {
      add(family.create, rule("create", at: at.pointer, body: place.pointer, fields: fields, show: at.show))
    } else if let shown = shownKey(in: family.create) {
      add(family.create, rule("create", body: place.pointer, fields: fields, show: shown))
    } else {
      throw Refusal(reason: "\(family.create.id) \(misfit(of: family.create))")
    }
    for (method, endpoint) in family.changes { change(method, endpoint, pathKey) }
    for (method, endpoint) in family.changesByBody { change(method, endpoint, nil) }
    if let delete = family.delete { add(delete, rule("delete", key: pathKey)) }
    if let list = family.list { addList(list) }
    for finder in family.finders { addList(finder, isFinder: true) }
    for (method, endpoint) in family.others { addOther(method, endpoint) }
    // If no endpoint reads an item, only the list can show an item that was created.
    if family.read == nil, !rules.contains(where: { $0.endpoint == family.list?.id }) {
      throw Refusal(reason: "no endpoint reads an item, and \(family.shown.id) shows no list of items")
    }
  }

  /// Returns the schema that describes an item: the body of the endpoint that reads one, or otherwise an element of the
  /// list.
  private static func shownSchema(
    of family: ResourceFamily, _ outline: SchemaOutline
  ) throws(Refusal) -> (schema: JSON, file: String) {
    guard let answer = success(of: family.shown), let schema = answer.shownSchema else {
      throw Refusal(reason: "\(family.shown.id) doesn't respond with a JSON object")
    }
    if family.read != nil {
      return made(among: schema, family.shown.file, by: family.create, outline) ?? (schema, family.shown.file)
    }
    let lists =
      ([(schema, family.shown.file)]
      + outline.sharedMembers(of: schema, in: family.shown.file).map { ($0.schema, $0.file) })
      .compactMap { outline.items(of: $0.0, in: $0.1) }
    guard lists.count == 1 else {
      throw Refusal(reason: "no endpoint reads an item, and \(family.shown.id) shows no list of items")
    }
    return (lists[0].schema, lists[0].file)
  }

  /// The address of the key in paths, or `nil` if no path contains it.
  private var pathKey: String? { family.key.map { "path.\($0)" } }

  /// - Parameter key: The address of the key, or `nil` if it is part of the item in the request.
  private mutating func change(_ method: String, _ endpoint: ContractDraft.Endpoint, _ key: String?) {
    guard let place = body(of: endpoint), let at = self.place(in: endpoint) ?? placeApart(in: endpoint) else {
      return leaveOut(endpoint, method == "POST" ? Self.doubt : misfit(of: endpoint))
    }
    // A POST can do anything to an item. Treat it as a change only if the response contains the item.
    if method == "POST", Self.success(of: endpoint)?.shownSchema == nil { return leaveOut(endpoint, Self.doubt) }
    guard let key = key ?? bodyKey(of: endpoint, at: place) ?? queryKey(of: endpoint).map({ "query.\($0)" }) else {
      return leaveOut(endpoint, "requires no key in its path, query or body to identify an item")
    }
    let fields = fields(of: endpoint, at: place, withKey: false)
    if fields?.isEmpty == true { return leaveOut(endpoint, misfit(of: endpoint)) }
    add(
      endpoint,
      rule(
        "update", at: at.pointer, body: place.pointer, fields: fields, key: key,
        merge: method == "PUT" ? "replace" : nil, show: at.show,
        makesMissing: method == "PUT" && (Self.makesMissing(endpoint) || endpoint.id == family.create.id)))
  }

  /// Adds the remaining endpoints on the family's paths that write. For example, a DELETE with the key in its query
  /// deletes an item.
  private mutating func addOther(_ method: String, _ endpoint: ContractDraft.Endpoint) {
    let path = String(Self.line(of: endpoint).drop { $0 != " " }.dropFirst())
    let segments = ResourceFamily.segments(ResourceFamily.plain(path))
    if segments == ResourceFamily.segments(family.path) {
      guard method == "DELETE", let name = queryKey(of: endpoint) else {
        return leaveOut(endpoint, "requires no key in its path or query to identify an item")
      }
      return add(endpoint, rule("delete", key: "query.\(name)"))
    }
    if let key = family.key, segments.last != "{\(key)}" {
      return leaveOut(endpoint, "identifies an item by something other than {\(key)}")
    }
    leaveOut(endpoint, Self.doubt)
  }

  private static let doubt = "writes to an item, but the document doesn't describe the effect"

  /// Returns the reason why the request or the response of an endpoint doesn't contain an item.
  private func misfit(of endpoint: ContractDraft.Endpoint) -> String {
    guard let place = body(of: endpoint), fields(of: endpoint, at: place, withKey: true)?.isEmpty != true else {
      return bodyMisfit(of: endpoint)
    }
    let type = Self.success(of: endpoint)?.shownSchema.flatMap { outline.value(of: "type", in: $0, endpoint.file) }
    return type?.string == "string"
      ? "responds with a string, and nothing says that it is the \"\(member)\" that \(family.shown.id) shows"
      : "shows something other than \(family.shown.id)"
  }

  /// Returns the reason why an endpoint's request contains no part of an item.
  private func bodyMisfit(of endpoint: ContractDraft.Endpoint) -> String {
    if Self.taken(by: endpoint) != nil { return "accepts no member that \(family.shown.id) shows" }
    guard let type = endpoint.value["content"]?.members.keys.first else { return "takes no body" }
    return "takes \(type), but items are assumed only for JSON and forms"
  }

  /// Returns the state without that of one endpoint, or `nil` if nothing is left to propose.
  func without(_ endpoint: String, _ reason: String) -> FamilyState? {
    guard endpoint != family.shown.id, endpoint != family.create.id else { return nil }
    var copy = self
    let others =
      (family.changes + family.changesByBody + family.others).map(\.endpoint)
      + [family.list, family.delete].compactMap { $0 } + family.finders
    if let other = others.first(where: { $0.id == endpoint }) { copy.without.append((Self.line(of: other), reason)) }
    copy.rules.removeAll { $0.endpoint == endpoint }
    return copy
  }

  private mutating func leaveOut(_ endpoint: ContractDraft.Endpoint, _ what: String) {
    without.append((Self.line(of: endpoint), "\(endpoint.id) \(what)"))
  }

  static func line(of endpoint: ContractDraft.Endpoint) -> String {
    endpoint.value["request"]?.string ?? endpoint.id
  }

  private mutating func add(_ endpoint: ContractDraft.Endpoint, _ state: JSON) { rules.append((endpoint.id, state)) }

  /// - Parameter fields: The fields to take individually, or `nil` to take the body as a whole.
  private func rule(
    _ action: String, at place: String? = nil, body: String? = nil, fields: [Field]? = nil, key: String? = nil,
    merge: String? = nil, show: JSON? = nil, makesMissing: Bool = false
  ) -> JSON {
    JSON.build { json in
      json.object { json in
        json.member("action", action)
        json.member("resource", family.name)
        if let key { json.member("key", key) }
        if let place { json.member("at", place) }
        if let show { json.member("show", show) }
        if let fields {
          json.member("merge", false)
          json.member("set", Self.set(fields))
        } else {
          if let body { json.member("body", body) }
          if let merge { json.member("merge", merge) }
        }
        if makesMissing { json.member("missing", "create") }
        json.member("standing", "assumed")
      }
    }
  }

  static func pointer(_ name: String) -> String { JSONPointer(tokens: [name]).description }

  static func success(of endpoint: ContractDraft.Endpoint) -> JSON? {
    endpoint.value["success"]?.members.first { $0.key.hasPrefix("2") }?.value
  }

  /// Returns the location of the item in an endpoint's response, or `nil` if the response contains something else. For
  /// an empty response, it is the whole body.
  func place(in endpoint: ContractDraft.Endpoint) -> Place? {
    guard let answer = Self.success(of: endpoint) else { return nil }
    guard let schema = answer.shownSchema, schema.kind == .object else {
      return answer["content"] == nil ? Place(pointer: nil) : nil
    }
    if isItem(schema, endpoint.file) { return Place(pointer: nil) }
    let inner = outline.sharedMembers(of: schema, in: endpoint.file).filter { isItem($0.schema, $0.file) }
    return inner.count == 1 ? Place(pointer: Self.pointer(inner[0].name)) : nil
  }
}

/// Lists of items.
extension FamilyState {
  /// - Parameter isFinder: A Boolean value that indicates whether the list contains only some of the items, selected by
  ///   members in its query.
  private mutating func addList(_ list: ContractDraft.Endpoint, isFinder: Bool = false) {
    guard let answer = Self.success(of: list), let schema = answer.shownSchema else {
      return leaveOut(list, "doesn't respond with JSON")
    }
    var bodies = [(pointer: String?.none, schema: schema, file: list.file)]
    for member in outline.sharedMembers(of: schema, in: list.file) {
      bodies.append((Self.pointer(member.name), member.schema, member.file))
    }
    var places = bodies.filter { isList($0.schema, $0.file) }.map { Place(pointer: $0.pointer) }
    if places.isEmpty {
      places = bodies.compactMap { body in
        outline.items(of: body.schema, in: body.file).flatMap { part(of: $0.schema, $0.file) }
          .map { Place(pointer: body.pointer, show: $0) }
      }
    }
    guard places.count == 1 else { return leaveOut(list, "shows no list of the items that \(family.shown.id) shows") }
    let query = list.value["query"]
    let filters = filters(query, in: list.file)
    if isFinder, filters.isEmpty { return leaveOut(list, "has no query parameter that is a member of its items") }
    // A parameter with the name of a member is a filter rather than the size of a page.
    let names = (query?.members.map(\.key) ?? []).filter { name in !filters.contains { $0.0 == "query.\(name)" } }
    let usual = ["per_page", "page_size", "pageSize", "perPage", "limit", "size"].first(where: names.contains)
    let page = usual == nil ? nil : ["page", "page_number", "pageNumber"].first(where: names.contains)
    let size = usual ?? Self.offsetSizes.first(where: names.contains)
    let offset = page == nil ? offset(query, names, hasSize: size != nil, in: list.file) : nil
    let cursor = usual == nil || page != nil || offset != nil ? nil : Self.keyCursors.first(where: names.contains)
    let roles = outline.sharedMembers(of: schema, in: list.file).compactMap { Paging.Role(suggestedBy: $0.name) }
    // If nothing specifies where the next page starts, it starts after the key of the last item.
    let continuesByKey = roles.contains(.more) && !roles.contains(.next)
    let state = JSON.build { json in
      json.object { json in
        json.member("action", "list")
        json.member("resource", family.name)
        if let place = places[0].pointer { json.member("at", place) }
        if let show = places[0].show { json.member("show", show) }
        if !filters.isEmpty { json.member("filter", .object(filters)) }
        if let page { json.member("page", "query.\(page)") }
        if let offset { json.member("offset", "query.\(offset)") }
        if let cursor, continuesByKey { json.member("cursor", "query.\(cursor)") }
        if let size, usual != nil || offset != nil { json.member("size", "query.\(size)") }
        json.member("standing", "assumed")
      }
    }
    add(list, state)
  }

  /// The common names of parameters for the number of items to skip, and of page size parameters that are used along
  /// with them.
  private static let offsets = ["offset", "skip", "$skip", "start", "startAt", "start_at", "startIndex", "start_index"]
  private static let offsetSizes = ["$top", "top", "take", "count", "maxResults", "max_results", "rows", "max"]

  /// Returns the name of the parameter for the number of items to skip, or `nil` if there is none. Without a page size,
  /// or along with an end, `start` is the start of a range instead.
  private func offset(_ query: JSON?, _ names: [String], hasSize: Bool, in file: String) -> String? {
    let isRange = !hasSize || ["end", "stop", "step"].contains(where: names.contains)
    return Self.offsets.first { name in
      guard names.contains(name), !(isRange && name.hasPrefix("start")), let schema = query?[name] else { return false }
      return ["integer", "number"].contains(outline.soleType(of: schema, file))
    }
  }

  /// The common names of parameters that contain the key of the previous page's last item.
  private static let keyCursors = ["starting_after", "startingAfter", "after_id", "afterId"]

  private func isList(_ schema: JSON, _ file: String) -> Bool {
    guard let items = outline.items(of: schema, in: file) else { return false }
    return isItem(items.schema, items.file)
  }

  /// Returns a Boolean value that indicates whether a schema is that of items, even if it is a copy.
  func isItem(_ schema: JSON, _ file: String) -> Bool {
    func uncounted(_ schema: JSON) -> JSON {
      switch schema.kind {
      case .object:
        .object(schema.members.filter { $0.key != "x-seen" }.map { ($0.key, uncounted($0.value)) })
      case .array: .array(schema.elements.map(uncounted))
      default: schema
      }
    }
    return uncounted(ContractDraft.moved(schema, from: file, to: ContractDraft.main)) == uncounted(item)
  }

  /// Returns the parameters that filter items by a member. They have the same name and scalar type as the member.
  private func filters(_ query: JSON?, in file: String) -> [(String, JSON)] {
    let members = outline.sharedMembers(of: item, in: ContractDraft.main)
    return (query?.members.map { $0 } ?? []).compactMap { name, schema in
      guard let member = members.first(where: { $0.name == name }),
        let type = outline.soleType(of: schema, file), ["string", "integer", "boolean"].contains(type),
        outline.soleType(of: member.schema, member.file) == type
      else { return nil }
      return ("query.\(name)", JSON(Self.pointer(name)))
    }
  }
}
