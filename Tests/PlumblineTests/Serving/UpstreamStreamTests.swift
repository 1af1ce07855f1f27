import Foundation
import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineJSONTree
import TestSupport
import Testing

/// `plumbline serve --upstream` before a server that streams events.
@Suite struct UpstreamStreamTests {
  private static let contract = #"""
    { "plumbline": 1, "service": "desk", "title": "Desk", "envelope": null,
      "endpoints": {
        "events.get": { "summary": "Follows", "request": "GET /events", "source": "Handbook",
          "success": { "200": { "content": { "text/event-stream": { "itemSchema": { "type": "object", "required": ["data"],
            "properties": { "data": { "type": "string", "contentMediaType": "application/json",
              "contentSchema": { "type": "object", "required": ["n"], "properties": { "n": { "type": "integer" } } } } } } } } } } } } }
    """#

  /// Answers with one stream, of which a test brings the events.
  private struct Server: Responder {
    let pipe: BodyPipe

    func respond(to request: Request, completion: Completion) -> Reply {
      .now(Answer(Response(status: 200, headers: ["Content-Type": "text/event-stream"], body: .stream(pipe))))
    }
  }

  @Test func `a client follows the stream, which is judged when it is over`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.contract, to: "Contracts/desk/contract.json")
    let pipe = BodyPipe(length: nil, resume: {})
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let listener = try server.listen(responder: Server(pipe: pipe))
    let result: Result<Finished, any Error>
    do {
      let tool = RunningCommand(
        [
          "serve", "desk", "--upstream", listener.baseURL, "--port", "0", "--gate", "none", "--report",
          "json=\(folder.path)/r.json",
        ], folder: folder.path)
      defer { tool.kill() }
      let port = try #require(
        await tool.line(beginning: "Desk: http://127.0.0.1:").flatMap { Int($0) }, "\(tool.errorText)")
      _ = await tool.line(beginning: "Control-C")
      let client = try await RawConnection.connect(port: port)
      try await client.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
      pipe.push(Array("data: {\"n\":1}\n\n".utf8))
      // The second event isn't there yet.
      let first = try await client.receive(through: "data: {\"n\":1}\n\n")
      #expect(first)
      pipe.push(Array("data: {\"n\":\"2\"}\n\n".utf8))
      pipe.finish(.end(trailers: HeaderFields()))
      let end = try await client.receive(through: "0\r\n\r\n")
      #expect(end)
      tool.send(SIGINT)
      tool.send(SIGINT)
      result = .success(await tool.end())
    } catch {
      result = .failure(error)
    }
    await server.shutdown(grace: .zero)
    let run = try result.get()
    let report = try JSON.parse(folder.text(of: "r.json"))
    #expect(report["summary"]?["exchanges"] == 1, "\(run)")
    let rules = report["drift"]?.elements.compactMap { $0["rule"]?.string } ?? []
    #expect(rules == ["response.field.number-as-string"], "\(run)")
  }
}
