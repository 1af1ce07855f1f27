/// A contract with two collections and endpoints for every action on them, assembled by an input's choices.
struct RandomContract {
  /// A member that an item may have, with its schema and values that fit it.
  struct Member {
    let name: String
    let schema: String
    let values: [String]
  }

  /// An endpoint with everything that is needed to create requests to it.
  struct Endpoint {
    let id: String
    let method: String
    /// The path before the item's key.
    let path: String
    /// The path after the item's key, or `nil` if neither the key nor anything else follows.
    var tail: String?
    var query: [String] = []
    var hasBody = false
  }

  let members: [Member]
  let key: Member?
  /// A Boolean value that indicates whether a caller needs a credential.
  let asksWho: Bool
  private(set) var endpoints: [Endpoint] = []
  /// The contract's file.
  private(set) var text = ""
  /// A Boolean value that indicates whether responses show an item exactly as it was created, read or changed.
  private(set) var isPlain = true

  private static let keys = [
    Member(name: "id", schema: #"{"type":"integer","minimum":1}"#, values: ["1", "7", "2e1"]),
    Member(name: "id", schema: #"{"type":"integer","maximum":6}"#, values: ["1", "-5", "6"]),
    Member(name: "id", schema: #"{"type":"string"}"#, values: [#""1""#, #""item-7""#, #""x y""#]),
    Member(name: "id", schema: #"{"type":"string","pattern":"^[a-z]+-[0-9]+$"}"#, values: [#""a-1""#, #""item-7""#]),
    Member(
      name: "id", schema: #"{"type":"string","format":"uuid"}"#, values: [#""00000000-0000-4000-8000-0000000000aa""#]),
    Member(name: "id", schema: "{}", values: ["1", #""1""#, "null", "1.0", "[1]"]),
    Member(name: "id", schema: #"{"type":"number"}"#, values: ["1.5", "2", "9223372036854775806"]),
  ]

  private static let pool = [
    Member(name: "name", schema: #"{"type":"string"}"#, values: [#""a""#, #""Bee""#, #""""#, #""É;`|""#]),
    Member(
      name: "title", schema: #"{"type":["string","null"],"minLength":2,"maxLength":6}"#, values: [#""ab""#, "null"]),
    Member(name: "price", schema: #"{"type":"number","minimum":0,"multipleOf":0.5}"#, values: ["0", "2.5", "1e3"]),
    Member(
      name: "count", schema: #"{"type":"integer","minimum":0,"maximum":100,"default":3}"#, values: ["1", "99", "1e1"]),
    Member(name: "total", schema: #"{"type":"integer","default":10}"#, values: ["0", "9223372036854775807", "-3"]),
    Member(name: "out", schema: #"{"type":"integer","minimum":0,"default":0}"#, values: ["0", "1", "10"]),
    Member(
      name: "status", schema: #"{"enum":["new","open",null,7],"default":"new"}"#, values: [#""open""#, "null", "7"]),
    Member(
      name: "tags", schema: #"{"type":"array","items":{"type":["string","object"]},"maxItems":3,"uniqueItems":true}"#,
      values: ["[]", #"["a"]"#, #"["a","b","c"]"#]),
    Member(
      name: "meta",
      schema: #"{"type":"object","required":["a"],"properties":{"a":{"type":"string"},"b":{"type":"object","#
        + #""properties":{"c":{"type":"integer"}}}}}"#, values: [#"{"a":"x"}"#, #"{"a":"","b":{"c":1}}"#]),
    Member(name: "owner", schema: #"{"type":["integer","string","null"]}"#, values: ["3", #""3""#, "4", "null"]),
    Member(
      name: "created", schema: #"{"type":"string","format":"date-time"}"#,
      values: [#""2026-11-22T10:00:00Z""#, #""9999-12-31T23:59:59Z""#]),
    Member(
      name: "stamp", schema: #"{"type":"integer","x-time":"milliseconds"}"#,
      values: ["1714989123456", "9223372036854775807", "0"]),
    Member(name: "day", schema: #"{"type":"string","format":"date"}"#, values: [#""2026-11-22""#]),
    Member(name: "free", schema: "{}", values: ["1", "null", #"{"a":[1]}"#, "[]", #""x""#]),
    Member(
      name: "choice", schema: #"{"oneOf":[{"type":"integer"},{"type":"string","pattern":"^[a-c]+$"}]}"#,
      values: ["5", #""abc""#]),
    Member(
      name: "inner", schema: ##"{"type":["object","null"],"properties":{"item":{"$ref":"#/schemas/Item"}}}"##,
      values: ["null", "{}"]),
    Member(name: "parent", schema: #"{"type":["integer","string","null"]}"#, values: ["1", "2"]),
  ]

  init(_ choices: inout Choices) {
    key = choices.once(in: 8) ? nil : choices.one(of: Self.keys)
    members = choices.some(of: Self.pool)
    asksWho = choices.once(in: 3)
    text = write(&choices)
  }

  private func has(_ name: String) -> Bool { members.contains { $0.name == name } }

  private mutating func write(_ choices: inout Choices) -> String {
    let all = (key.map { [$0] } ?? []) + members
    let required = choices.some(of: all, once: 3).map { "\"\($0.name)\"" }.joined(separator: ",")
    let isClosed = choices.once(in: 3) ? #","additionalProperties":false"# : ""
    let properties = all.map { "\"\($0.name)\":\($0.schema)" }.joined(separator: ",")
    let given = choices.some(of: all, once: 1 + choices.below(3)).map { "\"\($0.name)\":\($0.schema)" }
    let envelope = choices.one(of: [
      "null", #"{"flag":"success","payload":"data","errorCode":"error","message":"message"}"#,
      #"{"flag":"ok","payload":"a/b~c","errorCode":"code","message":"text","details":"why","others":{"paging":{"#
        + #""type":"object","properties":{"n":{"type":"integer","x-paging":"total"},"p":{"type":"integer","x-paging":"pages"},"#
        + #""m":{"type":"boolean","x-paging":"more"}}}}}"#,
    ])
    return """
      { "plumbline": 1, "service": "fuzz", "title": "Fuzzed", "envelope": \(envelope),
        "servers": { "real": { "url": "https://api.example.test" } },
        "credentials": { "key": { "in": "header", "name": "X-Key", "environment": "FUZZ_KEY" },
          "session": { "in": "bearer", "lifetime": "PT1H", "environment": "FUZZ_TOKEN" } },
        "authentication": \(asksWho ? #"["session"]"# : "[]"),
        "personas": {
          "ada": { "id": 3, "credentials": { "key": "k-3", "session": "ada-token" }, "permissions": ["edit"],
            "login": { "name": "ada", "password": "demo" } },
          "ben": { "id": "4", "credentials": { "key": "k-4", "session": "ben-token" }, "permissions": [],
            "login": { "name": "ben", "password": "demo" } } },
        "failures": { "invalid": { "status": 422, "codes": ["INVALID"] }, "missing": { "status": 404, "codes": ["MISSING"] },
          "conflict": { "status": 409 }, "unauthorized": { "status": 401, "codes": ["WHO"] },
          "forbidden": { "status": 403, "codes": ["NO"] }, "full": { "status": 507 } },
        "commonFailures": ["invalid", "missing", "conflict", "unauthorized", "forbidden"],
        "schemas": {
          "Item": { "type": "object", "required": [\(required)], "properties": { \(properties) }\(isClosed) },
          "Given": { "type": "object", "properties": { \((given + [#""by":{"type":"integer"}"#]).joined(separator: ",")) } },
          "Part": { "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" }, "item": {}, "n": { "type": "integer" } } }
        },
        "collections": { "items": \(collection(&choices)),
          "parts": { "item": { "$ref": "#/schemas/Part" }, "key": "/id", "seed": [{ "id": 1, "item": 1, "n": 2 }] } },
        "endpoints": { \(endpoints(&choices, bare: envelope == "null")) } }
      """
  }

  private mutating func collection(_ choices: inout Choices) -> String {
    var parts = [##""item": { "$ref": "#/schemas/Item" }"##]
    if key != nil { parts.append(#""key": "/id""#) }
    var seeds: [String] = []
    for number in 0..<choices.below(4) {
      let values = ([key].compactMap { $0 } + members).map { "\"\($0.name)\":\($0.values[number % $0.values.count])" }
      seeds.append("{\(values.joined(separator: ","))}")
    }
    if !seeds.isEmpty { parts.append("\"seed\": [\(seeds.joined(separator: ","))]") }
    if has("owner"), choices.below(2) == 0 { parts.append(#""owner": "/owner""#) }
    if has("total"), has("out"), choices.below(2) == 0 {
      parts.append(#""counters": { "/left": ["/total", "-/out"], "/meta/b/c": ["/total", "/total"] }"#)
      isPlain = false
    }
    if has("created"), choices.below(2) == 0 {
      parts.append(#""touch": ["/created"]"#)
    } else if has("stamp") {
      parts.append(#""touch": ["/stamp"], "etag": "/stamp""#)
    }
    if choices.once(in: 4) { parts.append(#""per": "persona.id""#) }
    return "{ \(parts.joined(separator: ", ")) }"
  }

  /// Without an envelope answers have bare bodies.
  private mutating func endpoints(_ choices: inout Choices, bare: Bool) -> String {
    let text = written(&choices)
    return bare
      ? text.replacing("\"payload\": false", with: "\"body\": {}").replacing("\"payload\"", with: "\"body\"") : text
  }

  private mutating func written(_ choices: inout Choices) -> String {
    var texts: [String] = []
    func add(_ endpoint: Endpoint, _ path: String, _ success: String, _ state: String, _ more: String = "") {
      var text = """
        "\(endpoint.id)": { "summary": "x", "source": "x", "request": "\(endpoint.method) \(path)",
          "success": \(success), "state": \(state)
        """
      if path.contains("{id}") { text += #", "path": { "id": {} }"# }
      if endpoint.hasBody { text += ##", "body": { "$ref": "#/schemas/Given" }"## }
      texts.append(text + more + " }")
      endpoints.append(endpoint)
    }
    let one = ##"{ "200": { "payload": { "$ref": "#/schemas/Item" } } }"##
    let key = self.key == nil ? "" : #", "key": "path.id""#
    let tail = self.key == nil ? nil : ""
    let path = self.key == nil ? "/items/own" : "/items/{id}"
    let own = choices.once(in: 4) ? #", "own": "forbidden""# : ""
    let others = choices.once(in: 3) ? #", "otherwise": "conflict""# : ""

    add(
      Endpoint(id: "items.list", method: "GET", path: "/items", query: Self.queryNames), "/items",
      ##"{ "200": { "payload": { "type": "array", "items": { "$ref": "#/schemas/Item" } } } }"##,
      list(&choices), Self.query)
    add(
      Endpoint(id: "items.create", method: "POST", path: "/items", hasBody: true), "/items",
      ##"{ "201": { "payload": { "$ref": "#/schemas/Item" } } }"##,
      #"{ "action": "create", "collection": "items"\#(effects(&choices, guards: true))\#(others) }"#)
    add(
      Endpoint(id: "items.get", method: "GET", path: "/items/", tail: tail), path, one,
      #"{ "action": "read", "collection": "items"\#(key) }"#)
    add(
      Endpoint(id: "items.update", method: "PATCH", path: "/items/", tail: tail, hasBody: true), path, one,
      #"{ "action": "update", "collection": "items"\#(key)\#(own), "merge": \#(choices.one(of: Self.merges))"#
        + (self.key != nil && choices.once(in: 3) ? #", "missing": "create""# : "") + effects(&choices, guards: true)
        + others + " }")
    add(
      Endpoint(id: "items.delete", method: "DELETE", path: "/items/", tail: tail), path,
      choices.one(of: [one, #"{ "204": {} }"#, #"{ "200": { "payload": false } }"#]),
      #"{ "action": "delete", "collection": "items"\#(key)\#(own) }"#)
    if self.key != nil, has("tags") {
      add(
        Endpoint(id: "items.tag", method: "POST", path: "/items/", tail: "/tags", hasBody: true), path + "/tags", one,
        #"{ "action": "append", "collection": "items", "at": "\#(choices.one(of: ["/tags", "/meta/list", "/free"]))"\#(key) }"#
      )
    }
    if self.key != nil {
      add(
        Endpoint(id: "parts.add", method: "POST", path: "/items/", tail: "/parts", hasBody: true), path + "/parts",
        ##"{ "201": { "payload": { "$ref": "#/schemas/Part" } } }"##,
        ##"{ "action": "create", "collection": "parts", "merge": false, "within": { "path.id": "/item" }, "set": { "/n": "body#/by" },"##
          + ##" "guards": [{ "some": "items", "where": { "path.id": "/id" }, "failure": "missing" }],"##
          + ##" "also": [{ "action": "update", "collection": "items", "key": "path.id", "merge": false\##(effects(&choices, guards: false)) }] }"##
      )
    }
    texts.append(
      ##""auth.login": { "summary": "x", "source": "x", "request": "POST /login", "authentication": [], "safe": true, "failures": ["unauthorized"],"##
        + ##" "body": { "type": "object" }, "success": { "200": { "payload": { "type": "object", "required": ["token"],"##
        + ##" "properties": { "token": { "type": "string" } } } } }, "state": { "action": "login", "set": { "/token": "credential.session" } } }"##
    )
    endpoints.append(Endpoint(id: "auth.login", method: "POST", path: "/login", hasBody: true))
    texts.append(
      #""auth.logout": { "summary": "x", "source": "x", "request": "POST /logout", "success": { "204": {} }, "state": { "action": "logout" } }"#
    )
    endpoints.append(Endpoint(id: "auth.logout", method: "POST", path: "/logout"))
    return texts.joined(separator: ",\n")
  }

  private static let merges = [#""deep""#, #""shallow""#, #""replace""#, #""patch""#, "false"]
  private static let queryNames = ["page", "size", "sort", "order", "name", "status", "least", "most", "search"]
  private static let query =
    ##", "query": { "page": { "type": "integer", "default": 1 }, "size": { "type": "integer" }, "sort": { "type": "string" },"##
    + ##" "order": { "enum": ["asc", "desc"] }, "name": {}, "status": {}, "least": {}, "most": { "type": "number" }, "search": { "type": "string" } }"##

  private mutating func list(_ choices: inout Choices) -> String {
    let filters = choices.some(of: [
      #""query.name": "/name""#, #""query.status": "/status""#, #""query.least": { "atLeast": "/created" }"#,
      #""query.most": { "atMost": "/price" }"#, #""query.search": ["/name", "/title", "/meta/a"]"#,
    ])
    var parts = [#""action": "list", "collection": "items""#]
    if !filters.isEmpty { parts.append("\"filter\": { \(filters.joined(separator: ", ")) }") }
    if choices.below(2) == 0 { parts.append(#""sort": "query.sort", "order": "query.order""#) }
    if choices.below(2) == 0 { parts.append(#""page": "query.page", "size": "query.size""#) }
    return "{ \(parts.joined(separator: ", ")) }"
  }

  /// Returns the members for a rule's effects beside the body, and for its conditions.
  private mutating func effects(_ choices: inout Choices, guards: Bool) -> String {
    if choices.below(2) == 0 { return "" }
    let sets = choices.some(
      of: [
        #""/created": "now""#, #""/day": { "now": "P9D" }"#, #""/owner": "persona.id""#, #""/name": "body#/title""#,
        #""/count": { "count": "parts", "where": { "body#/by": "/n" } }"#,
        #""/free": { "count": "items", "by": "/status" }"#,
        #""/total": { "sum": "items", "member": "/total" }"#, #""/meta/b/c": { "const": 7 }"#,
        #""/parent": { "from": "items", "where": { "body#/by": "/id" }, "member": "/parent" }"#,
      ], once: 4)
    let adds = choices.some(
      of: [#""/count": 1"#, #""/total": "body#/by""#, #""/out": "-body#/by""#, #""/price": 0.5"#, #""/total": 1e400"#],
      once: 4)
    var text = ""
    if !sets.isEmpty { text += ", \"set\": { \(sets.joined(separator: ", ")) }" }
    if !adds.isEmpty, Set(adds.map { $0.prefix(6) }).count == adds.count {
      text += ", \"add\": { \(adds.joined(separator: ", ")) }"
    }
    let conditions = choices.some(
      of: [
        #"{ "unless": { "item#/status": { "const": "open" } }, "failure": "conflict" }"#,
        #"{ "none": "items", "where": { "body#/name": "/name" }, "failure": "conflict" }"#,
        #"{ "value": { "count": "items" }, "is": { "maximum": 4 }, "failure": "conflict" }"#,
      ], once: 5)
    if guards, !conditions.isEmpty { text += ", \"guards\": [\(conditions.joined(separator: ", "))]" }
    return text
  }
}
