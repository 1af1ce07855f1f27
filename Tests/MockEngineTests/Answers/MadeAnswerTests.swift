import PlumblineJSONTree
import PlumblineMockEngine
import Testing

/// Responses that are generated from a schema because none is recorded.
@Suite struct MadeAnswerTests {
  private static let error = #""error": { "oneOf": [{ "type": "object", "required": ["code"] }, { "type": "null" }] }"#

  @Test(arguments: [
    (#""required": ["data"], "#, #"{"data":1}"#), (#""required": ["data", "error"], "#, #"{"error":null,"data":1}"#),
  ])
  func `a success doesn't say that something went wrong`(required: String, body: String) throws {
    let bench = try Bench(
      """
      "endpoints": { "a": { "summary": "x", "request": "GET /a", "source": "x", "success": { "200": { "body": {
        "type": "object", \(required)"properties": { \(Self.error), "data": { "const": 1 } } } } } } }
      """)
    let seen = bench.send(.get, "/a")
    #expect(seen.status == 200 && seen.text == body, "\(seen)")
  }

  @Test func `a new item has its schema's example for members that weren't sent`() throws {
    let bench = try Bench(
      """
      "schemas": { "Bike": { "type": "object", "required": ["id", "tag", "note"], "properties": {
        "id": { "type": "integer" }, "tag": { "type": "string", "examples": ["B-007"] }, "note": { "type": "string" } } } },
      "collections": { "bikes": { "item": { "$ref": "#/schemas/Bike" }, "key": "/id" } },
      "endpoints": { "bikes.add": { "summary": "x", "request": "POST /bikes", "source": "x", "body": { "type": "object" },
        "success": { "201": { "body": { "$ref": "#/schemas/Bike" } } },
        "state": { "action": "create", "collection": "bikes" } } }
      """)
    let seen = bench.send(.post, "/bikes", "{}")
    #expect(seen.status == 201 && seen.json?["tag"] == "B-007" && seen.json?["note"] == "", "\(seen)")
  }

  @Test(arguments: [#"{ "type": "string" }"#, #"{ "type": "string", "examples": ["7"] }"#])
  func `a generated list names its items as the path of one takes them`(id: String) throws {
    let bench = try Bench(
      """
      "endpoints": {
        "runs.list": { "summary": "x", "request": "GET /jobs/{job}/runs", "source": "x", "path": { "job": { "type": "integer" } },
          "success": { "200": { "body": { "type": "object", "required": ["data"], "properties": { "data": { "type": "array",
            "minItems": 2, "items": { "type": "object", "required": ["id"], "properties": { "id": \(id) } } } } } } } },
        "runs.get": { "summary": "x", "request": "GET /jobs/{job}/runs/{run_id}", "source": "x",
          "path": { "job": { "type": "integer" }, "run_id": { "type": "string", "format": "uuid" } },
          "success": { "200": { "body": { "type": "object" } } } } }
      """)
    let list = bench.send(.get, "/jobs/1/runs")
    let keys = list.json?["data"]?.elements.compactMap { $0["id"]?.string } ?? []
    #expect(keys.count >= 2, "\(list)")
    for key in keys { #expect(bench.send(.get, "/jobs/1/runs/\(key)").status == 200, "\(key)") }
  }
}
