import PlumblineJSONSchema
import PlumblineJSONTree

/// A check for parts of a `state` that have no effect: keys that its action doesn't use, and values that can't be
/// stored as declared.
///
/// A mock can still be served, but wouldn't behave as the author intends.
struct StateLint {
  let endpoint: JSON
  let file: String
  let collections: [ItemCollection]
  let context: ReadingContext

  /// The actions that use each key. Keys that aren't in this list apply to all actions.
  private static let uses: [(key: String, actions: Set<StateRule.Action>)] = [
    ("resource", [.create, .read, .update, .delete, .list, .clear, .append, .login]),
    ("key", [.read, .update, .delete, .append, .logout]),
    ("within", [.create, .read, .update, .delete, .list, .clear, .append, .login]),
    ("at", [.create, .read, .update, .delete, .list, .clear, .append]),
    ("body", [.create, .update, .append]),
    ("merge", [.create, .update]),
    ("empty", [.create, .update]),
    ("expand", [.create, .read, .update, .list]),
    ("missing", [.update]),
    ("existing", [.create]),
    ("set", [.create, .read, .update, .append, .login, .refresh]),
    ("add", [.create, .read, .update, .append]),
    ("own", [.read, .update, .delete, .append]),
    ("otherwise", [.create, .update, .append]),
    ("show", [.create, .update, .list]), ("fields", [.read, .list]),
    ("filter", [.list, .clear]), ("sort", [.list]), ("order", [.list]), ("page", [.list]), ("offset", [.list]),
    ("size", [.list]), ("cursor", [.list]), ("newest", [.list]), ("tombstones", [.read, .list]),
    ("also", [.create, .read, .update, .delete, .list, .clear, .append, .login, .refresh, .logout]),
  ]

  /// Checks one rule as written in its file.
  ///
  /// - Parameter isFurther: A Boolean value that indicates whether the rule follows another one. In that case, `item#`
  ///   refers to the item of the earlier rule.
  func check(
    _ rule: JSON, _ action: StateRule.Action, _ collection: ItemCollection?, at location: SourceLocation,
    isFurther: Bool
  ) {
    for (key, actions) in Self.uses where rule[key] != nil && !actions.contains(action) {
      tell(
        rule.place(of: key),
        "\"\(key)\" has no effect for the action \(action.rawValue); it applies to "
          + "\(Spelling.list(StateRule.Action.allCases.filter(actions.contains).map(\.rawValue)))"
          + (key == "resource" ? "." : ". Remove it."))
    }
    checkCombinations(rule, action, at: location)
    OperationsLint(endpoint: endpoint, file: file, context: context).check(rule)
    if !isFurther, !action.isOfOneItem { checkItemless(rule, action) }
    guard let collection else { return }
    checkCollection(rule, action, collection, at: location, isFurther: isFurther)
    checkPointers(rule, action, collection)
    if !isFurther {
      ItemAddressLint(context: context).check(rule, collection)
      checkAnswers(rule, action, collection)
      PartialResponseLint(endpoint: endpoint, file: file, context: context).check(rule, action, collection)
    }
  }

  /// The names of the path parameters.
  private var parameters: [String] { endpoint["path"]?.members.keys ?? [] }

  private func tell(_ location: SourceLocation, _ message: String) { context.log.servableError(location, message) }

  private func checkCombinations(_ rule: JSON, _ action: StateRule.Action, at location: SourceLocation) {
    if action == .create, let merge = rule["merge"], ["deep", "replace", "patch", "operations"].contains(merge.string) {
      tell(
        merge.location,
        "A new item has nothing to merge a body into: for create, set \"merge\" to false, or remove it.")
    }
    if action == .list, let show = rule["show"], show.string != nil {
      tell(
        show.location,
        "A list shows its items whole, or some of their members: { \"/id\": \"/id\" }.")
    }
    if action == .create, let show = rule["show"], show.string != nil {
      tell(
        show.location,
        "A new item is shown as a whole, or as members with their own names: { \"/item_id\": \"/id\" }.")
    }
    if action == .append, rule["at"] == nil {
      tell(
        location,
        "append adds to an array of the item, but doesn't say which: give it an \"at\", such as \"/tags\".")
    }
    guard action == .list else { return }
    if rule["order"] != nil, rule["sort"] == nil {
      tell(
        rule.place(of: "order"),
        "\"order\" reverses a \"sort\", but there is none: add \"sort\" with the address of its value."
      )
    }
    for key in ["page", "cursor"] where rule[key] != nil && rule["size"] == nil {
      tell(
        rule.place(of: key),
        "Without a \"size\", a list has a single page, so \"\(key)\" has no effect: add the address of the page size."
      )
    }
    let ways = ["page", "offset", "cursor"].filter { rule[$0] != nil }
    if let other = ways.dropFirst().first {
      tell(
        rule.place(of: other),
        "A list is paged by \"\(ways[0])\" or by \"\(other)\", not by both: keep one of them.")
    }
    checkSize(rule)
  }

  /// Reports paging without a page size. If requests may omit the size, the contract must specify a default.
  private func checkSize(_ rule: JSON) {
    guard rule["page"] != nil, let size = rule["size"], case .query(let name) = size.string.flatMap({ Address($0) }),
      let parameter = endpoint["query"]?[name],
      context.schemas.outline.value(of: "default", in: parameter, file) == nil,
      !(endpoint["required"]?["query"]?.elements.contains { $0.string == name } ?? false)
    else { return }
    context.log.warning(
      parameter.location,
      "A request without \(name) gets all items, regardless of the page; give \(name) the server's default as its \"default\"."
    )
  }

  /// Reports `item#` addresses in an action that doesn't start with an item.
  private func checkItemless(_ rule: JSON, _ action: StateRule.Action) {
    func check(_ value: JSON?) {
      guard let value else { return }
      if let text = value.string {
        if text.hasPrefix("item#") { tellItemless(text, at: value.location, action) }
        return
      }
      for (key, _) in value.members where key.hasPrefix("item#") {
        tellItemless(key, at: value.place(of: key), action)
      }
    }
    for rule in Self.tests(of: rule) {
      check(rule["unless"])
      check(rule["where"])
      check(rule["value"]?.string != nil ? rule["value"] : rule["value"]?["where"])
    }
    for key in ["key", "filter", "within"] { check(rule[key]) }
  }

  private func tellItemless(_ address: String, at location: SourceLocation, _ action: StateRule.Action) {
    tell(
      location, "\(address) refers to an item, but \(action.rawValue) has none yet; take the value from the request.")
  }

  private func checkCollection(
    _ rule: JSON, _ action: StateRule.Action, _ collection: ItemCollection, at location: SourceLocation,
    isFurther: Bool
  ) {
    let name = collection.name
    if action.isOfOneItem, collection.key != nil, rule["key"] == nil {
      tell(
        location,
        "The rule doesn't say which item of \"\(name)\" to use, so it never finds one: give it a \"key\", such as \"path.id\"."
      )
    }
    if action.isOfOneItem, collection.key == nil, rule["key"] != nil {
      tell(
        rule.place(of: "key"),
        "\"\(name)\" has no \"key\", so it has a single item; give the resource one, such as \"/id\", or remove this."
      )
    }
    // A further step that clears a collection may omit addresses in `per`. It then clears all matching parts.
    let isPartly = isFurther && action == .clear && collection.per.first.map(isKnown) ?? false
    for case .path(let parameter) in collection.per where !parameters.contains(parameter) && !isPartly {
      tell(
        rule.place(of: "resource"),
        "path.\(parameter) selects the items of \"\(name)\", but this path has no {\(parameter)}"
          + Spelling.suggestion(for: parameter, among: parameters))
    }
    if rule["own"] != nil, collection.owner == nil {
      tell(
        rule.place(of: "own"),
        "The items of \"\(name)\" have no owner, so no caller owns one: give the resource an \"owner\".")
    }
    for key in ["missing", "existing"] where rule[key] != nil && collection.key == nil {
      tell(rule.place(of: key), "\"\(name)\" has no \"key\" to refer to; give the resource one.")
    }
    if rule["tombstones"] != nil, collection.tombstone == nil {
      tell(
        rule.place(of: "tombstones"),
        "Deleted items of \"\(name)\" leave nothing behind: give the resource a \"tombstone\"."
      )
    }
  }

  private func checkPointers(_ rule: JSON, _ action: StateRule.Action, _ collection: ItemCollection) {
    for key in ["filter", "within"] { checkMatches(rule[key], collection) }
    if action.takesBody {
      for key in ["set", "add"] {
        guard let members = rule[key] else { continue }
        for (pointer, _) in members.members { check(pointer, at: members.place(of: pointer), collection) }
      }
    }
    if action == .append { checkValue(rule["at"], collection) }
    for (_, member) in rule["show"]?.members.map({ $0 }) ?? [] { checkValue(member, collection) }
    for guarding in Self.tests(of: rule) {
      let name = guarding["none"] ?? guarding["some"]
      checkMatches(guarding["where"], named(name))
      checkLookup(guarding["value"])
    }
    for (_, value) in rule["set"]?.members.map({ $0 }) ?? [] { checkLookup(value) }
    if action.takesBody {
      AssignmentLint(endpoint: endpoint, file: file, collections: collections, context: context)
        .check(rule["set"], collection)
    }
  }

  /// Returns the tests of a rule's guards, with alternatives listed separately.
  private static func tests(of rule: JSON) -> [JSON] {
    (rule["guards"]?.elements.map { $0 } ?? []).flatMap { test in test["any"]?.elements.map { $0 } ?? [test] }
  }

  /// Returns a Boolean value that indicates whether requests provide the value at an address in `per`. Only path
  /// parameters may be missing.
  private func isKnown(_ address: Address) -> Bool {
    if case .path(let parameter) = address { parameters.contains(parameter) } else { true }
  }

  private func checkLookup(_ value: JSON?) {
    guard let value, value.kind == .object else { return }
    for part in value["union"]?.elements.map({ $0 }) ?? [] where part["union"] == nil { checkLookup(part) }
    let other = named(value["from"] ?? value["count"] ?? value["sum"])
    checkMatches(value["where"], other)
    for key in ["member", "by"] { checkValue(value[key], other) }
  }

  private func checkMatches(_ matches: JSON?, _ collection: ItemCollection?) {
    for (_, members) in matches?.members.map({ $0 }) ?? [] {
      checkValue(members, collection)
      for member in members.elements.map({ $0 }) + members.members.map(\.value) { checkValue(member, collection) }
    }
  }

  private func named(_ name: JSON?) -> ItemCollection? {
    name?.string.flatMap { name in collections.first { $0.name == name } }
  }

  private func checkValue(_ value: JSON?, _ collection: ItemCollection?) {
    guard let value, let text = value.string else { return }
    check(text, at: value.location, collection)
  }

  private func check(_ pointer: String, at location: SourceLocation, _ collection: ItemCollection?) {
    guard let collection else { return }
    PointerLint(context: context)
      .check(pointer, at: location, in: collection.source.schema, collection.source.file, of: collection.name)
  }
}

/// Checks whether stored items fit into the responses that the endpoint documents.
extension StateLint {
  private func checkAnswers(_ rule: JSON, _ action: StateRule.Action, _ collection: ItemCollection) {
    guard [.create, .read, .update, .list, .clear].contains(action) else { return }
    let place = (rule["at"]?.string.flatMap { JSONPointer($0) } ?? collection.place) ?? JSONPointer()
    for (status, value) in endpoint["success"]?.members.map({ $0 }) ?? [] where status.hasPrefix("2") {
      for answer in value.kind == .array ? value.elements.map({ $0 }) : [value] where answer.kind == .object {
        check(answer, action, place, rule, collection)
      }
    }
  }

  private func check(
    _ answer: JSON, _ action: StateRule.Action, _ place: JSONPointer, _ rule: JSON, _ collection: ItemCollection
  ) {
    let outline = context.schemas.outline
    let shown = ResponseOutline(answer: answer)
    if shown.isForeign, let content = answer["content"], [.read, .list, .clear].contains(action) {
      let types = Spelling.list(content.members.keys)
      return tell(
        answer.place(of: "content"),
        "Stored items are JSON, but this response is \(types): add \"application/json\" to its \"content\", or give it its "
          + "own \"when\" and no \"state\".")
    }
    for (type, schema) in shown.foreignSchemas { checkForeign(schema, type) }
    guard let payload = shown.schema, payload.kind == .object else { return }
    if let misstep = outline.misstep(of: place, in: payload, file) {
      let hint = Spelling.suggestion(for: misstep.token, among: misstep.names)
      return tell(
        rule["at"]?.location ?? payload.location,
        "This response has no \"\(misstep.token)\", where the \"at\" \(place) puts the stored items\(hint)")
    }
    guard let (schema, own) = outline.schema(at: place, of: payload, in: file) else { return }
    let key = answer.place(of: shown.key)
    // A member that is the whole response may be of any type.
    let isBare = rule["show"]?[""] != nil
    if isBare || checkType(schema, own, action, place, collection, at: key) {
      checkRoom(schema, own, action, rule, collection, at: key)
    }
  }

  /// Returns a Boolean value that indicates whether an item, or a list of items, has the type that the response
  /// requires at that location.
  private func checkType(
    _ schema: JSON, _ own: String, _ action: StateRule.Action, _ place: JSONPointer, _ collection: ItemCollection,
    at location: SourceLocation
  ) -> Bool {
    let outline = context.schemas.outline
    let types = outline.value(of: "type", in: schema, own).map {
      $0.string.map { [$0] } ?? $0.elements.compactMap(\.string)
    }
    let isList = action == .list || action == .clear
    let wanted = isList ? "array" : "object"
    if let types, !types.contains(wanted), collection.isObject || isList {
      let inner = outline.members(of: schema, in: own).filter { member in
        let types = outline.value(of: "type", in: member.schema, member.file)
        return types?.string == wanted || types?.elements.contains { $0.string == wanted } ?? false
      }
      let what = isList ? "A list's items go" : "An item goes"
      tell(
        location,
        "\(what) into an \(wanted), but this response is \(Spelling.list(types, joining: "or"))"
          + (inner.first.map {
            "; set \"at\" to \"\(place.appending($0.name))\", where \(isList ? "they belong" : "it belongs")."
          }
            ?? "; remove the \"state\", or describe what it shows."))
      return false
    }
    return true
  }

  /// Returns a Boolean value that indicates whether a rule applies unconditionally. If so, its result is always in the
  /// response.
  private func isAlone(_ rule: JSON) -> Bool {
    let answers = endpoint["success"]?.members.flatMap { _, value in
      value.kind == .array ? value.elements.map { $0 } : [value]
    }
    return endpoint["state"]?.kind == .object && (answers ?? []).allSatisfy { $0["when"] == nil }
  }

  /// Checks that a response requires only members that items have, and allows all members that every item has.
  private func checkRoom(
    _ schema: JSON, _ file: String, _ action: StateRule.Action, _ rule: JSON, _ collection: ItemCollection,
    at location: SourceLocation
  ) {
    let outline = context.schemas.outline
    var (schema, file) = (schema, file)
    if action == .list {
      guard let items = outline.value(of: "items", in: schema, file), rule["tombstones"] == nil,
        items.document.file == schema.document.file
      else { return }
      (schema, file) = (items, file)
    }
    guard !collection.isOpen, !collection.members.isEmpty, isAlone(rule) else { return }
    // Initial items may have more members than the schema describes, but created ones don't.
    guard action == .create || rule["missing"] != nil || collection.seed == nil && collection.seeds.isEmpty else {
      return
    }
    let set = ["set", "add"].flatMap { rule[$0]?.members.keys ?? [] }
    let name = collection.name
    if let shown = rule["show"], shown.kind == .object {
      // An OpenAPI document declares neither, so other members come from a recording or the schema.
      if rule["standing"]?.string == Standing.assumed.rawValue { return }
      let places = shown.members.keys.compactMap { JSONPointer($0)?.tokens.first }
      guard let lacking = outline.required(of: schema, in: file).first(where: { !places.contains($0) }) else { return }
      return tell(
        shown.location,
        "This response requires \"\(lacking)\", but \"show\" doesn't say which member of an item it is.")
    }
    let known =
      collection.members.map(\.name)
      + (set + [collection.key?.description].compactMap { $0 })
      .compactMap { JSONPointer($0)?.tokens.first }
    if let lacking = outline.required(of: schema, in: file).first(where: { !known.contains($0) }) {
      tell(
        location,
        "This response requires \"\(lacking)\", but items of \"\(name)\" never have it; use \"at\" to say where in the response "
          + "the item belongs, describe \"\(lacking)\" in the items too, or remove the \"state\".")
      return
    }
    let names = outline.members(of: schema, in: file).map(\.name)
    guard outline.value(of: "additionalProperties", in: schema, file)?.bool == false, !names.isEmpty,
      schema["patternProperties"] == nil,
      let extra = collection.members.first(where: { $0.isRequired && !names.contains($0.name) })
    else { return }
    tell(
      location,
      "An item of \"\(name)\" has \"\(extra.name)\", but this response has no such member; describe it, or remove its "
        + "\"additionalProperties\": false.")
  }
}

extension StateLint {
  /// Reports paging members outside JSON and header fields. They have no effect there.
  private func checkForeign(_ schema: JSON, _ type: String) {
    for inner in SubschemaWalk.of(schema) where inner["x-paging"] != nil {
      tell(
        inner.place(of: "x-paging"),
        "\(type) isn't JSON, so it can't carry paging values; put \"x-paging\" in a JSON body or in the schema of a header."
      )
    }
  }
}

extension ItemCollection {
  /// A Boolean value that indicates whether the schema requires items to be objects.
  fileprivate var isObject: Bool { item.allowsType(.object) || !members.isEmpty }
}
