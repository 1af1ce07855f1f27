import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineMockEngine
import Testing

@testable import PlumblineVerification

@Suite struct WireReadingTests {
  private static let contract = Store.load(
    """
    { "plumbline": 1, "service": "store", "title": "x", "envelope": null,
      "collections": { "boxes": { "item": { "type": "object" }, "key": "/id" } },
      "endpoints": {
        "boxes.get": { "summary": "x", "request": "GET /boxes/{id}", "source": "x", "path": { "id": { "type": "integer" } },
          "success": { "200": { "body": true } }, "state": { "action": "read", "collection": "boxes", "key": "path.id" } },
        "boxes.put": { "summary": "x", "request": "PUT /boxes/{id}", "source": "x", "path": { "id": { "type": "integer" } },
          "body": { "type": "object" }, "success": { "200": { "body": true } },
          "state": { "action": "update", "collection": "boxes", "key": "path.id" } },
        "boxes.rename": { "summary": "x", "request": "POST /rename", "source": "x",
          "body": { "type": "object", "properties": { "box": { "type": "integer" } } }, "success": { "200": { "body": true } },
          "state": { "action": "update", "collection": "boxes", "key": "body#/box" } },
        "boxes.drop": { "summary": "x", "request": "POST /drop", "source": "x", "cookies": { "box": { "type": "integer" } },
          "query": { "box": { "type": "integer" } }, "headers": { "X-Box": { "type": "string" } },
          "success": { "204": {} }, "state": [
            { "when": { "query.box": true }, "action": "delete", "collection": "boxes", "key": "query.box" },
            { "when": { "header.X-Box": true }, "action": "delete", "collection": "boxes", "key": "header.X-Box" },
            { "action": "delete", "collection": "boxes", "key": "cookie.box" }] } } }
    """)

  @Test(arguments: [
    ("POST", "/rename", "", #"{ "box": 7 }"#), ("POST", "/drop?box=7", "", ""), ("POST", "/drop", "X-Box", ""),
    ("POST", "/drop", "Cookie", ""), ("PUT", "/boxes/7", "", "{}"),
  ])
  func `the item is known wherever the request names it`(method: String, target: String, field: String, body: String)
    throws
  {
    var headers: HeaderFields = ["Content-Type": "application/json"]
    if !field.isEmpty { headers[field] = field == "Cookie" ? "box=7" : "7" }
    let request = Request(
      method: try #require(HTTPMethod(method)), target: target, headers: headers, body: Body(body))
    let reading = try #require(WireReading(request, in: Self.contract))
    #expect(reading.item?.description == "boxes 7")
  }

  @Test func `a request that names none has none`() throws {
    for body in ["{}", #"{ "box": "../users/1" }"#] {
      let request = Request(
        method: .post, target: "/rename", headers: ["Content-Type": "application/json"], body: Body(body))
      #expect(try #require(WireReading(request, in: Self.contract)).item == nil)
    }
  }

  private static let maker = Store.load(
    """
    { "plumbline": 1, "service": "store", "title": "x", "envelope": null,
      "servers": { "testing": { "url": "https://store.example/v2" } },
      "collections": { "boxes": { "item": { "type": "object" }, "key": "/id" } },
      "endpoints": {
        "boxes.add": { "summary": "x", "request": "POST /boxes", "source": "x", "body": { "type": "object" },
          "success": { "201": {} }, "state": { "action": "create", "collection": "boxes" } },
        "boxes.get": { "summary": "x", "request": "GET /boxes/{id}", "source": "x", "path": { "id": { "type": "integer" } },
          "success": { "200": { "body": true } }, "state": { "action": "read", "collection": "boxes", "key": "path.id" } },
        "crates.get": { "summary": "x", "request": "GET /crates/{id}", "source": "x",
          "path": { "id": { "type": "integer" } }, "success": { "200": { "body": true } } } } }
    """)

  @Test(arguments: [
    ("/boxes/9", "", "boxes 9"), ("/v2/boxes/9?fields=all", "", "boxes 9"),
    ("http://127.0.0.1:8080/boxes/9", "", "boxes 9"), ("https://store.example/v2/boxes/9", "", "boxes 9"),
    ("/crates/9", "", "boxes 3"), ("boxes/9", "", "boxes 3"), ("/boxes/%2E%2E%2F9", "", "boxes 3"), ("", "", "boxes 3"),
    ("/boxes/9", #"{ "message": "stored" }"#, "boxes 9"), ("/boxes/9", #"{ "id": 5 }"#, "boxes 5"),
    ("", #"{ "message": "stored" }"#, "none"),
  ])
  func `a new item is known by what the response shows, then by its Location, then by what was sent`(
    location: String, body: String, item: String
  ) throws {
    let request = Request(
      method: .post, target: "/boxes", headers: ["Content-Type": "application/json"], body: Body(#"{ "id": 3 }"#))
    var headers: HeaderFields = body.isEmpty ? [:] : ["Content-Type": "application/json"]
    if !location.isEmpty { headers["Location"] = location }
    let response = Response(status: 201, headers: headers, body: body.isEmpty ? .empty : Body(body))
    let reading = try #require(WireReading(request, in: Self.maker))
    #expect((reading.itemMade(by: response)?.description ?? "none") == item)
  }

  @Test func `an item is given back by requests whose path names it`() throws {
    let resource = Resource(try #require(Self.contract.collection("boxes")), in: Self.contract)
    #expect(resource.updates.map(\.id) == ["boxes.put"])
    #expect(resource.delete == nil)
  }
}
