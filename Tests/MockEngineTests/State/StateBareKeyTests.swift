import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineMockEngine
import Testing

/// New items whose response consists only of their key.
@Suite struct StateBareKeyTests {
  private static func contract(_ answer: String, key: String = "integer", show: String = #"{ "": "/id" }"#) -> String {
    """
    "failures": { "missing": { "status": 404 } },
    "schemas": { "Item": { "type": "object", "required": ["id", "name"], "properties": {
      "id": { "type": "\(key)" }, "name": { "type": "string" } } } },
    "collections": { "items": { "item": { "$ref": "#/schemas/Item" }, "key": "/id" } },
    "endpoints": {
      "items.create": { "summary": "x", "request": "POST /items", "source": "x",
        "body": { "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } },
        "success": { "201": { "body": \(answer) } },
        "state": { "action": "create", "collection": "items", "show": \(show) } },
      "items.get": { "summary": "x", "request": "GET /items/{id}", "source": "x", "path": { "id": { "type": "\(key)" } },
        "success": { "200": { "body": { "$ref": "#/schemas/Item" } } }, "failures": ["missing"],
        "state": { "action": "read", "collection": "items", "key": "path.id" } } }
    """
  }

  @Test(arguments: ["integer", "string"]) func `the key is all of the answer, and names the item`(type: String) throws {
    let bench = try Bench(Self.contract(#"{ "type": "\#(type)" }"#, key: type))
    let made = bench.send(.post, "/items", #"{ "name": "Nail" }"#)
    #expect(made.status == 201)
    let key = made.text.filter { $0 != "\"" }
    #expect(!key.isEmpty && made.text == (type == "string" ? "\"\(key)\"" : key), "\(made)")
    let read = bench.send(.get, "/items/\(key)")
    #expect(read.status == 200 && read.text.contains("Nail"), "\(read)")
  }

  @Test func `what an answer requires beside the key comes from its schema`() throws {
    let answer =
      #"{ "type": "object", "required": ["Id", "Warnings"], "properties": { "Id": { "type": "integer" }, "Warnings": { "type": "array", "items": { "type": "string" }, "examples": [[]] } } }"#
    let show = #"{ "/Id": "/id" }, "standing": "assumed""#
    let bench = try Bench(Self.contract(answer, show: show))
    #expect(!bench.problems.contains { $0.message.contains("doesn't say which member") })
    let made = bench.send(.post, "/items", #"{ "name": "Nail" }"#)
    #expect(made.status == 201)
    let key = try #require(made.json?["Id"]?.int)
    #expect(made.json?["Warnings"] == [])
    #expect(bench.send(.get, "/items/\(key)").text.contains("Nail"))
  }

  @Test func `a whole item has no place in an answer that is a text`() {
    func problems(_ members: String) -> [String] {
      let text = "{ \"plumbline\": 1, \"service\": \"shop\", \"title\": \"S\", \"envelope\": null, \(members) }"
      let file = ContractLoader.File(name: "contract.json", path: "shop/contract.json", bytes: Array(text.utf8))
      return ContractLoader.load([file]).problems.map(\.message).filter { $0.hasPrefix("An item goes into an object") }
    }
    let bare = Self.contract(#"{ "type": "string" }"#)
    #expect(problems(bare).isEmpty)
    #expect(problems(bare.replacing(#", "show": { "": "/id" }"#, with: "")).count == 1)
  }
}
