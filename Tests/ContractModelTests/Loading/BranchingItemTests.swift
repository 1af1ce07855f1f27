import PlumblineContractModel
import Testing

/// Items whose schema is a choice between several kinds.
struct BranchingItemTests {
  /// Eight alternatives on each of twelve levels have more combinations than can be tried.
  @Test func `choices within one another are looked into a bounded number of times`() throws {
    let levels = (0..<12).map { level in
      let branches = Array(repeating: ##"{ "$ref": "#/schemas/Level\##(level + 1)" }"##, count: 8)
      return "\"Level\(level)\": { \"anyOf\": [\(branches.joined(separator: ", "))] }"
    }
    let text = """
      { "plumbline": 1, "service": "shop", "title": "Shop", "envelope": null,
        "schemas": { \(levels.joined(separator: ", ")), "Level12": { "type": "object", "required": ["id"],
          "properties": { "id": { "type": "integer" } } },
          "Thing": { "allOf": [{ "$ref": "#/schemas/Level12" }, { "$ref": "#/schemas/Level0" }] } },
        "collections": { "things": { "item": { "$ref": "#/schemas/Thing" }, "key": "/id", "seed": [] } },
        "endpoints": { "things.list": { "summary": "x", "request": "GET /things", "source": "x",
          "success": { "200": { "body": { "type": "array", "items": { "$ref": "#/schemas/Level12" } } } },
          "state": { "action": "list", "collection": "things" } } } }
      """
    let loaded = ContractLoader.load([.init(name: "contract.json", path: "contract.json", bytes: Array(text.utf8))])
    let contract = try #require(loaded.contract, "\(loaded.problems)")
    #expect(contract.collections.first?.members.map(\.name) == ["id"])
  }

  @Test func `what all kinds describe alike is an item's, and what one has is not`() throws {
    let text = """
      { "plumbline": 1, "service": "shop", "title": "Shop", "envelope": null,
        "schemas": {
          "Base": { "type": "object", "required": ["id"], "properties": { "id": { "type": "string" } } },
          "Thing": { "oneOf": [
            { "type": "null" },
            { "allOf": [{ "$ref": "#/schemas/Base" }], "required": ["kind"], "properties": { "kind": { "const": "a" } } },
            { "allOf": [{ "$ref": "#/schemas/Base" }], "required": ["kind"], "properties": { "kind": { "const": "b" },
              "size": { "type": "integer" } } } ] } },
        "collections": { "things": { "item": { "$ref": "#/schemas/Thing" }, "key": "/id",
          "seed": [{ "id": "x", "kind": "a" }] } },
        "endpoints": { "things.list": { "summary": "x", "request": "GET /things", "source": "x",
          "success": { "200": { "body": { "type": "array", "items": { "$ref": "#/schemas/Thing" } } } },
          "state": { "action": "list", "collection": "things" } } } }
      """
    let loaded = ContractLoader.load([.init(name: "contract.json", path: "contract.json", bytes: Array(text.utf8))])
    let members = try #require(loaded.contract?.collections.first?.members, "\(loaded.problems)")
    try #require(members.map(\.name) == ["id"])
    #expect(members[0].isRequired)
  }
}
