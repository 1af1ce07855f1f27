import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineOpenAPI
import PlumblinePact
import PlumblineVerification
import Testing

/// A provider that is verified against its consumers' pacts.
struct PactVerifierTests {
  private static let environment = ["NOTES_KEY": "key-of-olga", "NOTES_TOKEN": "token-of-olga"]

  /// The request of an exported pact, whose credentials are placeholders.
  private static let read = #"""
    {"method": "GET", "path": "/notes/7", "headers": {"X-Key": "left-out", "Authorization": "Bearer left-out"},
     "generators": {"header": {"X-Key": {"type": "ProviderState", "expression": "${key}"},
       "Authorization": {"type": "ProviderState", "expression": "Bearer ${session}"}}}}
    """#
  private static let answer = #"""
    {"status": 200, "body": {"data": {"id": 7}},
     "matchingRules": {"body": {"$.data.id": {"matchers": [{"match": "integer"}]}}}}
    """#
  private static let reading = """
    {"description": "notes.get: reads a note", "request": \(read), "response": \(answer)}
    """

  private static func pact(_ interactions: String, version: String = "3.0.0") throws -> Pact {
    let text = """
      {"consumer": {"name": "web"}, "provider": {"name": "Notes"}, "interactions": [\(interactions)],
       "metadata": {"pactSpecification": {"version": "\(version)"}}}
      """
    return try #require(PactReader(path: "web.json", log: NoteLog()).read(try JSON.parse(text, file: "web.json")))
  }

  private static func verify(
    _ pact: Pact, at server: ScriptedUpstream?, states: ScriptedUpstream? = nil, allowsWrites: Bool = false
  ) async throws -> PactVerifier.Outcome {
    var options = PactVerifier.Options(now: 1_795_892_645_006)
    options.allowsWrites = allowsWrites
    options.environment = environment
    let target: Target =
      if let server { .server(try BaseURL(parsing: "http://127.0.0.1:1"), server) } else { .mock(Notes.library) }
    let handler = try states.map { PactStates(try BaseURL(parsing: "http://127.0.0.1:2/_states"), through: $0) }
    let verifier = PactVerifier(contract: Notes.contract, target: target, states: handler, options: options)
    return try #require(try await verifier.run([pact]).first)
  }

  private static func server(_ status: Int, _ body: String) -> ScriptedUpstream {
    ScriptedUpstream { _ in OutgoingResponse(Notes.response(status, body)) }
  }

  @Test func `a mock keeps the pact of its contract, with its persona's credentials`() async throws {
    let outcome = try await Self.verify(Self.pact(Self.reading), at: nil)
    let call = try #require(outcome.calls.first)
    #expect(call.line.outcome == .passed, "\(call.line)")
    #expect(call.line.endpoint == "notes.get")
    #expect(call.line.name == "reads a note")
    let request = try #require(call.exchanges.first?.request)
    #expect(request.headers["x-key"] == "k")
    #expect(request.headers["authorization"] == "Bearer owner-token")
    #expect(outcome.isKept == true)
  }

  @Test(arguments: [
    (404, #", "providerStates": [{"name": "there is no note 7"}]"#), (500, ""),
  ])
  func `a mock is asked for a status that only a provider's data decides`(_ status: Int, _ states: String) async throws
  {
    let interaction = """
      {"description": "fails"\(states), "request": \(Self.read), "response": {"status": \(status)}}
      """
    let outcome = try await Self.verify(Self.pact(interaction), at: nil)
    #expect(outcome.isKept == true, "\(outcome.calls)")
    let call = try #require(outcome.calls.first)
    #expect(call.exchanges.first?.request.headers["prefer"] == "code=\(status)")
    #expect(call.line.reason?.hasSuffix("Prefer: code=\(status)") == true, "\(call.line)")
    // A real server is never asked for this state.
    let server = Self.server(200, Notes.note)
    let other = try await Self.verify(Self.pact(interaction), at: server)
    #expect(other.isKept == false)
    #expect(server.requests.map { $0.headers.contains("prefer") } == [false])
  }

  @Test func `a mock isn't asked for a status that its contract doesn't have`() async throws {
    let interaction = """
      {"description": "moves", "providerState": "a note 7 has moved", "request": \(Self.read), "response": {"status": 301}}
      """
    let outcome = try await Self.verify(Self.pact(interaction), at: nil)
    #expect(outcome.isKept == false)
    #expect(outcome.calls.first?.exchanges.first?.request.headers.contains("prefer") == false)
  }

  @Test func `a server gets the environment's credentials, and may return more than the pact says`() async throws {
    let server = Self.server(200, #"{ "ok": true, "data": { "id": 12, "text": "More." } }"#)
    let outcome = try await Self.verify(Self.pact(Self.reading), at: server)
    #expect(outcome.isKept == true, "\(outcome.calls)")
    #expect(server.requests.map { $0.headers["x-key"] } == ["key-of-olga"])
    #expect(server.requests.map { $0.headers["authorization"] } == ["Bearer token-of-olga"])
  }

  @Test func `a value that breaks the pact is found at its place`() async throws {
    let server = Self.server(200, #"{ "ok": true, "data": { "id": "7" } }"#)
    let outcome = try await Self.verify(Self.pact(Self.reading), at: server)
    let call = try #require(outcome.calls.first)
    #expect(call.line.outcome == .drifted)
    #expect(outcome.isKept == false)
    let drift = try #require(call.drift.first)
    #expect(call.drift.count == 1)
    #expect(drift.rule == Rule.pact.body)
    #expect(drift.severity == .breaking)
    #expect(drift.pointer?.description == "/response/body/data/id")
    #expect(drift.actual == #"string "7""#)
    #expect(drift.message.hasPrefix("The body's $.data.id "), "\(drift)")
    #expect(drift.message.hasSuffix(" (web's pact: reads a note)."), "\(drift)")
    #expect(drift.contract?.file == "web.json")
    #expect(drift.call == "notes.get: reads a note")
    #expect(drift.exchange != nil)
  }

  @Test func `another status is found, with the state that wasn't set up`() async throws {
    let interaction = """
      {"description": "reads", "providerStates": [{"name": "a note 7 exists"}], "request": \(Self.read),
       "response": {"status": 200}}
      """
    let server = Self.server(404, Notes.failure("NOT_FOUND"))
    let call = try #require(try await Self.verify(Self.pact(interaction), at: server).calls.first)
    #expect(call.drift.map(\.rule) == [Rule.pact.status])
    #expect(call.drift.first?.message == "The status is 404, but 200 is expected (web's pact: reads).")
    #expect(
      call.line.reason?.contains(
        "\"a note 7 exists\" wasn't set up: name the provider's state handler with --states-url") == true,
      "\(call.line)")
  }

  @Test func `a write is only sent to a server if it is allowed`() async throws {
    let interaction = """
      {"description": "adds", "request": {"method": "POST", "path": "/notes", "body": {"text": "Hi"}},
       "response": {"status": 201}}
      """
    let server = Self.server(201, Notes.note)
    let skipped = try await Self.verify(Self.pact(interaction), at: server)
    #expect(skipped.calls.map(\.line.outcome) == [.skipped])
    #expect(skipped.isKept == nil)
    #expect(skipped.calls.first?.line.reason?.contains("--allow-writes") == true)
    #expect(server.requests.isEmpty)
    let sent = try await Self.verify(Self.pact(interaction), at: server, allowsWrites: true)
    #expect(sent.isKept == true, "\(sent.calls)")
    #expect(server.requests.map(\.target) == ["/notes"])
  }

  @Test func `states are set up before the request, fill its generators, and are torn down`() async throws {
    let interaction = #"""
      {"description": "reads", "providerStates": [{"name": "a note exists", "params": {"text": "x"}}],
       "request": {"method": "GET", "path": "/notes/1",
         "generators": {"path": {"type": "ProviderState", "expression": "/notes/${note}"}}},
       "response": {"status": 200}}
      """#
    let server = Self.server(200, Notes.note)
    let states = Self.server(200, #"{ "note": 9 }"#)
    let outcome = try await Self.verify(Self.pact(interaction), at: server, states: states)
    #expect(outcome.isKept == true, "\(outcome.calls)")
    #expect(server.requests.map(\.target) == ["/notes/9"])
    let bodies = try states.requests.map { try JSON.parse($0.body.bytes ?? []) }
    #expect(bodies.map { $0["action"] } == ["setup", "teardown"])
    #expect(bodies.first == ["consumer": "web", "state": "a note exists", "params": ["text": "x"], "action": "setup"])
  }

  @Test func `a response is held to the values that the states return`() async throws {
    let interaction = #"""
      {"description": "reads", "providerStates": [{"name": "a note exists"}],
       "request": {"method": "GET", "path": "/notes/1",
         "generators": {"path": {"type": "ProviderState", "expression": "/notes/${note}"}}},
       "response": {"status": 200, "body": {"id": 1},
         "generators": {"body": {"$.id": {"type": "ProviderState", "expression": "${note}"}}}}}
      """#
    let states = Self.server(200, #"{ "note": 9 }"#)
    let kept = try await Self.verify(
      Self.pact(interaction), at: Self.server(200, #"{ "id": 9 }"#), states: states)
    #expect(kept.isKept == true, "\(kept.calls)")
    let broken = try await Self.verify(
      Self.pact(interaction), at: Self.server(200, #"{ "id": 1 }"#), states: states)
    #expect(broken.isKept == false)
    #expect(broken.calls.first?.drift.map(\.rule) == [Rule.pact.body])
  }

  @Test func `an interaction without a state is set up and torn down with an empty one`() async throws {
    let interaction = """
      {"description": "reads", "request": {"method": "GET", "path": "/notes/7"}, "response": {"status": 200}}
      """
    let states = Self.server(200, "{}")
    let outcome = try await Self.verify(Self.pact(interaction), at: Self.server(200, Notes.note), states: states)
    #expect(outcome.isKept == true, "\(outcome.calls)")
    let bodies = try states.requests.map { try JSON.parse($0.body.bytes ?? []) }
    #expect(bodies.map { $0["state"] } == ["", ""])
    #expect(bodies.map { $0["action"] } == ["setup", "teardown"])
    let failing = try await Self.verify(
      Self.pact(interaction), at: Self.server(200, Notes.note), states: Self.server(500, "{}"))
    #expect(failing.isKept == nil)
    #expect(failing.calls.first?.line.reason?.hasPrefix("its empty state wasn't set up") == true)
  }

  @Test func `an interaction whose state can't be set up isn't verified`() async throws {
    let interaction = """
      {"description": "reads", "providerState": "a note exists", "request": \(Self.read), "response": {"status": 200}}
      """
    let server = Self.server(200, Notes.note)
    let outcome = try await Self.verify(Self.pact(interaction), at: server, states: Self.server(500, "{}"))
    #expect(outcome.calls.map(\.line.outcome) == [.skipped])
    #expect(outcome.isKept == nil)
    #expect(outcome.calls.first?.drift.map(\.rule) == [Rule.pact.unverified])
    #expect(outcome.calls.first?.line.reason?.contains("the states URL responded with 500") == true)
    #expect(server.requests.isEmpty)
  }

  @Test func `a message is named as not verified`() async throws {
    let interactions = """
      {"type": "Asynchronous/Messages", "description": "a note was added", "contents": {}},
      {"type": "Synchronous/HTTP", "description": "reads", "request": {"method": "GET", "path": "/notes/7",
        "headers": {"X-Key": ["mine"], "Authorization": ["Bearer mine"]}}, "response": {"status": 200}}
      """
    let outcome = try await Self.verify(Self.pact(interactions, version: "4.0"), at: Self.server(200, Notes.note))
    #expect(outcome.calls.map(\.line.outcome) == [.passed, .skipped])
    #expect(outcome.calls.last?.line.name == "a note was added")
    #expect(outcome.calls.last?.line.endpoint == "asynchronous message (not verified)")
    #expect(outcome.calls.last?.drift.map(\.rule) == [Rule.pact.unverified])
    #expect(outcome.isKept == nil)
  }

  @Test func `a placeholder that nothing replaces isn't sent`() async throws {
    let interaction = """
      {"description": "news", "request": {"method": "GET", "path": "/nowhere", "headers": {"X-Key": "left-out"}},
       "response": {"status": 200}}
      """
    let server = Self.server(200, Notes.note)
    let outcome = try await Self.verify(Self.pact(interaction), at: server)
    #expect(outcome.calls.first?.drift.map(\.rule) == [Rule.pact.unverified])
    #expect(outcome.calls.first?.line.reason?.contains("header X-Key is a placeholder") == true)
    #expect(server.requests.isEmpty)
  }

  @Test func `a wrong credential stays where a refusal is expected`() async throws {
    let interaction = """
      {"description": "is refused", "request": {"method": "GET", "path": "/notes/7",
        "headers": {"X-Key": "wrong", "Authorization": "Bearer wrong"}}, "response": {"status": 401}}
      """
    let outcome = try await Self.verify(Self.pact(interaction), at: nil)
    #expect(outcome.isKept == true, "\(outcome.calls)")
  }

  @Test func `a pending interaction that fails is a notice`() async throws {
    let interaction = """
      {"type": "Synchronous/HTTP", "pending": true, "description": "reads", "request": {"method": "GET",
        "path": "/notes/7"}, "response": {"status": 204}}
      """
    let outcome = try await Self.verify(Self.pact(interaction, version: "4.0"), at: Self.server(200, Notes.note))
    #expect(outcome.calls.first?.drift.map(\.severity) == [.notice])
    #expect(outcome.isKept == true)
  }

  @Test func `a server that isn't there is an outage`() async throws {
    let server = ScriptedUpstream { _ in
      OutgoingResponse(failure: TransportFailure(kind: .connectionRefused, message: "Nothing listens there."))
    }
    await #expect(throws: Unreachable.self) { _ = try await Self.verify(Self.pact(Self.reading), at: server) }
  }
}
