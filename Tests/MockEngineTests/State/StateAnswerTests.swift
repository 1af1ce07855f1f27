import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import Testing

/// Parts of responses other than the stored items, such as the counts of a list and header fields.
@Suite struct StateAnswerTests {
  private static let item = """
    "Item": { "type": "object", "required": ["id", "name"], "properties": {
      "id": { "type": "integer" }, "name": { "type": "string" } } }
    """
  private static let items = """
    "items": { "item": { "$ref": "#/schemas/Item" }, "key": "/id", "seed": [{ "id": 1, "name": "One" }, { "id": 2, "name": "Two" }] }
    """

  private static func contract(_ endpoints: String) -> String {
    """
    "failures": { "missing": { "status": 404 } }, "schemas": { \(item) }, "collections": { \(items) },
    "endpoints": { \(endpoints) }
    """
  }

  private static func creating(_ location: String, _ path: String = "/items", more: String = "") -> String {
    let parameters = path.contains("{") ? #""path": { "shelf": { "type": "string" } }, "# : ""
    return contract(
      """
      "items.create": { "summary": "x", "request": "POST \(path)", "source": "x", \(parameters)
        "body": { "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } },
        "success": { "201": { "body": { "$ref": "#/schemas/Item" }, "headers": { "Location": \(location) } } },
        "state": { "action": "create", "collection": "items" } }\(more)
      """)
  }

  private static func reading(_ path: String) -> String {
    let shelf = path.contains("{shelf}") ? #""shelf": { "type": "string" }, "# : ""
    return """
      , "items.get": { "summary": "x", "request": "GET \(path)", "source": "x", "path": { \(shelf)"id": { "type": "integer" } },
        "success": { "200": { "body": { "$ref": "#/schemas/Item" } } }, "failures": ["missing"],
        "state": { "action": "read", "collection": "items", "key": "path.id" } }
      """
  }

  @Test func `a list in the content of an answer is counted as one in its body`() throws {
    let bench = try Bench(
      Self.contract(
        """
        "items.list": { "summary": "x", "request": "GET /items", "source": "x", "query": { "page": { "type": "integer" },
            "per": { "type": "integer", "default": 1 } },
          "success": { "200": { "content": { "text/csv": {}, "application/hal+json": { "schema": {
            "type": "object", "required": ["items", "total", "more"], "properties": {
              "items": { "type": "array", "items": { "$ref": "#/schemas/Item" } },
              "total": { "type": "integer", "x-paging": "total" }, "more": { "type": "boolean", "x-paging": "more" } } } } } } },
          "state": { "action": "list", "collection": "items", "at": "/items", "page": "query.page", "size": "query.per" } }
        """))
    #expect(bench.problems == [])
    let seen = bench.send(.get, "/items?page=1")
    #expect(seen.text == #"{"total":2,"more":true,"items":[{"id":1,"name":"One"}]}"#)
    #expect(seen.response.mediaType == "application/hal+json")
  }

  @Test(arguments: [
    (#"{ "required": true }"#, "", "/items/3"),
    (#"{ "required": true }"#, reading("/things/{id}"), "/things/3"),
    (#"{ "required": true, "schema": { "type": "string", "format": "uri" } }"#, "", "http://shop.test:8080/items/3"),
    (#"{ "schema": { "type": "string", "pattern": "^/items/" } }"#, "", "/items/3"),
    (#"{ "required": true, "schema": { "const": "/latest" } }"#, "", "/latest"),
  ])
  func `what is made is where Location says`(header: String, further: String, location: String) throws {
    let bench = try Bench(Self.creating(header, more: further))
    let seen = bench.send(.post, "/items", #"{"name":"Three"}"#)
    #expect(seen.status == 201)
    #expect(seen["location"] == location, "\(seen.response.headers)")
  }

  @Test func `the way to an item keeps what the request's path says`() throws {
    let bench = try Bench(
      Self.creating(
        #"{ "required": true }"#, "/shelves/{shelf}/items", more: Self.reading("/shelves/{shelf}/items/{id}")))
    let seen = bench.send(.post, "/shelves/a%20b/items", #"{"name":"Three"}"#)
    #expect(seen["location"] == "/shelves/a%20b/items/3")
    #expect(bench.send(.get, seen["location"] ?? "").json?["name"] == "Three")
  }

  @Test func `a field that is required and says nothing is there all the same`() throws {
    let bench = try Bench(
      """
      "failures": { "gone": { "status": 410, "headers": { "X-Why": { "required": true } } },
        "unknown": { "status": 401, "headers": { "WWW-Authenticate": { "required": true } } } },
      "credentials": { "key": { "in": "header", "name": "X-Key", "environment": "K" } },
      "endpoints": {
        "a": { "summary": "x", "request": "GET /a", "source": "x", "failures": ["gone"],
          "success": { "302": { "headers": { "Location": { "required": true }, "X-Id": { "required": true, "schema": true },
            "Date": { "required": true } } } } },
        "b": { "summary": "x", "request": "GET /b", "source": "x", "failures": ["unknown"], "authentication": ["key"],
          "success": { "204": {} } } }
      """)
    let seen = Seen(bench.session.answer(to: Request(method: .get, target: "/a")))
    #expect((seen["location"], seen["x-id"], seen["date"]) == ("/", "1", nil))
    #expect(bench.send(.get, "/a", headers: ["Prefer": "code=410"])["x-why"] == "1")
    #expect(bench.send(.get, "/b")["www-authenticate"] == "ApiKey")
  }

  // MARK: - Entity tags

  private static func tagged(_ collection: String, failures: String = #"["missing", "stale"]"#, required: String = "")
    -> String
  {
    let tag = #""headers": { "ETag": { "schema": { "type": "string" } }, "Cache-Control": { "required": true } }"#
    return """
      "failures": { "missing": { "status": 404 }, "stale": { "status": 412 }, "blind": { "status": 428 } },
      "schemas": { "Item": { "type": "object", "required": ["id"], "properties": {
        "id": { "type": "integer" }, "name": { "type": "string" }, "etag": { "type": "string" },
        "ms": { "type": "integer", "x-time": "milliseconds" } } } },
      "collections": { "items": { "item": { "$ref": "#/schemas/Item" }, "key": "/id", \(collection),
        "seed": [{ "id": 1, "name": "One" }, { "id": 2, "name": "Two" }] } },
      "endpoints": {
        "items.list": { "summary": "x", "request": "GET /items", "source": "x", "headers": { "If-None-Match": { "type": "string" } },
          "success": { "200": { "body": { "type": "array" }, \(tag) }, "304": { \(tag) } },
          "state": { "action": "list", "collection": "items" } },
        "items.put": { "summary": "x", "request": "PUT /items/{id}", "source": "x", "path": { "id": { "type": "integer" } },
          "headers": { "If-Match": { "type": "string" } }, \(required)"body": { "type": "object" }, "failures": \(failures),
          "success": { "200": { "body": { "$ref": "#/schemas/Item" }, \(tag) } },
          "state": { "action": "update", "collection": "items", "key": "path.id" } },
        "items.delete": { "summary": "x", "request": "DELETE /items/{id}", "source": "x", "path": { "id": { "type": "integer" } },
          "failures": ["missing"], "success": { "204": {} },
          "state": { "action": "delete", "collection": "items", "key": "path.id" } } }
      """
  }

  @Test(arguments: [
    #""etag": "/etag""#, #""etag": "/name""#, #""etag": "/id""#, #""touch": ["/etag"], "etag": "/etag""#,
    #""touch": ["/ms"], "etag": "/ms""#,
  ])
  func `the tag of a list changes with every change of the list`(collection: String) throws {
    let bench = try Bench(Self.tagged(collection))
    var tags: [String] = []
    func look() throws {
      let tag = try #require(bench.send(.get, "/items")["etag"])
      let same = bench.send(.get, "/items", headers: ["If-None-Match": tag])
      #expect(same.status == 304)
      #expect(same["cache-control"] == "no-store")
      if let last = tags.last { #expect(bench.send(.get, "/items", headers: ["If-None-Match": last]).status == 200) }
      tags.append(tag)
    }
    try look()
    bench.send(.put, "/items/1", #"{"name":"Uno"}"#).expect(200)
    try look()
    bench.send(.delete, "/items/1").expect(204)
    try look()
    bench.send(.delete, "/items/2").expect(204)
    try look()
    #expect(Set(tags).count == 4, "\(tags)")
  }

  // MARK: - Unconditional requests

  @Test(arguments: [("", 428), (#""required": { "headers": ["If-Match"] }, "#, 428)])
  func `a change that says nothing of what is there gets the documented 428`(required: String, status: Int) throws {
    let bench = try Bench(
      Self.tagged(#""owner": "/id""#, failures: #"["blind", "missing", "stale"]"#, required: required))
    #expect(bench.send(.put, "/items/1", #"{"name":"Uno"}"#).status == status)
    #expect(bench.send(.get, "/items").json?[0]?["name"] == "One")
    #expect(bench.send(.put, "/items/1", #"{"name":"Uno"}"#, headers: ["If-Match": "\"x\""]).status == 412)
    #expect(bench.send(.put, "/items/1", #"{"name":"Uno"}"#, headers: ["If-Match": "*"]).status == 200)
    #expect(bench.send(.delete, "/items/2").status == 204)
  }

  @Test func `what isn't there can be made without saying what is there`() throws {
    let text = Self.tagged(#""owner": "/id""#, failures: #"["blind", "missing", "stale"]"#)
      .replacing(#""action": "update""#, with: #""missing": "create", "action": "update""#)
    let bench = try Bench(text)
    #expect(bench.send(.put, "/items/7", #"{"name":"Seven"}"#).status == 200)
    #expect(bench.send(.put, "/items/7", #"{"name":"Sept"}"#).status == 428)
  }

  @Test func `without a documented 428 a change may say nothing of what is there`() throws {
    #expect(try Bench(Self.tagged(#""owner": "/id""#)).send(.put, "/items/1", #"{"name":"Uno"}"#).status == 200)
  }

  // MARK: - Items

  private static func kept(_ tombstone: String, answer: String) -> String {
    """
    "failures": { "missing": { "status": 404 } },
    "schemas": { "Item": { "type": "object", "required": ["id"], "properties": {
      "id": { "type": "integer" }, "note": { "type": "string" }, "at": { "type": "string", "format": "date-time" } } } },
    "collections": { "items": { "item": { "$ref": "#/schemas/Item" }, "key": "/id", "touch": ["/at"],
      \(tombstone)"seed": [{ "id": 1 }] } },
    "endpoints": {
      "items.create": { "summary": "x", "request": "POST /items", "source": "x", "body": { "type": "object" },
        "success": { "201": { "body": { "$ref": "#/schemas/Item" } } },
        "state": { "action": "create", "collection": "items" } },
      "items.delete": { "summary": "x", "request": "DELETE /items/{id}", "source": "x", "path": { "id": { "type": "integer" } },
        "failures": ["missing"], "success": { "200": { "body": \(answer) } },
        "state": { "action": "delete", "collection": "items", "key": "path.id" } } }
    """
  }

  @Test func `what changes touch is touched when an item is made, required or not`() throws {
    let bench = try Bench(Self.kept("", answer: "true"))
    #expect(bench.send(.post, "/items", "{}").json?["at"]?.string?.hasSuffix("Z") == true)
    let given = bench.send(.post, "/items", #"{"at":"2026-01-01T00:00:00Z"}"#)
    #expect(given.json?["at"] == "2026-01-01T00:00:00Z")
  }

  @Test func `what stays of an item keeps the contract, whatever the item had`() throws {
    let grave =
      #"{ "type": "object", "required": ["id", "note", "gone"], "properties": { "id": { "type": "integer" }, "note": { "type": "string" }, "gone": { "enum": [true] }, "at": { "type": "string" } } }"#
    let bench = try Bench(Self.kept("\"tombstone\": \(grave), ", answer: grave))
    #expect(bench.problems.first?.message.contains("requires \"note\"") == true)
    #expect(bench.send(.delete, "/items/1").json?["gone"] == true)
  }

  @Test func `a removal answers what the contract says where that has no room for the item`() throws {
    let status = #"{ "type": "object", "required": ["status"], "properties": { "status": { "enum": ["deleted"] } } }"#
    let bench = try Bench(Self.kept("", answer: status))
    #expect(bench.problems == [])
    #expect(bench.send(.delete, "/items/1").text == #"{"status":"deleted"}"#)
    #expect(try Bench(Self.kept("", answer: "true")).send(.delete, "/items/1").text == #"{"id":1}"#)
  }

  @Test(arguments: ["/items/1", "/items/2"])
  func `a removal doesn't answer the item where an open schema names none of its members`(path: String) throws {
    let status = #"{ "type": "object", "properties": { "status": { "enum": ["deleted"] } } }"#
    let bench = try Bench(Self.kept("", answer: status))
    #expect(bench.send(.post, "/items", #"{"at":"2026-01-01T00:00:00Z"}"#).json?["id"] == 2)
    let gone = bench.send(.delete, path).json
    #expect(gone?.kind == .object && gone?["id"] == nil && gone?["at"] == nil, "\(gone?.text ?? "")")
  }

  @Test(arguments: [
    (#""id": { "type": "integer" }"#, #"{"id":2,"deleted":true}"#),
    (#""id": { "type": "string" }"#, #"{"id":"2","deleted":true}"#),
  ])
  func `a removal that answers a key answers that of the removed item`(member: String, answer: String) throws {
    let deleted =
      #"{ "type": "object", "required": ["id", "deleted"], "properties": { \#(member), "deleted": { "enum": [true] } } }"#
    let bench = try Bench(Self.kept("", answer: deleted))
    #expect(bench.problems == [])
    #expect(bench.send(.post, "/items", "{}").json?["id"] == 2)
    #expect(bench.send(.delete, "/items/2").text == answer)
  }

  @Test func `payload and sentence in one member are written once`() throws {
    let endpoint = """
      "items.create": { "summary": "x", "request": "POST /items", "source": "x", "body": { "type": "object" },
        "success": { "201": { "payload": { "type": "object" } } }, "state": { "action": "create", "collection": "items" } }
      """
    let text = """
      { "plumbline": 1, "service": "shop", "title": "x", "envelope": { "flag": "ok", "payload": "data", "message": "data" },
        "collections": { "items": { "item": { "type": "object", "properties": { "id": { "type": "integer" } } }, "key": "/id" } },
        "endpoints": { \(endpoint) } }
      """
    let contract = try ContractLoader.contract(text)
    let recorded = try Shop.recording(
      "items.create", "success", request: #"{ "method": "POST", "path": "/items", "body": {} }"#, status: 201,
      body: #"{ "ok": true, "data": { "id": 9 } }"#)
    let session = MockSession(library: MockLibrary(contract: contract, recordings: [recorded]), options: MockOptions())
    #expect(session.send(.post, "/items", body: "{}").text == #"{"ok":true,"data":{"id":1}}"#)
  }
}
