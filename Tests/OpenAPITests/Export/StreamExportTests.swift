import PlumblineJSONTree
import PlumblineOpenAPI
import Testing

/// A contract's streams, as OpenAPI 3.1 describes them.
struct StreamExportTests {
  private static let contract = ##"""
    { "plumbline": 1, "service": "shop",
      "schemas": { "Chunk": { "type": "object", "properties": { "n": { "type": "integer" } } } },
      "failures": { "broken": { "status": 500, "content": { "text/event-stream": { "itemSchema": true } } } },
      "endpoints": { "feed": { "summary": "S", "request": "GET /feed", "source": "Page 1",
        "success": {
          "200": { "content": {
            "application/json": { "schema": { "$ref": "#/schemas/Chunk" } },
            "text/event-stream": { "x-note": "n", "itemSchema": { "type": "object", "properties": {
              "event": { "const": "chunk" }, "data": { "type": "string", "contentMediaType": "application/json",
                "contentSchema": { "$ref": "#/schemas/Chunk" } } } } } } },
          "206": { "content": { "application/x-ndjson": { "itemSchema": { "$ref": "#/schemas/Chunk" } },
            "application/jsonl": { "schema": { "type": "array", "items": { "type": "object" } } } } } },
        "failures": ["broken"] } } }
    """##

  @Test func `the schema of an item comes back as it was`() throws {
    try ExportedContract(["contract.json": Self.contract]).expectEqual()
  }

  @Test func `other tools read a list of items`() throws {
    let exported = try ExportedContract(["contract.json": Self.contract])
    let content = exported.document.at("/paths/~1feed/get/responses/206/content")
    #expect(
      content?["application/x-ndjson"]?["schema"] == [
        "type": "array", "items": ["$ref": "#/components/schemas/Chunk"],
      ], "\(exported.document.text)")
    #expect(content?["application/x-ndjson"]?["itemSchema"] == nil)
  }
}
