import PlumblineHTTPMessages
import PlumblineMockEngine
import Testing

/// Streams that are forwarded as they arrive. The journal contains their ends, but not their bodies.
@Suite struct FollowedBodyTests {
  private struct Streaming: Responder {
    let stream: BodyPipe

    func respond(to request: Request, completion: Completion) -> Reply {
      .now(
        OutgoingResponse(Response(status: 200, headers: ["Content-Type": "text/event-stream"], body: .stream(stream))))
    }
  }

  private let pipe = BodyPipe(length: nil, resume: {})
  private let journal = Journal(clock: { 0 })

  /// Returns the stream that is forwarded to the client, and the entry of its exchange.
  private func ask() async throws -> (stream: any BodyStream, entry: JournalEntry) {
    let journaling = JournalingResponder(Streaming(stream: pipe), journal: journal)
    let answer = await journaling.answer(to: Request(method: .get, target: "/events"))
    guard case .stream(let stream) = answer.response.body else { throw TransportFailure(kind: .other, message: "none") }
    return (stream, try #require(journal.entries.first))
  }

  private func read(_ stream: any BodyStream) async -> BodyChunk {
    await withCheckedContinuation { continuation in stream.next { continuation.resume(returning: $0) } }
  }

  @Test func `where a stream broke off is added to its entry`() async throws {
    let (stream, entry) = try await ask()
    pipe.push(Array("data: 1\n\nda".utf8))
    _ = await read(stream)
    #expect(entry.earlyEnd == nil)
    pipe.finish(.failed(TransportFailure(kind: .connectionReset, message: "The server hung up.")))
    _ = await read(stream)
    #expect(entry.earlyEnd == "The stream broke off after 11 bytes: the server hung up.")
    #expect(entry.status == 200)
  }

  @Test func `a stream that its client leaves says so`() async throws {
    let (stream, entry) = try await ask()
    pipe.push([0x0A])
    _ = await read(stream)
    stream.cancel()
    #expect(entry.earlyEnd == "The client closed the stream after 1 byte.")
  }

  @Test func `a stream that came whole has no such end, though it is closed after that`() async throws {
    let (stream, entry) = try await ask()
    pipe.push([0x0A])
    pipe.finish(.end(trailers: [:]))
    _ = await read(stream)
    guard case .end = await read(stream) else {
      Issue.record("The stream goes on.")
      return
    }
    stream.cancel()
    #expect(entry.earlyEnd == nil)
  }

  @Test func `who watches the journal gets the exchange again when its stream is over`() async throws {
    let listener = journal.listen { Array(($0.isStreaming ? "streaming" : "over").utf8) }
    _ = await read(listener)
    let (stream, _) = try await ask()
    #expect(await text(listener) == "event: exchange\nid: 1\ndata: streaming\n\n")
    pipe.finish(.end(trailers: [:]))
    _ = await read(stream)
    journal.append(Request(method: .get, target: "/next"), OutgoingResponse(Response(status: 200)))
    #expect(await text(listener) == "event: exchange\nid: 1\ndata: over\n\nevent: exchange\nid: 2\ndata: over\n\n")
    stream.cancel()
    journal.append(Request(method: .get, target: "/last"), OutgoingResponse(Response(status: 200)))
    #expect(await text(listener) == "event: exchange\nid: 3\ndata: over\n\n", "a stream ends once")
  }

  private func text(_ stream: any BodyStream) async -> String? {
    guard case .bytes(let bytes) = await read(stream) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
