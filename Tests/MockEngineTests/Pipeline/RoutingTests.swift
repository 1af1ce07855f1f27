import PlumblineHTTPMessages
import PlumblineMockEngine
import Testing

@Suite struct RoutingTests {
  @Test func `a path that nothing has is 404 with the nearest endpoints`() throws {
    let seen = try Shop.session().send(.get, "/itens/7?x=1")
    #expect(seen.status == 404)
    #expect(seen.code == "ENDPOINT_NOT_FOUND")
    #expect(seen.json?["ok"]?.bool == false)
    #expect(seen.from == "built")
    #expect(seen.message.contains("GET /itens/7."))
    #expect(seen.message.contains("items.get (GET /items/{id}): path segment 1 is \"itens\", not \"items\""))
  }

  @Test func `another method is 405 and says which are right`() throws {
    let seen = try Shop.session().send(.post, "/items/7")
    #expect(seen.status == 405)
    #expect(seen.code == "METHOD_NOT_ALLOWED")
    #expect(seen["allow"] == "DELETE, GET, HEAD, OPTIONS, PUT")
    #expect(seen.message.contains("DELETE, GET and PUT"))
  }

  @Test func `OPTIONS says which methods there are`() throws {
    let session = try Shop.session()
    let seen = session.send(.options, "/login", as: nil)
    #expect(seen.status == 204)
    #expect(seen["allow"] == "OPTIONS, POST")
    #expect(seen.text.isEmpty)
    #expect(session.send(.options, "*", as: nil).status == 204)
    #expect(session.send(.options, "/nowhere", as: nil).status == 404)
  }

  @Test func `HEAD is answered as GET`() throws {
    let recording = try Shop.recording("items.get", "success", request: #"{ "method": "GET", "path": "/items/7" }"#)
    let session = try Shop.session([recording])
    #expect(session.send(.head, "/items/7").status == 200)
    #expect(session.send(.head, "/items/7").from == "items.get/success")
    #expect(session.send(.head, "/login").status == 405)
  }

  @Test func `a very long path is cut in the message`() throws {
    let seen = try Shop.session().send(.get, "/" + String(repeating: "a", count: 100_000))
    #expect(seen.status == 404)
    #expect(seen.text.utf8.count < 2000)
  }

  @Test func `without an envelope a failure is bare`() throws {
    let endpoint = """
      "items.list": { "summary": "Lists", "request": "GET /items", "source": "Handbook",
        "success": { "200": { "body": { "type": "array", "items": { "$ref": "#/schemas/Item" }, "minItems": 1 } } } }
      """
    let session = try Shop.session(endpoints: endpoint, envelope: "null")
    let seen = session.send(.get, "/x/y/z")
    #expect(seen.json?.members.keys == ["error", "message"])
    #expect(seen.json?["error"]?.string == "ENDPOINT_NOT_FOUND")
    #expect(session.send(.get, "/items").json?[0]?["id"]?.int != nil)
  }
}
