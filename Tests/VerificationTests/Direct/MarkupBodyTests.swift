import PlumblineHTTPMessages
import PlumblineVerification
import Testing

/// XML bodies of calls without a client, which are generated from the contract's description, or reported by name.
struct MarkupBodyTests {
  /// Sends a body with a media type, and returns the outcome and the request that the server received.
  private func sent(_ content: String) async throws -> (outcome: CallOutcome?, type: String?, body: String?) {
    let bench = try DirectBench(
      """
      "pets.add": { "summary": "Adds", "request": "POST /pets", "source": "Handbook", "required": { "body": true },
        "content": { \(content) }, "success": { "204": {} } }
      """)
    let upstream = ScriptedUpstream { _ in OutgoingResponse(Response(status: 204)) }
    let outcomes = try await bench.outcomes(at: upstream, allowsWrites: true, allowsUnknownWrites: true)
    let request = upstream.requests.first { $0.path == "/pets" && $0.method == .post }
    return (
      outcomes.first { $0.line.endpoint == "pets.add" }, request?.headers["content-type"],
      request?.body.bytes.map { String(decoding: $0, as: UTF8.self) }
    )
  }

  @Test func `a body in XML is what its schema describes`() async throws {
    let sent = try await sent(
      """
      "application/xml": { "schema": { "type": "string", "x-root": "pet", "contentSchema": { "type": "object",
        "required": ["id"], "properties": { "id": { "type": "integer", "const": 7, "x-xml": { "attribute": true } } } } } }
      """)
    #expect(sent.type == "application/xml")
    #expect(sent.body?.hasSuffix("\n<pet id=\"7\"/>\n") == true, "\(sent)")
  }

  @Test func `a text that the contract shows is sent as it is`() async throws {
    let sent = try await sent(#""text/xml": { "schema": { "type": "string", "examples": ["<pet>7</pet>"] } }"#)
    #expect(sent.type == "text/xml")
    #expect(sent.body == "<pet>7</pet>")
  }

  @Test func `a text of which nothing is known is a document all the same`() async throws {
    let sent = try await sent(#""application/xml": { "schema": { "type": "string" } }"#)
    #expect(sent.body?.hasPrefix("<?xml") == true && sent.body?.contains("</root>") == true, "\(sent)")
  }

  @Test func `a call whose XML nothing describes is skipped, and says why`() async throws {
    let sent = try await sent(#""application/xml": {}"#)
    #expect(sent.body == nil)
    #expect(sent.outcome?.line.outcome == .skipped, "\(sent)")
    #expect(sent.outcome?.line.reason?.contains("its body is application/xml") == true, "\(sent)")
  }
}
