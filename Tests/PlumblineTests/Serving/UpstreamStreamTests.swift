import PlumblineHTTPMessages
import PlumblineJSONTree
import TestSupport
import Testing

/// The command `plumbline serve --upstream` in front of a server that streams events.
@Suite struct UpstreamStreamTests {
  private static let contract = #"""
    { "plumbline": 1, "service": "desk", "title": "Desk", "envelope": null,
      "endpoints": {
        "events.get": { "summary": "Follows", "request": "GET /events", "source": "Handbook",
          "success": { "200": { "content": { "text/event-stream": { "itemSchema": { "type": "object", "required": ["data"],
            "properties": { "data": { "type": "string", "contentMediaType": "application/json",
              "contentSchema": { "type": "object", "required": ["n"], "properties": { "n": { "type": "integer" } } } } } } } } } } } } }
    """#

  @Test func `a client follows the stream, which is judged when it is over`() async throws {
    let folder = try TemporaryFolder()
    let words = ["serve", "desk", "--report", "json=\(folder.path)/r.json"]
    let run = try await StreamSession.run(words, Self.contract, in: folder) { client, pipe in
      pipe.push(Array("data: {\"n\":1}\n\n".utf8))
      // The second event hasn't arrived yet.
      let first = try await client.receive(through: "data: {\"n\":1}\n\n")
      #expect(first)
      pipe.push(Array("data: {\"n\":\"2\"}\n\n".utf8))
      pipe.finish(.end(trailers: HeaderFields()))
      let end = try await client.receive(through: "0\r\n\r\n")
      #expect(end)
    }
    let report = try JSON.parse(folder.text(of: "r.json"))
    #expect(report["summary"]?["exchanges"] == 1, "\(run)")
    let rules = report["drift"]?.elements.compactMap { $0["rule"]?.string } ?? []
    #expect(rules == ["response.field.number-as-string"], "\(run)")
  }
}
