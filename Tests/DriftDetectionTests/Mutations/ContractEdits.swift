import PlumblineJSONTree

/// Every single edit of a contract's text, with its effects on clients that send requests and on those that receive
/// responses.
struct ContractEdits {
  struct Edit {
    let kind: String
    let file: String
    let root: JSON
    /// The expected findings as `endpoint rule pointer`, each at least a warning.
    let expected: Set<String>
  }

  private let text: ContractText
  private var made: [Edit] = []

  static func all(of text: ContractText) -> [Edit] {
    var edits = ContractEdits(text: text)
    for (_, node) in ContractReach(text).nodes.sorted(by: { $0.key < $1.key }) {
      edits.changeMembers(of: node)
      edits.changeValue(of: node)
    }
    edits.changeEndpoints()
    return edits.made
  }

  private init(text: ContractText) { self.text = text }

  /// - Parameters:
  ///   - schema: The schema that replaces the node's.
  ///   - requests: The rule that a request breaks and the place, or `nil` if all requests stay valid.
  ///   - responses: The rule that a response breaks and the place, or `nil` if all responses stay valid.
  private mutating func add(
    _ kind: String, _ node: ContractReach.Node, _ schema: JSON,
    requests: (rule: String, place: String?)? = nil, responses: (rule: String, place: String?)? = nil
  ) {
    var expected: Set<String> = []
    for site in node.sites {
      guard let (kind, name) = site.isRequest ? requests : responses else { continue }
      let rule = site.isOfNames ? "not-allowed" : kind
      let pointer = name.map(site.pointer.appending) ?? site.pointer
      let message = site.isRequest ? "request" : "response"
      expected.insert("\(site.endpoint) change.\(message).field.\(rule) \(pointer)")
    }
    add(kind, node.place.file, at: node.place.schema.pointer, schema, expected)
  }

  private mutating func add(
    _ kind: String, _ file: String, at pointer: JSONPointer, _ value: JSON, _ expected: Set<String>
  ) {
    guard let root = text.contents[file]?.replacing(pointer, with: value) else { return }
    made.append(Edit(kind: kind, file: file, root: root, expected: expected))
  }

  // MARK: - Members

  private mutating func changeMembers(of node: ContractReach.Node) {
    let schema = node.place.schema
    // If additional members are allowed, a member that is no longer described is still valid.
    guard let members = schema["properties"]?.members, schema["additionalProperties"] == nil,
      node.sites.allSatisfy({ !$0.isParameter && $0.count("additionalProperties") == 0 })
    else { return }
    let required = schema["required"]?.elements.compactMap(\.string) ?? []
    add(
      "add a member", node,
      schema.setting("properties", to: (schema["properties"] ?? [:]).setting("zz_added", to: ["type": "string"])))
    for name in members.keys {
      let isRequired = required.contains(name)
      // Other schemas of the same place may describe the member too.
      guard node.sites.allSatisfy({ $0.describes(name) == 1 && $0.requires(name) == (isRequired ? 1 : 0) }) else {
        continue
      }
      let others = JSON.array(required.filter { $0 != name }.map { JSON($0) })
      if isRequired {
        add("let a member be absent", node, schema.setting("required", to: others), responses: ("missing", nil))
      } else {
        add(
          "ask for a member", node, schema.setting("required", to: .array((required + [name]).map { JSON($0) })),
          requests: ("required", nil))
      }
      let properties = schema["properties"]?.removing(JSONPointer(tokens: [name])) ?? [:]
      // An object without described members can have any members.
      let isAny = properties.count == 0 && node.sites.allSatisfy { $0.count("properties") == 1 }
      // The same holds for a response, in which case the finding about the member no longer applies.
      if isAny, node.sites.contains(where: { !$0.isRequest }) { continue }
      // A missing member of a response was required, or at least documented. In a request, the member no longer has a
      // meaning.
      let gone: (String, String?) = isRequired ? ("missing", nil) : ("removed", name)
      var rest = schema.setting("properties", to: properties)
      if isRequired { rest = rest.setting("required", to: others) }
      add("remove a member", node, rest, requests: isAny ? nil : ("removed", name), responses: gone)
      for (kind, other) in [("rename a member", "zz_\(name)"), ("re-case a member", FieldChanges.recased(name).first)] {
        guard let other, schema["properties"]?[other] == nil, let member = schema["properties"]?[name] else { continue }
        add(
          kind, node, rest.setting("properties", to: properties.setting(other, to: member)),
          requests: ("removed", name), responses: gone)
      }
    }
  }

  // MARK: - Values

  private mutating func changeValue(of node: ContractReach.Node) {
    changeType(of: node)
    changeList(of: node)
    changeBounds(of: node)
    changeFormat(of: node)
  }

  private mutating func changeType(of node: ContractReach.Node) {
    let schema = node.place.schema
    guard let type = schema["type"], schema["enum"] == nil, schema["const"] == nil,
      node.sites.allSatisfy({
        !$0.isParameter && $0.count("type") == 1 && $0.count("anyOf") == 0 && $0.count("enum") + $0.count("const") == 0
      })
    else { return }
    let names = type.string.map { [$0] } ?? type.elements.compactMap(\.string)
    let values = names.filter { $0 != "null" }
    let isNullable = values.count < names.count
    guard let only = values.first, values.count == 1 else { return }
    let other = only == "string" ? "integer" : "string"
    add(
      "retype", node, ["type": isNullable ? [JSON(other), "null"] : JSON(other)], requests: ("type-changed", nil),
      responses: ("type-changed", nil))
    if isNullable {
      add("allow no null", node, schema.setting("type", to: JSON(only)), requests: ("null-not-allowed", nil))
    } else {
      add("allow null", node, schema.setting("type", to: [JSON(only), "null"]), responses: ("null-allowed", nil))
    }
    func retyped(_ name: String) -> JSON {
      schema.setting("type", to: isNullable ? [JSON(name), "null"] : JSON(name))
    }
    if only == "integer" { add("widen an integer", node, retyped("number"), responses: ("type-changed", nil)) }
    if only == "number" { add("narrow a number", node, retyped("integer"), requests: ("type-changed", nil)) }
  }

  private mutating func changeList(of node: ContractReach.Node) {
    let schema = node.place.schema
    guard let values = schema["enum"]?.elements.map({ $0 }),
      node.sites.allSatisfy({ $0.count("enum") + $0.count("const") == 1 })
    else { return }
    add(
      "list one more value", node, schema.setting("enum", to: .array(values + ["ZZ_NEW"])),
      responses: ("value-added", nil))
    if values.count > 1 {
      add(
        "list one value less", node, schema.setting("enum", to: .array(Array(values.dropLast()))),
        requests: ("value-removed", nil))
    }
  }

  private mutating func changeBounds(of node: ContractReach.Node) {
    for (keyword, step) in [("minimum", 1), ("minLength", 1), ("maximum", -1), ("maxLength", -1)] {
      guard let bound = node.place.schema[keyword]?.int,
        node.sites.allSatisfy({ $0.count(keyword) == 1 && $0.count("format") + $0.count("pattern") == 0 })
      else { continue }
      add(
        "tighten a bound", node, node.place.schema.setting(keyword, to: JSON(bound + step)),
        requests: ("out-of-bounds", nil))
      // A string can't have a negative length.
      if keyword == "minLength", bound == 0 { continue }
      add(
        "loosen a bound", node, node.place.schema.setting(keyword, to: JSON(bound - step)),
        responses: ("out-of-bounds", nil))
    }
  }

  private mutating func changeFormat(of node: ContractReach.Node) {
    let schema = node.place.schema
    for keyword in ["format", "pattern"] where schema[keyword] != nil {
      guard node.sites.allSatisfy({ $0.count(keyword) == 1 && $0.count("const") + $0.count("enum") == 0 }),
        let rest = schema.removing(JSONPointer(tokens: [keyword]))
      else { continue }
      add("take a \(keyword) away", node, rest, responses: (keyword, nil))
    }
    guard schema["type"]?.string == "string", schema["format"] == nil, schema["pattern"] == nil,
      node.sites.allSatisfy({
        $0.count("format") + $0.count("pattern") + $0.count("enum") + $0.count("const") + $0.count("maxLength") == 0
      })
    else { return }
    add("ask for a format", node, schema.setting("format", to: "date"), requests: ("format", nil))
  }

  // MARK: - Endpoints

  private mutating func changeEndpoints() {
    for id in text.endpointIDs {
      guard let place = text.endpoint(id) else { continue }
      let endpoint = place.schema
      func edit(_ kind: String, _ other: JSON, _ expected: String...) {
        add(kind, place.file, at: endpoint.pointer, other, Set(expected.map { "\(id) change.\($0)" }))
      }
      changeLine(id, place)
      for (name, schema) in endpoint["query"]?.members.map({ $0 }) ?? [] {
        let query = endpoint["query"]?.removing(JSONPointer(tokens: [name])) ?? [:]
        let isRequired = endpoint["required"]?["query"]?.elements.contains { $0.string == name } ?? false
        guard !isRequired else { continue }
        let removed = "request.parameter.removed /request/query/\(name)"
        edit("remove a query parameter", endpoint.setting("query", to: query), removed)
        edit(
          "rename a query parameter", endpoint.setting("query", to: query.setting("zz_\(name)", to: schema)), removed)
        let names = endpoint["required"]?["query"]?.elements.map { $0 } ?? []
        edit(
          "ask for a query parameter",
          endpoint.setting(
            "required", to: (endpoint["required"] ?? [:]).setting("query", to: .array(names + [JSON(name)]))),
          "request.parameter.required /request/query/\(name)")
      }
      edit(
        "add a query parameter",
        endpoint.setting("query", to: (endpoint["query"] ?? [:]).setting("zz_added", to: ["type": "string"])))
      if endpoint["content"] != nil {
        // A body with several media types has one schema for each.
      } else if endpoint["body"] == nil {
        edit("add a body", endpoint.setting("body", to: ["type": "object"]), "request.body.required /request/body")
      } else if endpoint["required"]?["body"]?.bool == nil {
        if let bare = endpoint.removing("/body") { edit("remove the body", bare, "request.body.removed /request/body") }
        edit(
          "let the body be absent",
          endpoint.setting("required", to: (endpoint["required"] ?? [:]).setting("body", to: false)))
      }
      changeFailures(id, place)
    }
  }

  private mutating func changeLine(_ id: String, _ place: ContractText.Place) {
    let endpoint = place.schema
    let pointer = endpoint.pointer
    guard let root = text.contents[place.file], let parent = pointer.parent, let line = endpoint["request"]?.string
    else {
      return
    }
    func note(_ kind: String, _ root: JSON?, _ expected: Set<String>) {
      if let root { made.append(Edit(kind: kind, file: place.file, root: root, expected: expected)) }
    }
    note("remove an endpoint", root.removing(pointer), ["\(id) change.endpoint.removed "])
    note("rename an endpoint", root.renaming(pointer, to: "zz.\(id)"), [])
    for (kind, other) in [
      ("move an endpoint", line.replacing(" /", with: " /zz/", maxReplacements: 1)),
      ("change a method", "QUERY" + line.drop { $0 != " " }),
    ] {
      add(
        kind, place.file, at: pointer, endpoint.setting("request", to: JSON(other)), ["\(id) change.endpoint.moved "])
    }
    note(
      "add an endpoint",
      root.inserting(
        key: "zz.added",
        value: ["summary": "Z", "request": "GET /zz", "source": "1", "success": ["204": [:]]], at: parent), [])
  }

  private mutating func changeFailures(_ id: String, _ place: ContractText.Place) {
    let endpoint = place.schema
    let own = endpoint["errors"]?.elements.compactMap(\.string) ?? []
    // Guards refer to failures by name, and several failures can share a status.
    let statuses = text.failures(of: endpoint).map(\.status)
    for (name, failure) in text.root?["errors"]?.members.map({ $0 }) ?? []
    where !own.contains(name) && !statuses.contains(failure["status"]?.int ?? 0) {
      add(
        "add a failure", place.file, at: endpoint.pointer,
        endpoint.setting("errors", to: .array((own + [name]).map { JSON($0) })),
        ["\(id) change.response.failure.added "])
    }
  }
}
