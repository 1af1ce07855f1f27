import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

/// Limits on the number of a stream's items if some of them can't be read. The number is a finding only if it's wrong
/// regardless of what those contain.
struct StreamCountTests {
  private static let inspector = Inspector(
    Notes.make(files: [
      "contract.json": """
      { "plumbline": 1, "service": "counts", "title": "Counts", "envelope": null, "endpoints": {
        "lines.some": { "summary": "Some", "request": "GET /some", "source": "1", "success": { "200": { "content": {
          "application/x-ndjson": { "schema": {
            "type": "array", "minItems": 3, "maxItems": 4, "items": { "type": "integer" } } } } } } },
        "lines.one": { "summary": "One", "request": "GET /one", "source": "1", "success": { "200": { "content": {
          "application/x-ndjson": { "schema": { "type": "array", "contains": { "const": 1 } } } } } } },
        "events.some": { "summary": "Events", "request": "GET /events", "source": "1", "success": { "200": { "content": {
          "text/event-stream": { "schema": { "type": "array", "minItems": 2, "items": { "type": "object" } } } } } } }
      } }
      """
    ]))

  private func found(_ path: String, _ type: String, _ text: String) -> Set<String> {
    Set(Self.inspector.inspect(.made(path, answerHeaders: ["content-type": type], text: text)).lines)
  }

  @Test(
    arguments: [
      ("1\n2\nx\n", []), ("1\n2\n3\n4\nx\n", []), ("1\nx\ny\n", []),
      ("1\nx\n", ["response.field.out-of-bounds /response/body"]),
      ("1\n2\n3\n4\n5\nx\n", ["response.field.out-of-bounds /response/body"]),
      ("1\n\"2\"\nx\n", ["response.field.number-as-string /response/body/1"]),
    ] as [(String, [String])])
  func `lines that aren't JSON may be as many as are lacking, and never fewer than none`(
    text: String, others: [String]
  ) {
    let found = found("/some", "application/x-ndjson", text)
    #expect(found.contains { $0.hasPrefix("response.body.malformed ") })
    #expect(found.filter { !$0.hasPrefix("response.body.malformed ") }.sorted() == others)
  }

  @Test func `where all lines are read, their number is judged`() {
    #expect(found("/some", "application/x-ndjson", "1\n2\n") == ["response.field.out-of-bounds /response/body"])
    #expect(found("/one", "application/x-ndjson", "2\n") == ["response.field.out-of-bounds /response/body"])
  }

  @Test func `a line that isn't JSON may be the one that is looked for`() {
    let found = found("/one", "application/x-ndjson", "2\nx\n")
    #expect(found.map { $0.prefix { $0 != " " } } == ["response.body.malformed"])
  }

  @Test func `events may follow where a stream ends within one`() {
    #expect(found("/events", "text/event-stream", "data: a\n\n") == ["response.field.out-of-bounds /response/body"])
    #expect(found("/events", "text/event-stream", "data: a\n\ndata: b") == ["response.body.cut-off /response/body"])
  }
}
