import PlumblineHTTPMessages
import Synchronization
import Testing

@testable import PlumblineCommands

/// Streams from a real server, which are forwarded as they arrive, and other responses, which are forwarded when
/// they're complete.
@Suite struct StreamPassageTests {
  /// A server that responds with a body in pieces, which a test supplies.
  private struct Server: Responder {
    let type: String
    let pipe: BodyPipe

    func respond(to request: Request, completion: Completion) -> Reply {
      completion(OutgoingResponse(Response(status: 200, headers: ["Content-Type": type], body: .stream(pipe))))
      return .later
    }
  }

  /// Returns the response before the end of the body, and the one after it.
  private func answers(_ type: String, _ kinds: StreamPassage.Kinds) -> (
    before: OutgoingResponse?, after: OutgoingResponse?
  ) {
    let pipe = BodyPipe(length: nil, resume: {})
    let passage = StreamPassage(
      Server(type: type, pipe: pipe), handingOn: kinds, from: "server", limit: 1000, deadline: .seconds(3600))
    let given = Mutex<OutgoingResponse?>(nil)
    _ = passage.respond(
      to: Request(method: .get, target: "/"), completion: Completion { answer in given.withLock { $0 = answer } })
    let before = given.withLock { $0 }
    pipe.push(Array("[1]".utf8))
    pipe.finish(.end(trailers: HeaderFields()))
    return (before, given.withLock { $0 })
  }

  @Test(arguments: ["text/event-stream", "application/x-ndjson"])
  func `a stream is there before its end`(type: String) {
    for kinds in [StreamPassage.Kinds.parts, .open] {
      let (before, _) = answers(type, kinds)
      #expect(before != nil)
      #expect(before?.response.body.bytes == nil, "It comes in pieces.")
    }
  }

  @Test func `JSON is there as a whole`() {
    let (before, after) = answers("application/json", .open)
    #expect(before == nil)
    #expect(after?.response.body.bytes == Array("[1]".utf8))
  }

  @Test func `a page may have to be looked at`() {
    #expect(answers("text/html", .open).before != nil)
    let (before, after) = answers("text/html", .parts)
    #expect(before == nil)
    #expect(after?.response.body.bytes == Array("[1]".utf8))
  }

  @Test func `a body whose length is known, or that says nothing of its kind, is whole, but for a stream`() {
    #expect(StreamPassage.isHandedOn("text/event-stream", length: 7, .parts))
    #expect(!StreamPassage.isHandedOn("video/mp4", length: 7, .open))
    #expect(!StreamPassage.isHandedOn(nil, length: nil, .open))
    #expect(StreamPassage.isHandedOn("video/mp4", length: nil, .open))
  }
}
