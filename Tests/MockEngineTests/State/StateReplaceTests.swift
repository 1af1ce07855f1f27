import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import Testing

/// Bodies with an item in a wrapper and a second member, both of which are described.
@Suite struct StateReplaceTests {
  private static func text(required: String = #"["id"]"#) -> String {
    ##"""
    { "plumbline": 1, "service": "notes", "title": "Notes", "envelope": null,
      "failures": { "missing": { "status": 404 }, "invalid": { "status": 422 } },
      "schemas": { "Note": { "type": "object", "required": ["id", "title", "acl"], "properties": {
          "id": { "type": "integer" }, "title": { "type": "string" },
          "acl": { "type": "object", "additionalProperties": { "type": "string" } },
          "inner": { "type": "object", "properties": { "a": { "type": "integer" } } } } },
        "Shown": { "type": "object", "required": ["data", "perm"], "properties": {
          "data": { "type": "object", "required": \##(required), "properties": {
            "id": { "type": "integer" }, "title": { "type": "string" }, "inner": true } },
          "perm": { "type": "object" } } } },
      "collections": { "notes": { "item": { "$ref": "#/schemas/Note" }, "key": "/id", "at": "/data",
        "beside": { "/perm": "/acl" }, "seed": [{ "id": 1, "title": "A", "acl": { "r": "x" } }] } },
      "endpoints": {
        "notes.get": { "summary": "x", "request": "GET /notes/{id}", "source": "x", "path": { "id": { "type": "integer" } },
          "query": { "fields": { "type": "string" } }, "success": { "200": { "body": { "$ref": "#/schemas/Shown" } } },
          "failures": ["missing", "invalid"],
          "state": { "action": "read", "collection": "notes", "key": "path.id", "fields": "query.fields" } },
        "notes.put": { "summary": "x", "request": "PUT /notes/{id}", "source": "x", "path": { "id": { "type": "integer" } },
          "body": { "type": "object", "properties": { "perm": { "type": "object" }, "data": { "type": "object",
            "properties": { "title": { "type": "string" } } } } },
          "success": { "200": { "body": { "$ref": "#/schemas/Shown" } } }, "failures": ["missing", "invalid"],
          "state": { "action": "update", "collection": "notes", "key": "path.id", "merge": "replace" } },
        "notes.patch": { "summary": "x", "request": "PATCH /notes/{id}", "source": "x",
          "path": { "id": { "type": "integer" } },
          "content": { "application/merge-patch+json": { "schema": { "type": "object" } },
            "application/json-patch+json": { "schema": { "type": "array" } } },
          "success": { "200": { "body": { "$ref": "#/schemas/Shown" } } }, "failures": ["missing", "invalid"],
          "state": [
            { "when": { "header.Content-Type": { "pattern": "json-patch" } }, "action": "update", "collection": "notes",
              "key": "path.id", "merge": "operations" },
            { "action": "update", "collection": "notes", "key": "path.id", "merge": "patch" }] } } }
    """##
  }

  private static func load(_ text: String) -> ContractLoader.Result {
    ContractLoader.load([
      ContractLoader.File(name: "contract.json", path: "notes/contract.json", bytes: Array(text.utf8))
    ])
  }

  private func session() throws -> MockSession {
    let result = Self.load(Self.text())
    #expect(result.problems == [])
    return MockSession(
      library: MockLibrary(contract: try #require(result.contract), recordings: []), clock: .fixed(Desk.noon))
  }

  @Test(arguments: [
    (#"[{ "op": "sing", "path": "/data" }]"#, 400, "body#/0: sing /data: "),
    (
      #"[{ "op": "test", "path": "/data/title", "value": "A" }, { "op": "remove", "path": "/data/no" }]"#, 422,
      "body#/1: remove /data/no: "
    ),
    (#"[{ "op": "test", "path": "/data/title", "value": "Z" }]"#, 409, "body#/0: test /data/title: "),
  ])
  func `a patch that can't be carried out gets the failure for that occasion`(body: String, status: Int, says: String)
    throws
  {
    let documented = #""missing", "invalid", "malformed", "conflict""#
    let text = Self.text()
      .replacing(#""missing", "invalid""#, with: documented)
      .replacing(
        #""failures": {"#, with: #""failures": { "malformed": { "status": 400 }, "conflict": { "status": 409 },"#)
    let result = Self.load(text)
    let session = MockSession(
      library: MockLibrary(contract: try #require(result.contract, "\(result.problems)"), recordings: []))
    let fields: HeaderFields = ["Content-Type": "application/json-patch+json"]
    let seen = Seen(
      session.answer(to: Request(method: .patch, target: "/notes/1", headers: fields, body: Body(body))))
    #expect(seen.status == status && seen.text.contains(says), "\(seen)")
    // An undocumented error is replaced by the documented one for invalid values.
    let plain = try self.session()
      .answer(to: Request(method: .patch, target: "/notes/1", headers: fields, body: Body(body)))
    #expect(plain.status == 422)
  }

  @Test func `what lies beside an item is taken from a body that replaces it`() throws {
    let session = try session()
    let seen = session.ask(.put, "/notes/1", body: #"{ "data": { "title": "B" }, "perm": { "w": "w" } }"#)
    #expect(seen.json?["perm"] == ["r": "x", "w": "w"] && seen.json?.at("/data/title") == "B", "\(seen)")
  }

  @Test func `a body that says nothing of the item leaves it`() throws {
    let session = try session()
    let seen = session.ask(.put, "/notes/1", body: #"{ "perm": { "w": "w" } }"#)
    #expect(seen.json?["perm"] == ["r": "x", "w": "w"] && seen.json?.at("/data/title") == "A", "\(seen)")
  }

  @Test(arguments: [
    ("application/json-patch+json", #"[{ "op": "add", "path": "/data/zz", "value": 1 }]"#),
    ("application/json-patch+json", #"[{ "op": "add", "path": "/data/inner", "value": { "a": 1, "zz": 1 } }]"#),
    ("application/merge-patch+json", #"{ "data": { "zz": 1, "inner": { "a": 1, "zz": 2 } } }"#),
  ])
  func `members that the schema doesn't know aren't kept`(type: String, body: String) throws {
    let session = try session()
    let seen = session.ask(.patch, "/notes/1", ["Content-Type": type], body: body)
    #expect(seen.status == 200 && !seen.text.contains("zz"), "\(seen)")
    #expect(!session.ask(.get, "/notes/1").text.contains("zz"))
  }

  @Test func `an answer that has to have what a request may leave out is reported`() throws {
    let problems = Self.load(Self.text(required: #"["id", "title"]"#)).problems
    #expect(problems.count == 1)
    #expect(
      problems.first?.message.hasPrefix("This may omit \"title\", which the response at ") == true, "\(problems)")
  }
}
