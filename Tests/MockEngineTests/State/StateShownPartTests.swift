import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineMockEngine
import Testing

/// Lists that show only some members of their items.
@Suite struct StateShownPartTests {
  private static func contract(show: String) -> String {
    """
    "schemas": { "Item": { "type": "object", "required": ["id", "name"], "properties": {
      "id": { "type": "integer" }, "name": { "type": "string" }, "note": { "type": ["string", "null"] } } } },
    "collections": { "items": { "item": { "$ref": "#/schemas/Item" }, "key": "/id",
      "seed": [{ "id": 1, "name": "Nail", "note": "steel" }, { "id": 2, "name": "Nut", "note": null }] } },
    "endpoints": {
      "items.list": { "summary": "x", "request": "GET /items", "source": "x",
        "success": { "200": { "body": { "type": "object", "properties": { "data": { "type": "array", "items": {
          "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" }, "name": { "type": "string" },
            "note": { "type": "string" } }, "additionalProperties": false } } } } } },
        "state": { "action": "list", "collection": "items", "at": "/data", "show": \(show) } } }
    """
  }

  @Test func `each item is shown by the members that are named`() throws {
    let bench = try Bench(Self.contract(show: #"{ "/id": "/id", "/name": "/name" }"#))
    let seen = bench.send(.get, "/items")
    #expect(seen.json?["data"] == [["id": 1, "name": "Nail"], ["id": 2, "name": "Nut"]], "\(seen)")
  }

  @Test func `a null that the list doesn't have isn't shown there`() throws {
    let bench = try Bench(Self.contract(show: #"{ "/id": "/id", "/note": "/note" }"#))
    let seen = bench.send(.get, "/items")
    #expect(seen.json?["data"] == [["id": 1, "note": "steel"], ["id": 2]], "\(seen)")
  }

  @Test func `a list doesn't show what was sent`() {
    let text =
      "{ \"plumbline\": 1, \"service\": \"shop\", \"title\": \"S\", \"envelope\": null, \(Self.contract(show: #""sent""#)) }"
    let file = ContractLoader.File(name: "contract.json", path: "shop/contract.json", bytes: Array(text.utf8))
    let problems = ContractLoader.load([file]).problems.map(\.message)
    #expect(problems.contains { $0.hasPrefix("A list shows its items whole, or some of their members") }, "\(problems)")
  }
}
