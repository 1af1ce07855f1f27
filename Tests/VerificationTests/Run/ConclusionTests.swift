import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineProxying
import PlumblineVerification
import Testing

/// Conclusions that can be drawn only at the end of a run.
struct ConclusionTests {
  private static func page(_ status: Int, _ title: String) -> OutgoingResponse {
    OutgoingResponse(
      Response(
        status: status, headers: ["content-type": "text/html"],
        body: Body("<!doctype html><html><head><title>\(title)</title></head></html>")))
  }

  private func upstream(finding: Int?) -> ScriptedUpstream {
    ScriptedUpstream { request in
      if let finding, request.path == "/notes/\(finding)" { return OutgoingResponse(Notes.response(200, Notes.note)) }
      return Self.page(404, "Not Found")
    }
  }

  private static let absent = Call.reading(404, "reads a note that isn't there", expecting: .failure("notFound"))

  @Test func `an endpoint that answers elsewhere isn't missing because of an item's 404 in another shape`() async throws
  {
    // The call that finds it comes last, so the earlier outcomes are reported again.
    let outcomes = try await upstream(finding: 7).verify([Self.absent, .reading()]).prefix(2)
    #expect(outcomes.map { $0.drift.map(\.rule.id) } == [["response.media-type.undocumented"], []])
    #expect(outcomes.first?.line.outcome == .drifted)
    #expect(outcomes.first?.drift.first?.message.contains(#"an HTML page (title "Not Found")"#) == true)
  }

  @Test func `an endpoint that nothing shows is missing`() async throws {
    let outcomes = try await upstream(finding: nil).verify([Self.absent, .reading()])
    #expect(outcomes.map { $0.drift.map(\.rule.id) } == [["endpoint.missing"], ["endpoint.missing"]])
  }

  @Test func `a 500 with a page is called what it is`() async throws {
    let server = ScriptedUpstream { _ in Self.page(500, " Server\n Error ") }
    let outcome = try #require(try await server.verify([.reading()]).first)
    #expect(outcome.drift.map(\.rule.id) == ["response.media-type.undocumented"])
    #expect(
      outcome.line.reason
        == "expected a success, but the server responded with 500 to GET /notes/7 with an HTML page (title \"Server Error\"); "
        + "see response.media-type.undocumented")
  }

  @Test func `a failed call says what was asked for and what the server said, in short`() async throws {
    let long = String(repeating: "Nothing of that name. ", count: 40)
    let server = ScriptedUpstream { _ in
      OutgoingResponse(Notes.response(404, #"{ "ok": false, "error": "NOT_FOUND", "message": "\#(long)" }"#))
    }
    let reason = try #require(try await server.verify([.reading()]).first?.line.reason)
    #expect(
      reason.hasPrefix("expected a success, but the server responded with 404 to GET /notes/7: \"Nothing of that name.")
    )
    #expect(reason.count < 260)
  }

  @Test func `a failed call names the variables that would help`() async throws {
    let server = ScriptedUpstream { _ in OutgoingResponse(Notes.response(404, Notes.failure("NOT_FOUND"))) }
    let call = Call("notes.get", "reads a note") { context in
      try await NotesClient(context).note(try context.integer("note_id", default: 7))
    }
    let asked = try #require(try await server.verify([call]).first?.line.reason)
    #expect(asked.hasSuffix("; set the values of this server with --var note_id=…"))
    let given = try #require(
      try await server.verify([call], options: VerifierOptions(variables: ["note_id": "9"])).first?.line.reason)
    #expect(given.hasPrefix("expected a success, but the server responded with 404 to GET /notes/9"))
    #expect(!given.contains("--var"))
  }

  @Test func `a call that has sent a write and says nothing is undecided, one that sent nothing is skipped`()
    async throws
  {
    let server = ScriptedUpstream { _ in OutgoingResponse(Notes.response(201, Notes.note)) }
    let early = Call("notes.add", "asks before it writes") { context in
      let word = try context.text("word", default: "Hello")
      return try await NotesClient(context).add(word)
    }
    let late = Call("notes.add", "asks after it wrote") { context in
      _ = try await NotesClient(context).add("Hello")
      return try context.text("word", default: "Hello")
    }
    var options = VerifierOptions(allowsWrites: true)
    options.allowsUnknownWrites = true
    let outcomes = try await server.verify([early, late], options: options)
    #expect(outcomes.prefix(2).map(\.line.outcome) == [.skipped, .skipped])
    #expect(outcomes.prefix(2).map(\.line.isUndecided) == [false, true], "\(outcomes.map(\.line.reason))")
  }

  @Test func `the run's own requests are looked at as well, and fail no call`() async throws {
    let store = StoreServer { request, _ in
      guard request.method == .get, request.path == "/boxes", request.headers["x-key"] == "owner-key" else {
        return nil
      }
      let box = #"{ "id": 4, "label": "Old", "count": 2, "colour": "red" }"#
      return OutgoingResponse(Notes.response(200, #"{ "ok": true, "data": [\#(box)] }"#))
    }
    let client = try UpstreamClient()
    let whole = DirectSuite(contract: Store.contract, recordings: [], client: client)
    let part = PartSuite(whole: whole, endpoint: "boxes.get")
    let outcomes = try await store.verify(VerifierOptions(), suite: part)
    let asked = try await store.verify(VerifierOptions(only: [Wildcard("boxes.get")]), suite: part)
    await client.shutdown()
    #expect(asked.flatMap(\.drift).isEmpty, "The list wasn't asked for.")
    #expect(outcomes.flatMap(\.drift).map(\.rule.id) == ["response.field.undocumented"])
    let drift = try #require(outcomes.last?.drift.first)
    #expect(drift.endpoint == "boxes.list")
    #expect(drift.call == nil)
    #expect(outcomes.allSatisfy { $0.line.outcome == .passed || $0.line.outcome == .skipped }, "\(outcomes.complaints)")
    #expect(outcomes.contains { $0.line.outcome == .passed })
  }

  @Test func `what is wrong on purpose in a request is never drift, whatever the server answers`() async throws {
    let server = ScriptedUpstream { _ in OutgoingResponse(Notes.response(404, Notes.failure("NOT_FOUND"))) }
    func reading(_ expectation: Call.Expectation) -> Call {
      Call("notes.get", "reads a note by a word", expecting: expectation) { context in
        try await NotesClient(context).note(word: "seven")
      }
    }
    let refused = try #require(try await server.verify([reading(.failure("forbidden"))]).first)
    #expect(refused.drift.map(\.rule.id) == ["client.call-failed"])
    // The same request, sent by mistake, is the client's error.
    let granting = ScriptedUpstream { _ in OutgoingResponse(Notes.response(200, Notes.note)) }
    let careless = try #require(try await granting.verify([reading(.success)]).first)
    #expect(careless.drift.map(\.rule.id) == ["request.path.invalid"])
    let meant = try #require(try await granting.verify([reading(.failure("notFound"))]).first)
    #expect(meant.drift.map(\.rule.id) == ["client.call-failed"])
  }
}

/// The calls of one endpoint of a different suite.
private struct PartSuite: CallSuite {
  let whole: DirectSuite
  let endpoint: String

  var service: String { whole.service }
  var calls: [Call] { whole.calls.filter { $0.endpoint == endpoint } }
  var variables: [SuiteVariable] { whole.variables }

  func failure(of error: any Error) -> ClientFailure { whole.failure(of: error) }
}
