import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineReporting
import PlumblineVerification
import Testing

/// Failed calls as findings, with a rule, a fingerprint and a severity.
struct CallFailureTests {
  private func refusing(_ status: Int, _ body: String) -> ScriptedUpstream {
    ScriptedUpstream { _ in OutgoingResponse(Notes.response(status, body)) }
  }

  @Test func `a failed call is a finding, and its line names it`() async throws {
    let outcome = try #require(
      try await refusing(404, Notes.failure("NOT_FOUND")).verify([.reading(), .reading(8, "reads another")]).first)
    let finding = try #require(outcome.drift.first)
    #expect(finding.rule == Rule.client.callFailed)
    #expect(finding.severity == .breaking)
    #expect(finding.endpoint == "notes.get")
    #expect(finding.status == 404)
    #expect(finding.message == outcome.line.reason)
    #expect(finding.call == "notes.get: reads a note")
    #expect(finding.contract?.file == "notes/contract.json")
    #expect(outcome.line.finding == finding.fingerprint)
    #expect(outcome.drift.count == 1)
  }

  @Test func `a failed call shows the exchange that failed it, without its secrets`() async throws {
    let outcome = try #require(try await refusing(404, Notes.failure("NOT_FOUND")).verify([.reading()]).first)
    let shown = try #require(outcome.drift.first { $0.rule == Rule.client.callFailed }?.exchange)
    #expect(shown.method == "GET")
    #expect(shown.target == "/notes/7")
    #expect(shown.answer?.status == 404)
    #expect(shown.answer?.body.text.contains("Said so.") == true)
    #expect(!shown.fields.contains { $0.value.contains("owner-token") }, "\(shown.fields)")
  }

  @Test func `a call that sent another request shows that one`() throws {
    let search = Exchange(
      request: Request(
        method: .post, target: "/search", headers: ["x-key": "k", "authorization": "Bearer owner-token"]),
      response: Notes.response(200, #"{ "ok": true, "data": [] }"#))
    let drift = CallJudge(contract: Notes.contract).judge(
      .reading(), of: try Notes.endpoint("notes.get"), exchanges: [search],
      result: .threw(ClientFailure(.forbidden, message: "No.")), milliseconds: 1
    ).namingFailure(in: Notes.contract).drift
    let finding = try #require(drift.first { $0.rule == Rule.client.callFailed }, "\(drift)")
    #expect(finding.status == nil)
    #expect(finding.exchange?.target == "/search")
    #expect(finding.exchange?.answer?.status == 200)
  }

  @Test func `a body without a sentence is quoted, without secrets`() async throws {
    let body = #"{ "ok": false, "reasons": [{ "why": "gone" }], "password": "hunter2-hunter2" }"#
    let outcome = try #require(try await refusing(404, body).verify([.reading()]).first)
    let reason = try #require(outcome.line.reason)
    #expect(reason.hasPrefix("expected a success, but the server responded with 404 to GET /notes/7: {"), "\(reason)")
    #expect(reason.contains(#""why""#), "\(reason)")
    #expect(!reason.contains("hunter2"), "\(reason)")
    #expect(!reason.contains("the response was 404"))
    let nested = try await refusing(404, #"{ "ok": false, "error": { "message": "No such note." } }"#)
      .verify([.reading()]).first?.line.reason
    #expect(
      nested?.hasPrefix("expected a success, but the server responded with 404 to GET /notes/7: \"No such note.\"")
        == true)
  }

  @Test func `its fingerprint hangs on the call and the status, not on what was said or asked for`() async throws {
    func fingerprint(_ id: Int, _ name: String, _ status: Int, _ message: String) async throws -> String? {
      let body = #"{ "ok": false, "error": "\#(status == 404 ? "NOT_FOUND" : "FORBIDDEN")", "message": "\#(message)" }"#
      return try await refusing(status, body).verify([.reading(id, name)]).first?.line.finding
    }
    let one = try await fingerprint(7, "reads a note", 404, "No note 7.")
    #expect(one != nil)
    #expect(try await fingerprint(8, "reads a note", 404, "No note 8.") == one)
    #expect(try await fingerprint(7, "reads another", 404, "No note 7.") != one)
    #expect(try await fingerprint(7, "reads a note", 403, "No note 7.") != one)
  }

  @Test func `a server that is away is one cause, however many calls it fails`() async throws {
    let away = ScriptedUpstream { request in
      OutgoingResponse(request.path == "/notes/1" ? Notes.response(200, Notes.note) : Response(status: 503))
    }
    let calls = (1...4).map { Call.reading($0, "reads note \($0)") }
    let found = try await away.verify(calls).prefix(4).flatMap(\.drift)
    #expect(found.map(\.rule.id) == Array(repeating: "endpoint.unavailable", count: 3))
    #expect(found.allSatisfy { $0.severity == .warning })
    #expect(Set(found.map(\.cause)).count == 1)
    #expect(Set(found.map(\.fingerprint)).count == 3)
    let refused = try await refusing(404, Notes.failure("NOT_FOUND")).verify(calls).prefix(4).flatMap(\.drift)
    #expect(Set(refused.map(\.cause)).count == 4)
  }

  @Test func `a failure that is promised and doesn't come is one cause for all calls that get the same instead`()
    async throws
  {
    func causes(_ status: Int, _ body: String) async throws -> [String] {
      let calls = (1...3).map { Call.reading($0, "reads note \($0)", expecting: .failure("forbidden")) }
      let found = try await refusing(status, body).verify(calls).prefix(3).flatMap(\.drift)
      #expect(found.map(\.rule.id) == Array(repeating: "client.call-failed", count: 3))
      return found.map(\.cause)
    }
    let granted = try await causes(
      200, Notes.response(200, Notes.note).body.bytes.map { String(decoding: $0, as: UTF8.self) } ?? "")
    let absent = try await causes(404, Notes.failure("NOT_FOUND"))
    #expect(Set(granted).count == 1)
    #expect(Set(absent).count == 1)
    #expect(granted.first != absent.first)
  }

  @Test func `calls that send another request and end there are one difference, with how it was refused`() throws {
    let request = Request(
      method: .post, target: "/search", headers: ["x-key": "k", "authorization": "Bearer owner-token"])
    let refused = Exchange(request: request, response: Notes.response(403, Notes.failure("FORBIDDEN")))
    let found = try ["reads a note", "reads another"].flatMap { name in
      CallJudge(contract: Notes.contract).judge(
        .reading(7, name), of: try Notes.endpoint("notes.get"), exchanges: [refused],
        result: .threw(ClientFailure(.forbidden, message: "No.")), milliseconds: 1
      ).namingFailure(in: Notes.contract).drift.filter { $0.rule == Rule.client.callFailed }
    }
    #expect(found.count == 2)
    let message =
      "the client sent nothing to GET /notes/{id}, but sent POST /search, which was rejected with 403; the client "
      + "threw: No."
    #expect(found.first?.message.hasPrefix(message) == true, "\(found)")
    #expect(Set(found.map(\.cause)).count == 1)
    #expect(found.first?.difference?.title.contains("notes.search") == true)
  }

  @Test func `a refusal is reported with the refusal before it`() throws {
    let headers: HeaderFields = ["x-key": "k", "authorization": "Bearer owner-token"]
    let exchanges = [
      Exchange(
        request: Request(method: .post, target: "/search", headers: headers),
        response: Notes.response(403, Notes.failure("FORBIDDEN"))),
      Exchange(
        request: Request(method: .get, target: "/notes/7", headers: headers),
        response: Notes.response(403, Notes.failure("FORBIDDEN"))),
    ]
    func reason(_ exchanges: [Exchange]) throws -> String? {
      CallJudge(contract: Notes.contract).judge(
        .reading(), of: try Notes.endpoint("notes.get"), exchanges: exchanges,
        result: .threw(ClientFailure(.forbidden, message: "No.")), milliseconds: 1
      ).line.reason
    }
    let before = "; it had already sent POST /search, which was rejected with 403"
    #expect(try reason(exchanges)?.contains(before) == true)
    #expect(try reason([exchanges[1]])?.contains("before it") == false)
    #expect(try reason([exchanges[1]])?.contains("requires no permission that owner lacks") == true)
    #expect(try reason(exchanges.reversed())?.contains("before it") == false)
  }

  @Test func `a refusal after the call's own success is what the client reports, and no error of the client`() throws {
    let headers: HeaderFields = ["x-key": "k", "authorization": "Bearer owner-token"]
    let own = Exchange(
      request: Request(method: .get, target: "/notes/7", headers: headers), response: Notes.response(200, Notes.note))
    let later = Exchange(
      request: Request(method: .post, target: "/search", headers: headers),
      response: Notes.response(403, Notes.failure("FORBIDDEN")))
    func found(_ exchanges: [Exchange]) throws -> [Drift] {
      CallJudge(contract: Notes.contract).judge(
        .reading(), of: try Notes.endpoint("notes.get"), exchanges: exchanges,
        result: .threw(ClientFailure(.forbidden, message: "No.")), milliseconds: 1
      ).namingFailure(in: Notes.contract).drift.filter { $0.rule.id.hasPrefix("client.") }
    }
    let drift = try found([own, later])
    #expect(drift.map(\.rule) == [Rule.client.callFailed], "\(drift)")
    let words = "succeeded, but then the call sent POST /search, which was rejected with 403 and threw: No."
    #expect(drift.first?.message.contains(words) == true, "\(drift)")
    #expect(drift.first?.difference?.title.contains("notes.search") == true)
    #expect(try found([later, own]).map(\.message) == ["the client threw: No. (reported as forbidden)"])
  }

  @Test func `what passed, drifted or was skipped is no such finding`() async throws {
    let bare = ScriptedUpstream { _ in OutgoingResponse(Notes.response(200, #"{ "id": 7, "text": "Bare." }"#)) }
    let outcomes = try await bare.verify([
      .reading(), .reading(by: .recording("success")),
    ]).prefix(2)
    #expect(outcomes.map(\.line.outcome) == [.drifted, .skipped])
    #expect(outcomes.map(\.line.finding) == [outcomes[0].drift.first?.fingerprint, nil], "What drifted points to it.")
    #expect(!outcomes.flatMap(\.drift).contains { $0.rule == Rule.client.callFailed })
  }

  @Test func `what is left behind is no finding that could be waived`() {
    var line = Report.CallLine(
      service: "notes", endpoint: "notes.get", name: "removes a note", outcome: .failed, reason: "left behind",
      milliseconds: 0)
    line.isUndoing = true
    let outcome = CallOutcome(line: line).namingFailure(in: Notes.contract)
    #expect(outcome.drift.isEmpty)
    #expect(outcome.line.finding == nil)
    line.isUndoing = false
    #expect(CallOutcome(line: line).namingFailure(in: Notes.contract).drift.count == 1)
  }

  @Test func `a failure that drift explains refers to it, and doesn't fail twice`() async throws {
    let outcome = try #require(
      try await refusing(404, #"{ "ok": false, "message": "No such note." }"#)
        .verify([.reading(expecting: .failure("notFound"))]).first)
    #expect(outcome.line.outcome == .drifted)
    #expect(outcome.drift.map(\.rule.id) == ["response.envelope.error-code-missing"])
    #expect(outcome.line.reason?.hasSuffix("without a code; see response.envelope.error-code-missing") == true)
  }

  @Test func `a missing code explains no refusal where a success was expected`() async throws {
    let outcome = try #require(
      try await refusing(404, #"{ "ok": false, "message": "No such note." }"#).verify([.reading()]).first)
    #expect(outcome.line.outcome == .failed)
    #expect(outcome.drift.map(\.rule.id) == ["response.envelope.error-code-missing", "client.call-failed"])
  }

  @Test func `a client that stops at a value of the wrong format is right, however little it matters`() throws {
    let contract = Notes.contract
    let body = #"{ "ok": true, "data": { "id": 7, "text": "Short.", "extra": 1 } }"#
    let request = Request(
      method: .get, target: "/notes/7", headers: ["x-key": "k", "authorization": "Bearer owner-token"])
    func rules(_ path: String?) throws -> [String] {
      CallJudge(contract: contract).judge(
        .reading(), of: try Notes.endpoint("notes.get"),
        exchanges: [Exchange(request: request, response: Notes.response(200, body))],
        result: .threw(ClientFailure(.decoding, message: "unreadable", codingPath: path)), milliseconds: 1
      ).drift.map(\.rule.id)
    }
    // A finding about additional content explains nothing, regardless of its place.
    #expect(try rules("/data/extra") == ["response.field.undocumented", "client.cannot-decode"])
    #expect(try rules("/data/text") == ["response.field.undocumented", "client.cannot-decode"])
  }
}
