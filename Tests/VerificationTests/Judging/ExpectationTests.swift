import PlumblineHTTPMessages
import PlumblineVerification
import Testing

/// Calls that expect a failure, with its kind and its source.
struct ExpectationTests {
  @Test func `a failure that the endpoint doesn't document fails the call before it runs`() async throws {
    let upstream = ScriptedUpstream { _ in OutgoingResponse(Notes.response(404, Notes.failure("NOT_FOUND"))) }
    let outcomes = try await upstream.verify([
      .reading(404, expecting: .failure("notFond")), .reading(404, expecting: .failure("validation")),
    ])
    #expect(outcomes.map(\.line.outcome) == [.failed, .failed])
    #expect(
      outcomes.first?.line.reason
        == "the call expects the error \"notFond\", which notes.get doesn't document; did you mean \"notFound\"?")
    #expect(outcomes.last?.line.reason?.contains("which notes.get doesn't document") == true)
    #expect(upstream.requests.isEmpty)
  }

  @Test func `the code has to be one of the failure's own`() async throws {
    let upstream = ScriptedUpstream { request in
      OutgoingResponse(Notes.response(404, Notes.failure(request.path == "/notes/1" ? "NOT_FOUND" : "GONE_FISHING")))
    }
    let outcomes = try await upstream.verify([
      .reading(1, expecting: .failure("notFound")), .reading(2, "reads another", expecting: .failure("notFound")),
    ])
    #expect(outcomes.first?.line.reason == nil)
    #expect(
      outcomes.last?.line.reason
        == "expected 404 notFound (NOT_FOUND), but the server responded with 404 to GET /notes/2 with the code "
        + "\"GONE_FISHING\"; see response.envelope.error-code-undocumented")
    #expect(outcomes.last?.line.outcome == .drifted)
  }

  @Test func `a server that lets anybody in is to blame, not the client that sent nothing`() async throws {
    let upstream = ScriptedUpstream { _ in OutgoingResponse(Notes.response(200, Notes.note)) }
    let call = Call.reading(as: .nobody, expecting: .failure("unauthorized"))
    let outcome = try #require(try await upstream.verify([call]).first)
    #expect(
      outcome.line.reason
        == "the server accepted a caller without credentials: expected 401 unauthorized, but it responded with 200 to GET /notes/7; "
        + "see access.credential-ignored")
    #expect(outcome.line.outcome == .drifted)
    #expect(outcome.drift.map(\.rule.id) == ["access.credential-ignored"])
  }

  @Test func `a server that ignores another reason isn't blamed for admitting callers`() async throws {
    let upstream = ScriptedUpstream { _ in OutgoingResponse(Notes.response(422, Notes.failure("INVALID"))) }
    let call = Call.reading(as: .nobody, expecting: .failure("unauthorized"))
    let outcome = try #require(try await upstream.verify([call]).first)
    #expect(
      outcome.line.reason == "expected 401 unauthorized, but the server responded with 422 to GET /notes/7: "
        + "\"Said so.\"; see response.status.undocumented")
    #expect(!outcome.drift.contains { $0.rule.id.hasPrefix("request.") })
  }
}
