import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import Testing

/// Items in place of the identifiers that refer to them, empty strings that remove members, and properties of uploads.
@Suite struct StateExpandTests {
  private static let contract = """
    "errors": { "invalid": { "status": 400 }, "missing": { "status": 404 } },
    "schemas": {
      "Customer": { "type": "object", "required": ["id", "name"], "properties": {
        "id": { "type": "string" }, "name": { "type": "string" }, "phone": { "type": ["string", "null"] },
        "labels": { "type": "object", "additionalProperties": { "type": "string" } } } },
      "Order": { "type": "object", "required": ["id", "customer"], "properties": {
        "id": { "type": "integer" }, "customer": {}, "friends": { "type": "array" } } },
      "Scan": { "type": "object", "required": ["id", "name", "size", "digest", "url"], "properties": {
        "id": { "type": "integer" }, "name": { "type": "string" }, "type": { "type": "string" },
        "size": { "type": "integer" }, "digest": { "type": "string" },
        "url": { "type": "string", "format": "uri" } } } },
    "resources": {
      "customers": { "item": { "$ref": "#/schemas/Customer" }, "key": "/id",
        "seed": [{ "id": "a", "name": "Ann", "phone": "1", "labels": { "x": "1", "y": "2" } }, { "id": "b", "name": "Ben" }] },
      "orders": { "item": { "$ref": "#/schemas/Order" }, "key": "/id",
        "seed": [{ "id": 1, "customer": "a", "friends": ["b", "z"] }, { "id": 2, "customer": "z" }] },
      "scans": { "item": { "$ref": "#/schemas/Scan" }, "key": "/id", "seed": [] } },
    "endpoints": {
      "orders.list": { "summary": "x", "request": "GET /orders", "source": "x",
        "query": { "expand[]": { "type": "array", "items": { "type": "string" } } },
        "success": { "200": { "body": { "type": "array", "items": { "$ref": "#/schemas/Order" } } } },
        "state": { "action": "list", "resource": "orders", "expand": { "by": "query.expand[]",
          "members": { "data.customer": { "/customer": "customers" }, "data.friends": { "/friends": "customers" } } } } },
      "orders.get": { "summary": "x", "request": "GET /orders/{id}", "source": "x", "path": { "id": { "type": "integer" } },
        "query": { "expand": { "type": "string" } },
        "success": { "200": { "body": { "$ref": "#/schemas/Order" } } }, "errors": ["invalid", "missing"],
        "state": { "action": "read", "resource": "orders", "key": "path.id", "expand": { "by": "query.expand",
          "members": { "customer": { "/customer": "customers" }, "friends": { "/friends": "customers" } } } } },
      "customers.add": { "summary": "x", "request": "POST /customers", "source": "x",
        "body": { "type": "object", "properties": { "name": { "type": "string" }, "phone": { "type": "string" },
          "labels": { "type": "object", "additionalProperties": { "type": "string" } } } },
        "success": { "201": { "body": { "$ref": "#/schemas/Customer" } } }, "errors": ["invalid"],
        "state": { "action": "create", "resource": "customers", "empty": "remove" } },
      "customers.change": { "summary": "x", "request": "PATCH /customers/{id}", "source": "x",
        "path": { "id": { "type": "string" } },
        "body": { "type": "object", "properties": { "name": { "type": "string" }, "phone": { "type": "string" },
          "labels": { "type": "object", "additionalProperties": { "type": "string" } } } },
        "success": { "200": { "body": { "$ref": "#/schemas/Customer" } } }, "errors": ["invalid", "missing"],
        "state": { "action": "update", "resource": "customers", "key": "path.id", "merge": "deep", "empty": "remove" } },
      "scans.add": { "summary": "x", "request": "POST /scans", "source": "x",
        "content": { "multipart/form-data": { "schema": { "type": "object", "required": ["page"], "properties": {
          "page": { "type": "string", "contentMediaType": "application/octet-stream" } } } } },
        "success": { "201": { "body": { "$ref": "#/schemas/Scan" } } }, "errors": ["invalid"],
        "state": { "action": "create", "resource": "scans", "merge": false, "set": {
          "/name": { "upload": "/page", "of": "name" }, "/type": { "upload": "/page", "of": "type" },
          "/size": { "upload": "/page", "of": "size" },
          "/digest": { "upload": "/page", "of": "sha256", "prefix": "sha256:" },
          "/url": { "url": "/scans/{id}/image" } } } } }
    """

  @Test func `a read shows the item that it is asked for in place of its id`() throws {
    let bench = try Bench(Self.contract)
    #expect(bench.problems == [])
    #expect(bench.send(.get, "/orders/1").json?["customer"] == "a")
    let both = bench.send(.get, "/orders/1?expand=customer,friends").json
    #expect(both?["customer"]?["name"] == "Ann", "\(both?.text ?? "")")
    #expect(both?["friends"]?.elements.map { $0["name"] ?? $0 } == ["Ben", "z"])
    // An identifier that no item has isn't expanded.
    #expect(bench.send(.get, "/orders/2?expand=customer").json?["customer"] == "z")
    // Expanded items aren't stored.
    #expect(bench.send(.get, "/orders/1").json?["customer"] == "a")
  }

  @Test func `a list expands each of its items`() throws {
    let bench = try Bench(Self.contract)
    let list = bench.send(.get, "/orders?expand[]=data.customer").json
    #expect(list?.elements.first?["customer"]?["name"] == "Ann", "\(list?.text ?? "")")
    #expect(list?.elements.first?["friends"] == ["b", "z"])
    #expect(bench.send(.get, "/orders").json?.elements.first?["customer"] == "a")
  }

  @Test func `an empty text removes its member, and one that an item needs keeps it`() throws {
    let bench = try Bench(Self.contract)
    let label = bench.send(.patch, "/customers/a", #"{ "labels": { "x": "" } }"#)
    #expect(label.json?["labels"] == ["y": "2"], "\(label)")
    let phone = bench.send(.patch, "/customers/a", #"{ "phone": "" }"#)
    #expect(phone.json?.members.keys.contains("phone") == false, "\(phone)")
    #expect(bench.send(.patch, "/customers/a", #"{ "name": "" }"#).json?["name"] == "")
    let made = bench.send(.post, "/customers", #"{ "name": "", "phone": "", "labels": { "x": "", "y": "2" } }"#)
    #expect(made.json?["name"] == "" && made.json?["labels"] == ["y": "2"], "\(made)")
    #expect(made.json?["phone"]?.isNull ?? true, "\(made)")
  }

  @Test func `what is expanded has no more bytes than an answer may have`() throws {
    let bench = try Bench(Self.contract, options: MockOptions(items: ItemLimits(answer: 150)))
    #expect(bench.send(.get, "/orders/1?expand=customer").json?["customer"]?["name"] == "Ann")
    let twice = bench.session.answer(
      to: Request(method: .get, target: "/orders/1?expand=customer,friends", headers: ["Host": "shop.test"]))
    #expect(twice.response.status == 200, "\(twice)")
    let bound = try Bench(Self.contract, options: MockOptions(items: ItemLimits(answer: 60)))
    let refused = bound.session.answer(
      to: Request(method: .get, target: "/orders/1?expand=customer", headers: ["Host": "shop.test"]))
    #expect(refused.response.status == 507, "\(refused)")
  }

  @Test func `an upload's name, size and digest are known, and its URL is the mock's own`() throws {
    let bench = try Bench(Self.contract)
    let body = """
      --b\r\nContent-Disposition: form-data; name="page"; filename="one.txt"\r\nContent-Type: text/plain\r\n\r
      abc\r\n--b--\r\n
      """
    let made = bench.send(
      .post, "/scans", body, headers: ["Content-Type": "multipart/form-data; boundary=b", "Host": "shop.test:8080"])
    #expect(made.status == 201, "\(made)")
    #expect(made.json?["name"] == "one.txt")
    #expect(made.json?["type"] == "text/plain")
    #expect(made.json?["size"] == 3)
    #expect(
      made.json?["digest"] == "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "\(made)")
    #expect(made.json?["url"] == "http://shop.test:8080/scans/1/image")
  }
}
