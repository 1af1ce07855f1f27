import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import Testing

/// Members that are computed from other members.
@Suite struct StateComputedTests {
  private static let contract = """
    "errors": { "invalid": { "status": 400 }, "missing": { "status": 404 } },
    "schemas": {
      "Order": { "type": "object", "required": ["id", "name", "total", "lines"], "properties": {
        "id": { "type": "integer" }, "name": { "type": "string" }, "total": { "type": "integer" },
        "lines": { "type": "integer" } } },
      "Line": { "type": "object", "required": ["id", "order", "count", "price", "amount"], "properties": {
        "id": { "type": "integer" }, "order": { "type": "integer" }, "count": { "type": "integer" },
        "price": { "type": "integer" }, "amount": { "type": "integer" } } },
      "Box": { "type": "object", "required": ["id", "weight", "things"], "properties": {
        "id": { "type": "integer" }, "weight": { "type": "number" }, "things": { "type": "integer" },
        "content": { "type": "array", "default": [], "items": { "type": "object", "properties": {
          "grams": { "type": "number" }, "count": { "type": "integer" } } } } } } },
    "resources": {
      "orders": { "item": { "$ref": "#/schemas/Order" }, "key": "/id",
        "seed": [{ "id": 1, "name": "One", "total": 0, "lines": 0 }],
        "computed": { "/total": { "sum": "lines", "member": "/amount", "where": { "/order": "/id" } },
          "/lines": { "count": "lines", "where": { "/order": "/id" } } } },
      "lines": { "item": { "$ref": "#/schemas/Line" }, "key": "/id", "seed": [],
        "computed": { "/amount": { "product": ["/count", "/price"] } } },
      "boxes": { "item": { "$ref": "#/schemas/Box" }, "key": "/id", "seed": [],
        "computed": { "/weight": { "sum": "/content/*", "product": ["/grams", "/count"] },
          "/things": { "count": "/content" } } } },
    "endpoints": {
      "orders.list": { "summary": "x", "request": "GET /orders", "source": "x",
        "success": { "200": { "body": { "type": "array", "items": { "$ref": "#/schemas/Order" } } } },
        "state": { "action": "list", "resource": "orders" } },
      "lines.add": { "summary": "x", "request": "POST /orders/{order}/lines", "source": "x",
        "path": { "order": { "type": "integer" } },
        "body": { "type": "object", "required": ["count", "price"], "properties": { "count": { "type": "integer" },
          "price": { "type": "integer" }, "amount": { "type": "integer" } } },
        "success": { "201": { "body": { "$ref": "#/schemas/Line" } } }, "errors": ["invalid", "missing"],
        "state": { "action": "create", "resource": "lines", "within": { "path.order": "/order" } } },
      "lines.change": { "summary": "x", "request": "PATCH /lines/{id}", "source": "x",
        "path": { "id": { "type": "integer" } },
        "body": { "type": "object", "properties": { "count": { "type": "integer" } } },
        "success": { "200": { "body": { "$ref": "#/schemas/Line" } } }, "errors": ["invalid", "missing"],
        "state": { "action": "update", "resource": "lines", "key": "path.id" } },
      "lines.remove": { "summary": "x", "request": "DELETE /lines/{id}", "source": "x",
        "path": { "id": { "type": "integer" } }, "success": { "204": {} }, "errors": ["invalid", "missing"],
        "state": { "action": "delete", "resource": "lines", "key": "path.id" } },
      "boxes.add": { "summary": "x", "request": "POST /boxes", "source": "x",
        "body": { "type": "object", "properties": { "content": { "type": "array", "items": { "type": "object" } } } },
        "success": { "201": { "body": { "$ref": "#/schemas/Box" } } }, "errors": ["invalid"],
        "state": { "action": "create", "resource": "boxes" } } }
    """

  private func problems(_ old: String, _ new: String) -> [String] {
    let members = Self.contract.replacing(old, with: new)
    let text = #"{ "plumbline": 1, "service": "shop", "title": "The Shop", "envelope": null, \#(members) }"#
    let file = ContractLoader.File(name: "contract.json", path: "shop/contract.json", bytes: Array(text.utf8))
    return ContractLoader.load([file]).problems.map(\.message)
  }

  @Test func `a product is worked out, whatever was sent for it`() throws {
    let bench = try Bench(Self.contract)
    #expect(bench.problems == [])
    let line = bench.send(.post, "/orders/1/lines", #"{ "count": 3, "price": 20, "amount": 1 }"#)
    #expect(line.status == 201)
    #expect(line.json?["amount"] == 60, "\(line)")
  }

  @Test func `an order's total follows its lines`() throws {
    let bench = try Bench(Self.contract)
    func order() -> JSON? { bench.send(.get, "/orders").json?.elements.first }
    #expect(bench.send(.post, "/orders/1/lines", #"{ "count": 3, "price": 20 }"#).status == 201)
    #expect(bench.send(.post, "/orders/1/lines", #"{ "count": 1, "price": 5 }"#).status == 201)
    #expect(bench.send(.post, "/orders/2/lines", #"{ "count": 9, "price": 9 }"#).status == 201)
    #expect(order()?["total"] == 65)
    #expect(order()?["lines"] == 2)
    #expect(bench.send(.patch, "/lines/1", #"{ "count": 4 }"#).json?["amount"] == 80)
    #expect(order()?["total"] == 85)
    #expect(bench.send(.delete, "/lines/1").status == 204)
    #expect(order()?["total"] == 5)
    #expect(order()?["lines"] == 1)
  }

  @Test func `elements of an array are multiplied, added up and counted exactly`() throws {
    let bench = try Bench(Self.contract)
    let box = bench.send(
      .post, "/boxes", #"{ "content": [{ "grams": 0.1, "count": 1 }, { "grams": 0.2, "count": 1 }, { "count": 7 }] }"#)
    #expect(box.status == 201, "\(box)")
    #expect(box.json?["weight"]?.text == "0.3", "\(box)")
    #expect(box.json?["things"] == 3)
    #expect(bench.send(.post, "/boxes", "{}").json?["weight"] == 0)
  }

  @Test func `lint finds members that can't be computed`() {
    #expect(problems("[\"/count\", \"/price\"]", "[\"/count\", \"/pricee\"]").contains { $0.contains("\"price\"") })
    #expect(
      problems("\"member\": \"/amount\"", "\"member\": \"/amounts\"").contains {
        $0.hasPrefix("The value to add up has no \"amounts\"")
      })
    #expect(problems("\"sum\": \"/content/*\"", "\"sum\": \"/content\"").contains { $0.contains("needs a \"*\"") })
    #expect(problems("\"count\": \"/content\"", "\"count\": \"/weight\"").contains { $0.contains("isn't an array") })
    #expect(
      problems("\"count\": \"/content\"", "\"count\": \"/content\", \"where\": { \"/id\": \"/id\" }").contains {
        $0.hasPrefix("\"where\" and \"member\"")
      })
    #expect(
      problems("\"/total\": { \"sum\"", "\"/name\": { \"sum\"").contains { $0.hasPrefix("/name is string") })
  }
}
