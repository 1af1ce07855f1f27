import Foundation
import PlumblineHTTPMessages
import PlumblineJSONTree
import TestSupport
import Testing

/// The command `plumbline record` in front of a server that streams events.
@Suite struct RecordStreamTests {
  private static let contract = #"""
    { "plumbline": 1, "service": "desk", "title": "Desk", "envelope": null,
      "endpoints": {
        "events.get": { "summary": "Follows", "request": "GET /events", "source": "Handbook",
          "success": { "200": { "content": { "text/event-stream": {} } } } } } }
    """#

  /// Records while a client follows the stream, and returns the tool's output.
  private func record(
    in folder: TemporaryFolder, _ follow: (_ client: RawConnection, _ pipe: BodyPipe) async throws -> Void
  ) async throws -> Finished {
    try await StreamSession.run(["record", "desk"], Self.contract, in: folder, follow)
  }

  private func response(_ folder: TemporaryFolder) throws -> JSON {
    let text = try folder.text(of: "Recordings/desk/events.get/success.json")
    return try #require(try JSON.parse(text)["response"])
  }

  @Test func `a client follows the stream, and the recording has it event by event`() async throws {
    let folder = try TemporaryFolder()
    let run = try await record(in: folder) { client, pipe in
      pipe.push(Array("event: start\ndata: {\"n\":1}\n\n".utf8))
      // The second event hasn't arrived yet.
      let first = try await client.receive(through: "data: {\"n\":1}\n\n")
      #expect(first)
      pipe.push(Array("data: [DONE]\n\n".utf8))
      pipe.finish(.end(trailers: HeaderFields()))
      let end = try await client.receive(through: "0\r\n\r\n")
      #expect(end)
    }
    let response = try response(folder)
    #expect(response["encoding"] == "events", "\(run)")
    let parts = Array(try #require(response["body"]).elements)
    #expect(parts.compactMap { $0["data"] } == [["n": 1], "[DONE]"], "\(response.text)")
    #expect(parts.first?["event"] == "start")
    #expect(parts.allSatisfy { $0["at"]?.int != nil })
    #expect(!run.output.contains("stream"), "\(run)")
  }

  @Test func `a stream that never ends is recorded when the session does, as far as whole events came`() async throws {
    let folder = try TemporaryFolder()
    let run = try await record(in: folder) { client, pipe in
      pipe.push(Array("data: 1\n\ndata: 2\n\ndata: 3".utf8))
      let third = try await client.receive(through: "data: 3")
      #expect(third)
    }
    // On a busy machine, the server's silence may be reported first.
    #expect(run.output.contains("the stream "), "\(run)")
    #expect(run.output.contains("after 2 events"), "\(run)")
    let parts = Array(try #require(try response(folder)["body"]).elements)
    #expect(parts.compactMap { $0["data"] } == ["1", "2"], "\(run)")
  }
}
