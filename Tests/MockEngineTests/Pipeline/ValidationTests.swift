import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import Testing

@Suite struct ValidationTests {
  @Test func `every fault is listed with its place`() throws {
    let seen = try Shop.session().send(.put, "/items/7", body: #"{ "name": "", "size": "M" }"#)
    #expect(seen.status == 422)
    #expect(seen.code == "INVALID")
    #expect(seen.message.contains("body#/name: "))
    #expect(seen.message.contains("body#/size: \"M\" is not one of"))
    let details = try #require(seen.json?["errors"])
    #expect(details.elements.compactMap { $0["pointer"]?.string } == ["/request/body/name", "/request/body/size"])
    #expect(details.elements.allSatisfy { $0["message"]?.string?.isEmpty == false })
  }

  @Test func `without a place for details there are none`() throws {
    let envelope = Shop.envelope.replacing(#" "details": "errors","#, with: "")
    let seen = try Shop.session(envelope: envelope).send(.put, "/items/7", body: "{}")
    #expect(seen.status == 422)
    #expect(seen.json?.members.keys == ["ok", "error", "message"])
  }

  @Test func `members that the contract doesn't know are let through`() throws {
    let seen = try Shop.session().send(.put, "/items/7?utm=1", body: #"{ "name": "x", "colour": "red" }"#)
    #expect(seen.status == 200)
  }

  @Test(arguments: [
    #"{ "name": null, "size": "M" }"#, "{}", "null", "[1]", #""text""#, #"{ "name": 7, "size": { "of": [] } }"#,
  ])
  func `a lenient mock takes what can be read`(body: String) throws {
    let session = try Shop.session(options: MockOptions(isLenient: true))
    #expect(session.send(.put, "/items/7", body: body).status == 200)
    let seen = session.send(.get, "/items/7")
    #expect(
      seen.status == 200 && seen.json?["data"]?["name"]?.string?.isEmpty == false, "It remembers what is allowed.")
    #expect(session.send(.get, "/items?page=0").status == 200)
    #expect(session.send(.put, "/items/7", body: "{oops").status == 422, "What can't be read is refused.")
  }

  @Test func `of a body with one member too many a lenient mock keeps the others`() throws {
    let state = #""state": { "action": "update", "collection": "items", "key": "path.id" }"#
    let text = """
      { "plumbline": 1, "service": "shelf", "title": "Shelf", "envelope": null,
        "collections": { "items": { "item": { "$ref": "#/schemas/Item" }, "key": "/id", "seed": [{ "id": 7, "name": "Old" }] } },
        "failures": { "invalid": { "status": 422 }, "none": { "status": 404 } },
        "schemas": { "Item": { "type": "object", "required": ["id", "name"], "properties": {
          "id": { "type": "integer" }, "name": { "type": "string" } } } },
        "endpoints": { "items.put": { "summary": "x", "request": "PATCH /items/{id}", "source": "x",
          "path": { "id": { "type": "integer" } }, "failures": ["invalid", "none"],
          "body": { "type": "object", "additionalProperties": false, "properties": {
            "name": { "type": "string", "examples": ["An example"] } } },
          "success": { "200": { "body": { "$ref": "#/schemas/Item" } } }, \(state) } } }
      """
    let contract = try ContractLoader.contract(text, folder: "shelf")
    let library = MockLibrary(contract: contract, recordings: [])
    let request = Request(
      method: .patch, target: "/items/7", headers: ["Content-Type": "application/json"],
      body: Body(#"{ "name": "New", "colour": "red" }"#))
    let lenient = MockSession(library: library, options: MockOptions(isLenient: true))
    let taken = lenient.answer(to: request).response
    #expect(taken.status == 200)
    #expect(String(decoding: taken.body.bytes ?? [], as: UTF8.self).contains("New"), "\(taken)")
    #expect(MockSession(library: library).answer(to: request).response.status == 422)
  }

  @Test(arguments: ["/items?page=0", "/items?page=abc", "/items?page=1&page=2"])
  func `the query is validated`(target: String) throws {
    let seen = try Shop.session().send(.get, target)
    #expect(seen.status == 422)
    #expect(seen.message.hasPrefix("query.page"))
  }

  @Test func `malformed JSON is a documented 400, else the 422`() throws {
    let documented = Shop.endpoints.replacing(
      #""failures": ["validation", "forbidden""#, with: #""failures": ["malformed", "validation", "forbidden""#)
    #expect(try Shop.session().send(.put, "/items/7", body: "{oops").status == 422)
    let seen = try Shop.session(endpoints: documented).send(.put, "/items/7", body: "{oops")
    #expect(seen.status == 400)
    #expect(seen.code == "MALFORMED")
    #expect(seen.message.contains("line 1, column 2"))
  }

  @Test func `a path value of another type is the 404 where no validation failure is documented`() throws {
    let seen = try Shop.session().send(.get, "/items/abc")
    #expect(seen.status == 404)
    #expect(seen.code == "NOT_FOUND")
    #expect(seen.message.contains("path.id"))
  }

  @Test func `a recorded refusal of the very same request is used`() throws {
    let request = #"{ "method": "PUT", "path": "/items/7", "body": { "size": "M", "name": "x" } }"#
    let recording = try Shop.recording(
      "items.put", "bad-size", request: request, status: 422, body: Shop.failure("INVALID"))
    let session = try Shop.session([recording])
    #expect(session.send(.put, "/items/7", body: #"{"name":"x","size":"M"}"#).from == "items.put/bad-size")
    #expect(session.send(.put, "/items/7", body: #"{"name":"x","size":"XL"}"#).from == "built")
    #expect(session.send(.put, "/items/8", body: #"{"name":"x","size":"M"}"#).from == "built")
    #expect(session.send(.put, "/items/7", body: #"{"name":"x","size":"S"}"#).from == "synthesised")
  }
}
