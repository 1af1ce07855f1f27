import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

@Suite struct ContractLoaderTests {
  @Test func `what refers to a file that can't be read isn't wrong besides`() {
    let endpoints = """
      { "endpoints": { "items.list": { "summary": "Items", "request": "GET /items", "source": "x",
        "query": { "kind": { "type": "array", "items": { "$ref": "contract.json#/schemas/Kind" } } },
        "styles": { "query": { "kind": { "style": "form", "explode": false } } },
        "success": { "200": { "body": { "$ref": "contract.json#/schemas/Item" } } } } } }
      """
    let loaded = ContractLoader.load([
      ContractLoader.File(name: "contract.json", path: "contract.json", bytes: Array(#"{ "plumbline": 1,, }"#.utf8)),
      ContractLoader.File(name: "items.json", path: "items.json", bytes: Array(endpoints.utf8)),
    ])
    #expect(loaded.problems.map(\.location.file) == ["contract.json"], "\(loaded.problems)")
  }

  @Test func `unsatisfiable schemas and misfit samples are looked for only by lint`() {
    let files = [
      Files.file(
        "contract.json",
        """
        { "plumbline": 1, "service": "a", "title": "A", "envelope": null,
          "servers": { "a": { "url": "http://127.0.0.1:1" } },
          "schemas": { "It": { "type": "integer", "minimum": 2, "maximum": 1 }, "Name": { "type": "string", "examples": [1] } } }
        """),
      Files.endpoints(Files.endpoint("z.list", "GET /z"), name: "z.json"),
    ]
    let linted = ContractLoader.load(files).problems.map(\.message)
    let used = ContractLoader.load(files, isLinting: false).problems.map(\.message)
    let rest = linted.filter { !used.contains($0) }
    #expect(rest.count == 2 && rest.contains { $0.hasPrefix("No value satisfies") }, "\(linted)")
    #expect(rest.contains { $0.hasPrefix("This example doesn't match the schema around it") }, "\(linted)")
  }

  @Test func `no endpoint has the id of the folder for what no endpoint has`() {
    let problems = ContractLoader.load([Files.endpoints(Files.endpoint("undocumented", "GET /z"), name: "z.json")])
      .problems
    #expect(
      problems.contains { $0.level == .error && $0.message.contains("give the endpoint another id") }, "\(problems)")
  }

  @Test func `a small contract becomes a model`() throws {
    let result = ContractLoader.load([
      Files.endpoints(Files.endpoint("z.list", "GET /z"), name: "z.json"),
      Files.endpoints(
        """
        "items.put": {
          "summary": "Change", "request": "PUT /items/{id}", "alternatives": ["PATCH /items/{key}"],
          "standing": "unconfirmed", "source": "Handbook, 3",
          "path": { "id": { "type": "integer" } }, "query": { "dry": { "type": "boolean" } },
          "required": { "query": ["dry"] },
          "body": { "$ref": "contract.json#/schemas/Item" }, "content": { "Text/CSV; charset=utf-8": {} },
          "success": {
            "200": { "payload": { "$ref": "contract.json#/schemas/Item" }, "others": ["pages"], "standing": "assumed" },
            "202": [
              { "when": { "query.dry": { "const": true } }, "payload": false },
              { "body": { "type": "array" }, "headers": { "Location": { "schema": true, "required": true } } }
            ],
            "204": {}
          },
          "failures": ["notFound", "unauthorized", "forbidden"], "requires": ["can_edit"],
          "deprecated": { "since": "2", "sunset": "2027-01-01", "successor": "z.list" }
        },
        "login": {
          "summary": "Log in", "request": "POST /login", "source": "Handbook", "safe": true, "authentication": [],
          "success": { "200": { "payload": true } }
        }
        """, name: "a.json"),
      Files.file("waivers.json", "not even JSON"),
      Files.main,
    ])
    #expect(result.problems.map(\.description) == [])
    let contract = try #require(result.contract)
    #expect(contract.title == "The Shop")
    #expect(contract.servers.map(\.url) == ["https://shop.example", "http://127.0.0.1:8080/base"])
    #expect(contract.servers.map(\.allowsWrites) == [false, true])
    #expect(contract.credentials.map(\.carrier) == [.header("X-Key"), .bearer, .cookie("tab"), .query("code"), .basic])
    #expect(contract.envelope?.places == ["/ok", "/data", "/error", "/message", "/pages"])
    #expect(contract.personas.map(\.name) == ["owner", "guest"])
    #expect(contract.failures.map(\.standing) == [.documented, .assumed, .documented, .documented])
    #expect(contract.endpoints.map(\.id) == ["items.put", "login", "z.list"])

    let put = try #require(contract.endpoint("items.put"))
    #expect(put.request.description == "PUT /items/{id}")
    #expect(put.alternatives.map(\.description) == ["PATCH /items/{key}"])
    #expect(put.standing == .unconfirmed)
    #expect(put.query.map(\.isRequired) == [true])
    #expect(put.body?.content.map(\.mediaType) == ["application/json", "text/csv"])
    #expect(put.body?.isRequired == true)
    #expect(put.successStatuses == [.exactly(200), .exactly(202), .exactly(204)])
    #expect(put.answers.map(\.standing) == [.assumed, .unconfirmed, .unconfirmed, .unconfirmed])
    #expect(put.answers[0].others == ["pages"])
    #expect(put.failures.map(\.name) == ["notFound", "unauthorized", "forbidden", "serverError"])
    #expect(put.authentication.alternatives == [["key", "session"]])
    #expect(put.requirements.count == 1)
    #expect(!put.isSafe)
    #expect(put.deprecation?.sunset == "2027-01-01")
    #expect(put.location.description == "shop/a.json:2:1")

    let dry = RequestReading(Request(method: .put, target: "/items/1?dry=true"), for: put)
    guard case .noPayload = put.answer(status: 202, for: dry)?.content else { throw Unexpected("when didn't hold") }
    let wet = RequestReading(Request(method: .put, target: "/items/1?dry=false"), for: put)
    guard case .body = put.answer(status: 202, for: wet)?.content else { throw Unexpected("when held") }

    let login = try #require(contract.endpoint("login"))
    #expect(login.isSafe)
    #expect(login.failures.map(\.name) == ["serverError"], "a common 401 needs something to authenticate")
  }

  @Test func `state and collections become rules`() throws {
    let result = ContractLoader.load([
      Files.main,
      Files.file(
        "items.json",
        """
        {
          "collections": {
            "items": {
              "item": { "$ref": "contract.json#/schemas/Item" }, "key": "/id", "owner": "/by", "seed": "items.list/success",
              "counters": { "/free": ["/total", "-/out"] }
            }
          },
          "endpoints": {
            "items.out": {
              "summary": "Take out", "request": "POST /items/{id}/out", "source": "Handbook",
              "path": { "id": { "type": "integer" } }, "body": { "properties": { "count": { "type": "integer" } } },
              "success": { "200": {} }, "failures": ["notFound"],
              "state": {
                "action": "update", "collection": "items", "key": "path.id", "merge": false,
                "add": { "/out": "body#/count", "/total": -1 }, "own": "notFound", "otherwise": "notFound",
                "guards": [
                  { "unless": { "item#/free": { "minimum": 1 } }, "failure": "notFound" },
                  { "none": "items", "where": { "path.id": ["/id", "/twin"] }, "failure": "notFound" }
                ]
              }
            }
          }
        }
        """),
    ])
    #expect(result.problems.map(\.description) == [])
    let contract = try #require(result.contract)
    let items = try #require(contract.collection("items"))
    #expect(items.key == "/id")
    #expect(items.counters.first?.terms.map(\.isSubtracted) == [false, true])
    let state = try #require(contract.endpoint("items.out")?.state)
    #expect(state.action == .update)
    #expect(state.key == .path("id"))
    #expect(state.merge == .none)
    #expect(state.additions.map(\.target.description) == ["/out", "/total"])
    #expect(state.own?.name == "notFound")
    #expect(state.guards.count == 2)
    guard case .unless(let condition) = state.guards[0].test else { throw Unexpected("no condition") }
    let endpoint = try #require(contract.endpoint("items.out"))
    let reading = RequestReading(Request(method: .post, target: "/items/1/out"), for: endpoint)
    #expect(condition.holds(for: reading, item: ["free": 1]))
    #expect(!condition.holds(for: reading, item: ["free": 0]))
    #expect(!condition.holds(for: reading))
  }

  @Test func `a state may be a list, and its values come from everywhere`() throws {
    let result = ContractLoader.load([
      Files.main,
      Files.file(
        "items.json",
        """
        { "collections": { "items": { "item": { "$ref": "contract.json#/schemas/Item" }, "key": "/id" } },
          "endpoints": { "items.move": {
            "summary": "Moves", "request": "POST /items/{id}/move", "source": "Handbook",
            "path": { "id": { "type": "integer" } }, "query": { "page": { "type": "integer", "default": 2 } },
            "body": { "$ref": "#/endpoints/items.move/x-body" },
            "x-body": { "allOf": [
              { "properties": { "a": { "properties": { "n": { "type": "integer", "default": 1 } } } } }] },
            "success": { "200": {} }, "failures": ["notFound"],
            "state": [
              { "when": { "query.page": { "const": 3 } }, "action": "login" },
              { "action": "update", "collection": "items", "key": "query.page", "add": { "/n": "-body#/a/n" }, "set": {
                "/a": "now", "/b": { "now": "P1DT2H" }, "/c": { "const": null }, "/d": "item#/d", "/e": "persona.id" } }
            ] } } }
        """),
    ])
    #expect(result.problems == [])
    let contract = try #require(result.contract)
    let states = try #require(contract.endpoint("items.move")?.states)
    #expect(states.map(\.action) == [.login, .update])
    #expect(states[0].condition.clauses.count == 1)
    #expect(states[1].defaults[.query("page")] == 2)
    #expect(states[1].defaults[.body("/a/n")] == 1)
    let values = states[1].assignments.map(\.value)
    guard case .now(later: 0, _) = values[0], case .now(later: 93_600, _) = values[1],
      case .constant(let nothing) = values[2], nothing.isNull,
      case .address(.item("/d")) = values[3], case .address(.persona("id")) = values[4]
    else { throw Unexpected("\(values)") }
  }

  @Test func `a collection knows its members, whose they are and what every change sets`() throws {
    let result = ContractLoader.load([
      Files.main,
      Files.file(
        "items.json",
        """
        { "collections": { "items": { "per": "persona.id", "touch": ["/at"], "item": {
          "allOf": [{ "$ref": "contract.json#/schemas/Item" }],
          "properties": { "size": { "enum": ["S", "L"], "default": "S" }, "at": { "type": ["string", "null"] } } } } } }
        """),
    ])
    let items = try #require(result.contract?.collection("items"), "\(result.problems)")
    #expect(items.per == [.persona("id")])
    #expect(items.touched.map(\.pointer) == ["/at"])
    #expect(items.members.map(\.name) == ["size", "at", "id", "name"])
    #expect(items.members.map(\.isRequired) == [false, false, true, true])
    #expect(items.members.map(\.isNullable) == [false, true, false, false])
    #expect(items.members[0].ranks == ["S", "L"])
    #expect(items.members[0].standard == "S")
  }

  @Test(
    arguments: [
      ("P30D", 2_592_000), ("PT1H30M", 5400), ("P2W", 1_209_600), ("PT0S", 0), ("P1DT1S", 86_401), ("P", nil),
      ("PT", nil), ("P1M", nil), ("P1H", nil), ("1D", nil), ("P1", nil), ("P-1D", nil), ("P9999999999D", nil),
      ("P999999999W999999999W", nil), ("PT1HT1M", nil), ("", nil),
    ] as [(String, Int?)])
  func `a length of time is read`(text: String, seconds: Int?) {
    #expect(DurationText.seconds(text) == seconds)
  }

  @Test func `a contract with warnings alone is used`() throws {
    let result = ContractLoader.load([
      Files.main, Files.endpoints(Files.endpoint("a", "GET /a", #", "requires": ["can_edti"]"#)),
    ])
    #expect(result.contract != nil)
    #expect(
      result.problems.map(\.description) == [
        "shop/items.json:2:109: warning: No persona has the permission \"can_edti\"; did you mean \"can_edit\"?"
      ])
  }

  @Test func `no files at all lack contract.json`() {
    let result = ContractLoader.load([])
    #expect(result.contract == nil)
    #expect(result.problems.map(\.location.description) == ["contract.json:1:1"])
  }

  @Test(arguments: [100, 500, 5000])
  func `schemas nested very deep are read or refused`(depth: Int) {
    let text = String(repeating: "{ \"items\": ", count: depth) + "true" + String(repeating: " }", count: depth)
    let result = ContractLoader.load([Files.main, Files.file("deep.json", "{ \"schemas\": { \"A\": \(text) } }")])
    #expect((result.contract == nil) == !result.problems.isEmpty)
  }
}
