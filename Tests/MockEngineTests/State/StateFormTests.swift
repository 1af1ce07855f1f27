import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import Testing

/// A server that receives forms, with parameters in several styles and a cookie.
@Suite struct StateFormTests {
  private static let text = """
    { "plumbline": 1, "service": "kiosk", "title": "The Kiosk", "envelope": null,
      "failures": { "invalid": { "status": 400 }, "media": { "status": 415 }, "missing": { "status": 404 } },
      "commonFailures": ["invalid", "media", "missing"],
      "schemas": { "Item": { "type": "object", "required": ["id", "name", "count"], "properties": {
        "id": { "type": "integer" }, "name": { "type": "string" }, "count": { "type": "integer" },
        "tags": { "type": "array", "items": { "type": "string" } } } } },
      "collections": { "items": { "item": { "$ref": "#/schemas/Item" }, "key": "/id",
        "seed": [{ "id": 1, "name": "Tea", "count": 3 }, { "id": 2, "name": "Milk", "count": 5 },
          { "id": 3, "name": "Rum", "count": 7 }] } },
      "endpoints": {
        "items.put": { "summary": "x", "request": "POST /", "source": "x",
          "when": { "body#/Action": { "const": "PutItem" } },
          "content": { "application/x-www-form-urlencoded": { "schema": { "type": "object",
            "required": ["Action", "name", "count"], "properties": { "Action": { "type": "string" },
              "name": { "type": "string", "minLength": 1 }, "count": { "type": "integer", "minimum": 0 },
              "tags": { "type": "array", "items": { "type": "string" } } } },
            "encoding": { "tags": { "style": "pipeDelimited", "explode": false } } } },
          "success": { "201": { "body": { "$ref": "#/schemas/Item" } } },
          "state": { "action": "create", "collection": "items" } },
        "items.take": { "summary": "x", "request": "POST /", "source": "x",
          "when": { "body#/Action": { "const": "GetItem" } },
          "content": { "application/x-www-form-urlencoded": { "schema": { "type": "object",
            "required": ["Action", "id"], "properties": { "Action": { "type": "string" }, "id": { "type": "integer" } } } } },
          "success": { "200": { "body": { "$ref": "#/schemas/Item" } } },
          "state": { "action": "read", "collection": "items", "key": "body#/id" } },
        "items.list": { "summary": "x", "request": "GET /items", "source": "x",
          "query": { "ids": { "type": "array", "items": { "type": "integer" } } },
          "styles": { "query": { "ids": { "style": "pipeDelimited", "explode": false } } },
          "cookies": { "theme": { "enum": ["light", "dark"] } }, "required": { "cookies": ["theme"] },
          "success": { "200": { "body": { "type": "array", "items": { "$ref": "#/schemas/Item" } } } },
          "state": { "action": "list", "collection": "items", "filter": { "query.ids": "/id" } } },
        "items.some": { "summary": "x", "request": "GET /some/{ids}", "source": "x",
          "path": { "ids": { "type": "array", "items": { "type": "integer" } } },
          "styles": { "path": { "ids": { "style": "label", "explode": true } } },
          "success": { "200": { "body": { "type": "array", "items": { "$ref": "#/schemas/Item" } } } },
          "state": { "action": "list", "collection": "items", "filter": { "path.ids": "/id" } } },
        "items.stream": { "summary": "x", "request": "GET /stream", "source": "x",
          "success": { "200": { "content": { "application/x-ndjson": { "schema": {
            "type": "array", "minItems": 2, "items": { "$ref": "#/schemas/Item" } } } } } } }
      } }
    """

  private func session() throws -> MockSession {
    return try Desk.session(of: Self.text, folder: "kiosk")
  }

  private static let form: HeaderFields = ["Content-Type": "application/x-www-form-urlencoded"]

  @Test func `a form makes an item, and another finds it`() throws {
    let session = try session()
    let made = session.ask(.post, "/", Self.form, body: "Action=PutItem&name=Gin+%26+Tonic&count=2&tags=a|b%7Cc")
    #expect(made.status == 201, "\(made)")
    #expect(made.json == ["id": 4, "name": "Gin & Tonic", "count": 2, "tags": ["a", "b", "c"]])
    #expect(session.ask(.post, "/", Self.form, body: "Action=GetItem&id=4").json == made.json)
    #expect(session.ask(.post, "/", Self.form, body: "Action=GetItem&id=5").status == 404)
  }

  @Test func `a form that doesn't fit is refused`() throws {
    let session = try session()
    #expect(session.ask(.post, "/", Self.form, body: "Action=PutItem&name=Gin&count=-1").status == 400)
    #expect(session.ask(.post, "/", Self.form, body: "Action=PutItem&count=1").status == 400)
    #expect(session.ask(.get, "/items", ["Cookie": "theme=light"]).json?.count == 3)
  }

  @Test func `a list is filtered by parameters in their styles`() throws {
    let session = try session()
    func ids(_ target: String) -> [JSON?] {
      session.ask(.get, target, ["Cookie": "a=b; theme=dark"]).json?.elements.map { $0["id"] } ?? []
    }
    #expect(ids("/items?ids=1%7C3") == [1, 3])
    #expect(ids("/items?ids=2") == [2])
    #expect(ids("/some/.3.1") == [1, 3])
    #expect(session.ask(.get, "/some/3.1").status == 400)
  }

  @Test func `a cookie is a parameter`() throws {
    let session = try session()
    #expect(session.ask(.get, "/items").status == 400)
    #expect(session.ask(.get, "/items", ["Cookie": "theme=pink"]).status == 400)
    #expect(session.ask(.get, "/items", ["Cookie": "theme=light"]).status == 200)
  }

  @Test func `lines of JSON are made from the contract`() throws {
    let seen = try session().ask(.get, "/stream")
    #expect(seen.status == 200)
    let lines = seen.text.split(separator: "\n")
    #expect(lines.count == 2)
    for line in lines { #expect(try JSON.parse(String(line))["name"]?.string != nil) }
  }
}
