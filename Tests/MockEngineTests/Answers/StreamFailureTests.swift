import PlumblineHTTPMessages
import PlumblineMockEngine
import Testing

/// Failures that are streams. An example of one is sent unchanged.
@Suite struct StreamFailureTests {
  private func seen(_ content: String) throws -> Seen {
    let bench = try Bench(
      """
      "failures": { "broken": { "status": 500, "content": { \(content) } } },
      "endpoints": { "a": { "summary": "x", "request": "GET /a", "source": "x", "success": { "204": {} },
        "failures": ["broken"] } }
      """)
    return bench.send(.get, "/a", headers: ["Prefer": "code=500"])
  }

  @Test func `the events that are shown of a failure are its body`() throws {
    let seen = try seen(
      #"""
      "text/event-stream": { "schema": { "type": "array", "items": { "type": "object" },
        "examples": [[{ "event": "error", "data": "{\"code\":7}" }, { "data": "[DONE]" }]] } }
      """#)
    #expect(seen.status == 500 && seen["content-type"] == "text/event-stream", "\(seen)")
    #expect(seen.text == "event: error\ndata: {\"code\":7}\n\ndata: [DONE]\n\n", "\(seen)")
  }

  @Test func `the lines that are shown of a failure are its body`() throws {
    let seen = try seen(
      #"""
      "application/x-ndjson": { "schema": { "type": "array", "items": { "type": "object" },
        "examples": [[{ "code": 7 }, { "code": 8 }]] } }
      """#)
    #expect(seen.text == "{\"code\":7}\n{\"code\":8}\n", "\(seen)")
  }
}
