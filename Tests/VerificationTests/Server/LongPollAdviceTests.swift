import PlumblineHTTPMessages
import PlumblineVerification
import Testing

/// The advice about a server that doesn't respond until a time limit is reached.
struct LongPollAdviceTests {
  @Test(arguments: [TransportFailure.Kind.timeout, .connectionReset])
  func `who gets no answer in time learns that the server may wait for something`(kind: TransportFailure.Kind)
    async throws
  {
    let upstream = ScriptedUpstream { request in
      request.path == "/notes/1"
        ? OutgoingResponse(Notes.response(200, Notes.note))
        : OutgoingResponse(failure: TransportFailure(kind: kind, message: "It said nothing."))
    }
    let outcomes = try await upstream.verify([.reading(1, "one"), .reading(2, "two")])
    let reason = try #require(outcomes.compactMap(\.line.reason).first)
    #expect(reason.hasPrefix("no response: it said nothing"))
    #expect(reason.contains("notes.get may hold requests open until something happens") == (kind == .timeout))
    #expect(reason.contains("--timeout") == (kind == .timeout))
  }

  @Test(
    arguments: [
      (#""timeout": { "type": "integer" }"#, "give its query parameter timeout an \"x-long-poll\""),
      (#""since": { "type": "integer" }"#, "give the query parameter that sets the waiting time an \"x-long-poll\""),
      (#""wait": { "type": "integer", "x-long-poll": 0 }"#, nil),
    ] as [(String, String?)])
  func `the probe names the parameter that says how long`(query: String, advice: String?) async throws {
    let contract = Store.load(
      """
      { "plumbline": 1, "service": "store", "title": "Events", "envelope": null, "authentication": [],
        "endpoints": {
          "events.list": { "summary": "Wait", "request": "GET /events", "source": "Handbook", "query": { \(query) },
            "success": { "200": { "body": { "type": "array" } } } },
          "items.list": { "summary": "List", "request": "GET /items", "source": "Handbook",
            "success": { "200": { "body": { "type": "array" } } } } } }
      """)
    let probe = Probe(
      contract: contract, base: try BaseURL(parsing: "http://127.0.0.1:1"),
      clock: ProbeClock(now: { 0 }, pause: { _ in })
    ) { request in
      guard request.path == "/events" else {
        let isItems = request.path == "/items"
        let body = Body(isItems ? "[]" : "{}")
        return Exchange(
          request: request,
          response: Response(status: isItems ? 200 : 404, headers: ["Content-Type": "application/json"], body: body))
      }
      let silence = TransportFailure(kind: .timeout, message: "It said nothing.")
      return Exchange(request: request, outcome: .failure(silence))
    }
    let verdicts = try await probe.run().verdicts
    let verdict = try #require(verdicts.first { $0.endpoint == "events.list" })
    #expect(verdict.kind == .unreachable)
    #expect(verdict.sentence.hasPrefix("It said nothing."))
    #expect(verdict.sentence.contains(advice ?? "x-long-poll") == (advice != nil), "\(verdict.sentence)")
  }
}
