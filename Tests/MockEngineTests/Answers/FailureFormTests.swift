import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import Testing

/// Failures in media types other than JSON. Each has the form of its media type, as successes do.
@Suite struct FailureFormTests {
  /// Returns the response to a request that asks for the failure.
  private func seen(_ content: String) throws -> Seen {
    let bench = try Bench(
      """
      "failures": { "broken": { "status": 500, "content": { \(content) } } },
      "endpoints": { "a": { "summary": "x", "request": "GET /a", "source": "x", "success": { "204": {} },
        "failures": ["broken"] } }
      """)
    let seen = bench.send(.get, "/a", headers: ["Prefer": "code=500"])
    #expect(seen.status == 500)
    return seen
  }

  private static let item =
    #"{ "type": "object", "required": ["data"], "properties": { "data": { "const": "gone" } } }"#

  @Test(arguments: [
    ("text/event-stream", #"{ "itemSchema": \#(item) }"#, "data: gone\n\n", "text/event-stream"),
    ("application/x-ndjson", #"{ "itemSchema": \#(item) }"#, "{\"data\":\"gone\"}\n", "application/x-ndjson"),
    (
      "application/x-www-form-urlencoded", #"{ "schema": \#(item) }"#, "data=gone", "application/x-www-form-urlencoded"
    ),
    ("text/plain", #"{ "schema": { "const": "gone" } }"#, "gone", "text/plain"),
    (
      "application/xml", #"{ "schema": { "type": "string", "x-root": "error", "contentSchema": \#(item) } }"#,
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<error><data>gone</data></error>\n", "application/xml"
    ),
  ])
  func `what a schema describes is made`(type: String, content: String, text: String, sent: String) throws {
    let seen = try seen("\"\(type)\": \(content)")
    #expect(seen.text == text && seen["content-type"] == sent, "\(seen)")
  }

  @Test func `events begin with a field where nothing describes them`() throws {
    let seen = try seen(#""text/event-stream": {}"#)
    #expect(seen.text.hasPrefix("data: ") && seen.text.hasSuffix("\n\n"), "\(seen)")
  }

  @Test func `lines of JSON are JSON where nothing describes them`() throws {
    let seen = try seen(#""application/x-ndjson": {}"#)
    #expect(try JSON.parse(seen.text)["status"] == 500, "\(seen)")
  }

  @Test func `a file is one of its kind`() throws {
    let bytes = try seen(#""image/png": {}"#).response.body.bytes ?? []
    #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test(arguments: [("image/*", "image/png"), ("text/*", "text/plain"), ("*/*", "text/plain")])
  func `a range is no type that anything has`(range: String, type: String) throws {
    #expect(try seen("\"\(range)\": {}")["content-type"] == type)
  }

  @Test func `a value that is shown of XML is written as XML`() throws {
    let shown = #"{ "type": "object", "properties": { "a": {} }, "examples": [{ "a": 1, "more": 2 }] }"#
    let seen = try seen(
      #""application/xml": { "schema": { "type": "string", "x-root": "e", "contentSchema": \#(shown) } }"#)
    #expect(seen.text.hasSuffix("<e><a>1</a><more>2</more></e>\n"), "\(seen)")
  }
}
