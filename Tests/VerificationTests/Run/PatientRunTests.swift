import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineVerification
import Synchronization
import Testing

/// Runs with servers that ask their callers to wait.
struct PatientRunTests {
  /// Returns a server that rejects the first requests, and then responds correctly.
  private static func server(
    refusing count: Int, with status: Int, _ headers: HeaderFields
  ) -> (server: ScriptedUpstream, asked: @Sendable () -> Int) {
    let asked = Mutex(0)
    let server = ScriptedUpstream { request in
      let number = asked.withLock { asked in
        asked += 1
        return asked
      }
      if number <= count { return OutgoingResponse(Response(status: status, headers: headers, body: Body("Slowly!"))) }
      return OutgoingResponse(Notes.response(request.method == .post ? 201 : 200, Notes.note))
    }
    return (server, { server.requests.count })
  }

  private static func run(
    _ call: Call, on server: ScriptedUpstream, deadline: Duration = .seconds(1200)
  ) async throws -> (outcomes: [CallOutcome], waited: Int) {
    let time = ManualClock()
    var options = VerifierOptions(allowsWrites: true, deadline: deadline)
    options.clock = time.clock
    let outcomes = try await server.verify([call, .reading(9, "reads another")], options: options)
    return (outcomes, time.now)
  }

  @Test(arguments: [429, 503])
  func `what reads is asked again when the time is over that the server asks for`(status: Int) async throws {
    let (server, _) = Self.server(refusing: 2, with: status, ["Retry-After": "3"])
    let (outcomes, waited) = try await Self.run(.reading(), on: server)
    #expect(outcomes.prefix(2).map(\.line.outcome) == [.passed, .passed], "\(outcomes.map(\.line))")
    #expect(outcomes.first?.drift.isEmpty == true)
    #expect(outcomes.first?.exchanges.count == 3, "Each answer is an exchange of its own.")
    #expect(waited == 6000)
  }

  @Test func `no longer is waited than a call may take, and then it is an outage`() async throws {
    let (server, _) = Self.server(refusing: 1, with: 429, ["Retry-After": "901"])
    let (outcomes, waited) = try await Self.run(.reading(), on: server)
    let first = try #require(outcomes.first)
    #expect(first.line.outcome == .skipped, "Nobody can tell.")
    #expect(first.line.reason?.contains("the server asked to wait 901 s (429 Too Many Requests)") == true)
    #expect(first.outage != nil)
    #expect(first.drift.isEmpty)
    #expect(waited == 0)
  }

  @Test func `a server that never relents is asked no more often than there is time`() async throws {
    let (server, asked) = Self.server(refusing: .max, with: 429, ["Retry-After": "0"])
    await #expect(throws: Unreachable.self) { try await Self.run(.reading(), on: server, deadline: .seconds(600)) }
    #expect((4...1400).contains(asked()), "\(asked())")
  }

  @Test(arguments: [(429, true), (503, false)])
  func `a request that changes something is sent again where the server says that it wasn't carried out`(
    status: Int, isSentAgain: Bool
  ) async throws {
    let (server, _) = Self.server(refusing: 1, with: status, ["Retry-After": "1"])
    let patient = Self.patient(server)
    let answer = await patient.answer(to: Request(method: .post, target: "/notes"))
    #expect(answer.response.status == (isSentAgain ? 201 : 503))
    #expect(server.requests.count == (isSentAgain ? 2 : 1))
  }

  @Test func `a login isn't tried again, nor anything when the call is over`() async throws {
    let (server, asked) = Self.server(refusing: 1, with: 429, ["Retry-After": "1"])
    let login = await Self.patient(server).answer(to: Request(method: .post, target: "/session"))
    #expect(login.response.status == 429)
    #expect(asked() == 1)
    let (other, otherAsked) = Self.server(refusing: 1, with: 429, ["Retry-After": "1"])
    let late = await Self.patient(other, isOver: true).answer(to: Request(method: .get, target: "/notes/7"))
    #expect(late.response.status == 429)
    #expect(otherAsked() == 1)
  }

  @Test func `who shows too little isn't sent again, and nothing more is tried then`() async throws {
    let server = ScriptedUpstream { request in
      request.headers.contains("authorization") && request.headers.contains("x-key")
        ? OutgoingResponse(Notes.response(200, Notes.note))
        : OutgoingResponse(Response(status: 429, headers: ["Retry-After": "1"]))
    }
    var options = VerifierOptions()
    options.clock = ManualClock().clock
    let calls = [Call.reading(), .reading(as: .nobody, expecting: .failure("unauthorized"))]
    let outcomes = try await server.verify(calls, options: options)
    #expect(server.requests.count { !$0.headers.contains("x-key") || !$0.headers.contains("authorization") } == 1)
    #expect(outcomes.map(\.line.outcome).prefix(2) == [.passed, .skipped])
    let check = try #require(outcomes.first { $0.line.name == "requires each of its credentials" }?.line)
    #expect(check.outcome == .skipped, "What isn't tried is told.")
    #expect(check.reason == "GET /notes/7 returned 429, so the check stopped")
  }

  @Test(arguments: [false, true])
  func `what is made at the second attempt is one item, and nothing is left behind`(storesFirst: Bool) async throws {
    let count = Counted()
    let store = StoreServer(Store.contract) { request, carriedOut in
      guard request.method == .post, request.path == "/boxes", count.count("POST") % 2 == 1 else { return nil }
      // A careless rate limiter counts a request after it has let it through.
      if storesFirst { _ = carriedOut() }
      return OutgoingResponse(Response(status: 429, headers: ["Retry-After": "1"]))
    }
    let before = store.contents()
    let outcomes = try await store.verify()
    let told = outcomes.flatMap(\.drift).map { "\($0)" } + outcomes.compactMap { $0.line.reason }
    #expect(outcomes.flatMap(\.drift).isEmpty, "\(told)")
    #expect(store.contents() == before, "\(told)")
  }

  @Test func `nothing that changes something is sent again when the run is to end`() async throws {
    let interruption = Interruption()
    let store = StoreServer(Store.contract) { request, _ in
      guard request.method == .post, request.path == "/boxes" else { return nil }
      return OutgoingResponse(Response(status: 429, headers: ["Retry-After": "1"]))
    }
    let before = store.contents()
    let outcomes = try await store.verify(
      VerifierOptions(allowsWrites: true, only: [Wildcard("boxes.add")], interruption: interruption),
      clock: ProbeClock(now: { 0 }, pause: { _ in interruption.request("SIGINT") }))
    #expect(interruption.reason != nil, "It was waited for.")
    #expect(store.writes == ["POST /boxes"], "\(outcomes.map(\.line))")
    #expect(store.contents() == before)
  }

  @Test(arguments: [429, 503])
  func `without Retry-After nothing is waited for`(status: Int) async throws {
    let (server, asked) = Self.server(refusing: 1, with: status, [:])
    let answer = await Self.patient(server).answer(to: Request(method: .get, target: "/notes/7"))
    #expect(answer.response.status == status)
    #expect(asked() == 1)
  }

  private static func patient(_ server: ScriptedUpstream, isOver: Bool = false) -> PatientResponder {
    PatientResponder(server, contract: contract, limit: .seconds(15), clock: ManualClock().clock) { isOver }
  }

  private static let contract = Store.load(
    """
    { "plumbline": 1, "service": "notes", "title": "Notes", "envelope": null,
      "credentials": { "session": { "in": "bearer", "environment": "NOTES_TOKEN" } },
      "personas": { "owner": { "login": { "user": "olga", "password": "pw" }, "credentials": { "session": "t" } } },
      "endpoints": {
        "session.begin": { "summary": "x", "request": "POST /session", "source": "x", "authentication": [],
          "body": { "type": "object", "required": ["user"], "properties": { "user": { "type": "string" } } },
          "success": { "200": { "body": { "type": "object", "required": ["token"],
            "properties": { "token": { "type": "string" } } } } },
          "state": { "action": "login" } },
        "notes.get": { "summary": "x", "request": "GET /notes/7", "source": "x", "success": { "200": { "body": true } } },
        "notes.add": { "summary": "x", "request": "POST /notes", "source": "x", "body": { "type": "object" },
          "authentication": ["session"],
          "success": { "201": { "body": true } } } } }
    """)
}
