import PlumblineMockEngine
import Testing

/// Members of a request that its schema doesn't name, but that an item has with a different meaning.
@Suite struct StateStrangerTests {
  private static let contract = """
    "failures": { "missing": { "status": 404 } },
    "schemas": { "Topic": { "type": "object", "required": ["name"], "properties": {
      "name": { "type": "string" }, "count": { "type": "integer" },
      "partitions": { "type": "array", "items": { "type": "object" } } } } },
    "collections": { "topics": { "item": { "$ref": "#/schemas/Topic" }, "key": "/name" } },
    "endpoints": {
      "topics.create": { "summary": "x", "request": "POST /topics", "source": "x",
        "body": { "type": "object", "required": ["name"], "properties": {
          "name": { "type": "string" }, "count": { "type": "integer" } } },
        "success": { "201": { "body": { "$ref": "#/schemas/Topic" } } },
        "state": { "action": "create", "collection": "topics" } },
      "topics.update": { "summary": "x", "request": "PUT /topics/{name}", "source": "x", "path": { "name": { "type": "string" } },
        "body": { "type": "object", "properties": { "count": { "type": "integer" } } },
        "success": { "200": { "body": { "$ref": "#/schemas/Topic" } } }, "failures": ["missing"],
        "state": { "action": "update", "collection": "topics", "key": "path.name" } } }
    """

  @Test func `a valid request isn't refused for an undocumented member`() throws {
    let bench = try Bench(Self.contract)
    let made = bench.send(.post, "/topics", #"{ "name": "events", "count": 1, "partitions": 3 }"#)
    #expect(made.status == 201, "\(made)")
    #expect(made.text.contains("events") && !made.text.contains("partitions"), "\(made)")
    let changed = bench.send(.put, "/topics/events", #"{ "count": 2, "partitions": 3 }"#)
    #expect(changed.status == 200, "\(changed)")
    #expect(changed.text.contains("2") && !changed.text.contains("partitions"), "\(changed)")
  }

  @Test func `what fits the item is kept, though the request's schema doesn't name it`() throws {
    let bench = try Bench(Self.contract)
    let made = bench.send(.post, "/topics", #"{ "name": "events", "partitions": [{ "id": 1 }] }"#)
    #expect(made.status == 201 && made.text.contains("partitions"), "\(made)")
  }
}
