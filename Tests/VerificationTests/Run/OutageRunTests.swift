import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineProxying
import PlumblineVerification
import Synchronization
import Testing

/// Runs with servers that are unreachable or misbehave.
struct OutageRunTests {
  private static func failure(_ kind: TransportFailure.Kind) -> OutgoingResponse {
    OutgoingResponse(failure: TransportFailure(kind: kind, message: "It went wrong."))
  }

  private static let calls = (1...8).map { Call.reading($0, "reads note \($0)") }

  @Test(arguments: [
    (TransportFailure.Kind.malformedResponse, "sent a response that isn't HTTP", "answer"),
    (.timeout, "didn't respond", "timeout"), (.connectionReset, "closed the connection", "connection"),
    (.nameNotFound, "can't be reached", "name"), (.connectionRefused, "can't be reached", "connect"),
    (.tls, "can't be reached", "TLS"), (.other, "can't be reached", "connect"),
  ])
  func `when nothing could be judged, the run says what happened`(
    kind: TransportFailure.Kind, words: String, step: String
  ) async throws {
    let upstream = ScriptedUpstream { _ in Self.failure(kind) }
    let error = await #expect(throws: Unreachable.self) { try await upstream.verify(Self.calls) }
    #expect(error.map { "\($0)" } == "http://127.0.0.1:1 \(words): It went wrong. (failed step: \(step))")
    let isFinal = [.nameNotFound, .connectionRefused, .tls].contains(kind)
    #expect(upstream.requests.count == (isFinal ? 1 : ServerHealth.patience))
  }

  @Test func `a gateway without a server behind it is an outage`() async throws {
    let upstream = ScriptedUpstream { _ in OutgoingResponse(Response(status: 502)) }
    let error = await #expect(throws: Unreachable.self) { try await upstream.verify([.reading()]) }
    #expect(error.map { "\($0)" }?.contains("502 Bad Gateway") == true)
  }

  @Test func `after five outages in a row the rest is skipped`() async throws {
    let upstream = ScriptedUpstream { request in
      request.path == "/notes/1" ? OutgoingResponse(Notes.response(200, Notes.note)) : Self.failure(.timeout)
    }
    let seen = Mutex(0)
    let outcomes = try await upstream.verify(Self.calls) { _ in seen.withLock { $0 += 1 } }
    #expect(outcomes.map(\.line.outcome) == [.passed] + .init(repeating: .failed, count: 5) + [.skipped, .skipped])
    #expect(outcomes.last?.line.reason == "the server stopped responding to 5 calls in a row; last: It went wrong.")
    #expect(outcomes.map(\.isVerified) == [true] + .init(repeating: false, count: 7))
    #expect(seen.withLock { $0 } == 8)
    #expect(upstream.requests.count == 6)
  }

  @Test func `a server that comes back is waited for again`() async throws {
    let upstream = ScriptedUpstream { request in
      request.path == "/notes/4" ? OutgoingResponse(Notes.response(200, Notes.note)) : Self.failure(.timeout)
    }
    let outcomes = try await upstream.verify(Self.calls)
    #expect(outcomes.allSatisfy { $0.line.outcome != .skipped })
    #expect(Set(upstream.requests.map(\.path)).count == 8)
  }

  @Test func `a silent server is an outage, not a client that hangs`() async throws {
    let silent = SilentResponder()
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let listener = try server.listen(responder: silent)
    let options = VerifierOptions(
      environment: ["NOTES_KEY": "k", "NOTES_TOKEN": "t"], deadline: .milliseconds(400))
    let proxy = try ForwardingResponder(upstream: listener.baseURL, deadline: options.upstreamDeadline)
    let verifier = Verifier(
      suite: NotesSuite([.reading()]), contract: Notes.contract,
      target: .server(try BaseURL(parsing: listener.baseURL), proxy), options: options, server: server)
    let error = await #expect(throws: Unreachable.self) { try await verifier.run() }
    #expect(error.map { "\($0)" }?.contains("didn't respond") == true)
    await server.shutdown(grace: .zero)
    await proxy.shutdown()
  }

  @Test func `a run in which every call was skipped says so`() async throws {
    let upstream = ScriptedUpstream { _ in OutgoingResponse(Response(status: 200)) }
    let adding = Call("notes.add", "writes a note") { try await NotesClient($0).add("Hello") }
    let guest = Call.reading(as: .persona("guest"))
    let outcomes = try await upstream.verify([guest, adding, adding])
    #expect(
      outcomes.nothingRun
        == "no call could be run: it may change data on the server; --allow-writes permits it (2 calls); it needs the "
        + "credential session for guest; set NOTES_TOKEN_GUEST (1 call)")
    #expect(Set(outcomes.filter(\.isVerified).map(\.line.endpoint)) == [])
    #expect([CallOutcome]().nothingRun == nil)
  }

  @Test func `one call that ran is a run`() async throws {
    let upstream = ScriptedUpstream { _ in OutgoingResponse(Notes.response(200, Notes.note)) }
    let outcomes = try await upstream.verify([.reading(), .reading(as: .persona("guest"))])
    #expect(outcomes.nothingRun == nil)
    #expect(Set(outcomes.filter(\.isVerified).map(\.line.endpoint)) == ["notes.get"])
  }

  @Test(arguments: [("20", 20_000), ("0.5", 500), ("3600", 3_600_000)])
  func `a deadline is read from seconds`(text: String, milliseconds: Int) {
    #expect(VerifierOptions.deadline(seconds: text) == .milliseconds(milliseconds))
  }

  @Test(arguments: ["", "0", "-1", "x", "1e3", "3601", "1s", "nan", ".", "1.2.3"])
  func `what is no deadline is refused`(text: String) {
    #expect(VerifierOptions.deadline(seconds: text) == nil)
  }
}

/// A responder that accepts every request and never responds.
private struct SilentResponder: Responder {
  func respond(to request: Request, completion: Completion) -> Reply { .later }
}
