import PlumblineHTTPMessages
import PlumblineVerification
import Testing

/// Recorded requests that are sent to a mock.
@Suite struct DirectMockTests {
  @Test func `a recorded change shows the tag that the mock has, not the recorded one`() async throws {
    let bench = try DirectBench(
      #"""
      "notes.get": { "summary": "x", "request": "GET /notes/{id}", "source": "x", "path": { "id": { "type": "string" } },
        "failures": ["none"], "success": { "200": { "body": { "$ref": "#/schemas/Note" },
          "headers": { "ETag": { "required": true, "schema": { "type": "string" } } } } },
        "state": { "action": "read", "collection": "notes", "key": "path.id" } },
      "notes.edit": { "summary": "x", "request": "PATCH /notes/{id}", "source": "x", "path": { "id": { "type": "string" } },
        "headers": { "If-Match": { "type": "string" } }, "required": { "headers": ["If-Match"] }, "failures": ["none", "stale"],
        "body": { "type": "object", "required": ["text"], "properties": { "text": { "type": "string" } } },
        "success": { "200": { "body": { "$ref": "#/schemas/Note" },
          "headers": { "ETag": { "required": true, "schema": { "type": "string" } } } } },
        "state": { "action": "update", "collection": "notes", "key": "path.id" } }
      """#,
      more: #"""
        "failures": { "none": { "status": 404, "body": { "type": "object" } },
          "stale": { "status": 412, "body": { "type": "object" } } },
        "collections": { "notes": { "item": { "$ref": "#/schemas/Note" }, "key": "/id", "seed": [{ "id": "1", "text": "Old" }] } },
        "schemas": { "Note": { "type": "object", "required": ["id", "text"], "properties": {
          "id": { "type": "string" }, "text": { "type": "string" } } } },
        """#,
      recordings: [
        DirectBench.recording(
          "notes.edit", "example",
          #""method": "PATCH", "path": "/notes/1", "headers": { "if-match": "Text" }, "body": { "text": "New" }"#,
          #""status": 200, "headers": { "etag": "Text" }, "body": { "id": "1", "text": "New" }"#)
      ])
    let lines = try await bench.lines()
    #expect(lines.contains("passed notes.edit: sends what example recorded"), "\(lines)")
  }
}
