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

  @Test func `an item is given back by requests whose path names it`() throws {
    let resource = Resource(try #require(Self.contract.collection("boxes")), in: Self.contract)
    #expect(resource.updates.map(\.id) == ["boxes.put"])
    #expect(resource.delete == nil)
  }
}
