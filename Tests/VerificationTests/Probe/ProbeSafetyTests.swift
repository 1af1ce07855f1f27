import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineReporting
import PlumblineVerification
import TestSupport
import Testing

/// Requests that the probe never sends, regardless of the server's responses.
struct ProbeSafetyTests {
  private let options = ProbeOptions(allowsWrites: true, environment: ProbeContract.environment)

  private var routes: [String] {
    ProbeContract.routes + ProbeRow.lines.values.map { "\($0.method) \($0.path)" }
  }

  @Test func `nothing parses the malformed body`() {
    #expect(throws: (any Error).self) { try JSON.parse(HarmlessRequest.malformedBody) }
  }

  @Test func `where nothing is ever written, not even a malformed write is sent`() async throws {
    let server = try HabitServer(ServerHabit(description: "plain"), routes: routes)
    let result = try await ProbeBench.run(
      server, contract: { ProbeContract.load(ProbeContract.text.replacing("https://shelf.example", with: $0)) },
      options: options)
    #expect(Set(server.requests.map(\.method)).isSubset(of: [.options, .get, .head]))
    #expect(result.plan.allSatisfy { [.options, .get, .head].contains($0.method) })
    let verdict = try #require(result.verdict("notes.publish"))
    #expect(verdict.kind == .inconclusive)
    #expect(verdict.sentence.contains("the contract forbids writing to production"))
    #expect(result.verdict("stats.get")?.kind == .exists)
  }

  @Test func `Allow is still conclusive if nothing may be written`() async throws {
    let habit = ServerHabit(description: "Allow", wrongMethod: .allow)
    let server = try HabitServer(habit, routes: routes)
    let result = try await ProbeBench.run(
      server, contract: { ProbeContract.load(ProbeContract.text.replacing("https://shelf.example", with: $0)) },
      options: options)
    #expect(result.verdict("notes.publish")?.kind == .exists)
    #expect(result.verdict("notes.delete")?.kind == .exists)
    #expect(Set(server.requests.map(\.method)).isSubset(of: [.options, .get, .head]))
  }

  @Test func `a write that a lenient handler could carry out is not sent`() async throws {
    let server = try HabitServer(ServerHabit(description: "plain"), routes: routes)
    let result = try await ProbeBench.run(server, options: options)
    for id in ["session.end", "settings.replace"] {
      let endpoint = try #require(ProbeContract.contract.endpoint(id))
      #expect(
        !server.requests.contains {
          $0.method == endpoint.request.method && $0.path == "\(endpoint.request.template)"
        })
      #expect(result.verdict(id)?.kind == .inconclusive)
      #expect(result.verdict(id)?.sentence.contains("Even with --allow-writes, nothing more is sent") == true)
    }
  }

  @Test func `without the user's permission nothing but OPTIONS, GET and HEAD is planned or sent`() async throws {
    let server = try HabitServer(ServerHabit(description: "plain"), routes: routes)
    let result = try await ProbeBench.run(server, options: ProbeOptions(environment: ProbeContract.environment))
    #expect(Set(server.requests.map(\.method)).isSubset(of: [.options, .get, .head]))
    #expect(result.plan.allSatisfy { [.options, .get, .head].contains($0.method) })
    for id in ["notes.publish", "notes.delete", "session.end", "settings.replace"] {
      #expect(result.verdict(id)?.kind == .inconclusive)
      #expect(result.verdict(id)?.sentence.contains("--allow-writes") == true, "\(result.verdict(id)?.sentence ?? "")")
    }
  }

  @Test func `a plan with writes has no PUT and no PATCH, and says of each why it is safe`() async throws {
    let server = try HabitServer(ServerHabit(description: "plain"), routes: routes)
    let plan = try await ProbeBench.run(server, options: options).plan
    let writes = plan.filter { !$0.method.isSafe }
    #expect(Set(writes.map(\.method)) == [.post, .delete])
    #expect(writes.allSatisfy { [.absentItem, .unfinishedBody, .nonsensePath].contains($0.harmlessness) })
    #expect(writes.allSatisfy { $0.path.contains("1987654321") })
  }

  @Test func `what lies below an item that is there is not deleted`() async throws {
    // Every note exists on this server, but none has a comment.
    let server = ScriptedUpstream { request in
      let segments = request.pathSegments
      let isNote = segments.count == 3 && segments[1] == "notes"
      let isList = segments.count == 4 && segments[1] == "notes" && segments[3] == "comments"
      guard request.method == .get, isNote || isList else {
        return OutgoingResponse(Notes.response(404, #"{ "ok": false, "error": "NO_ROUTE" }"#))
      }
      return OutgoingResponse(Notes.response(200, #"{ "ok": true, "data": \#(isList ? "[]" : #"{ "id": 1 }"#) }"#))
    }
    let text = ProbeContract.text.replacing(
      #""session.end": {"#,
      with: """
        "comments.list": { "summary": "List", "request": "GET /api/notes/{note}/comments", "source": "Handbook",
          "path": { "note": { "type": "integer" } }, "success": { "200": { "payload": { "type": "array" } } } },
        "comments.delete": { "summary": "Delete", "request": "DELETE /api/notes/{note}/comments/{comment}",
          "source": "Handbook", "path": { "note": { "type": "integer" }, "comment": { "type": "integer" } },
          "success": { "200": { "payload": false } } },
        "session.end": {
        """)
    let result = try await ProbeBench.run(server, contract: { _ in ProbeContract.load(text) }, options: options)
    #expect(server.requests.allSatisfy { $0.method.isSafe })
    #expect(
      result.verdict("comments.delete")?.sentence.contains("No GET could show that an item doesn't exist") == true)
  }

  @Test func `a write whose control could name an item is not sent`() async throws {
    let text = ProbeContract.text.replacing(
      #""session.end": {"#,
      with: """
        "notes.search": { "summary": "Find", "request": "POST /api/notes/search", "source": "Handbook",
          "body": { "type": "object", "required": ["text"], "properties": { "text": { "type": "string" } } },
          "success": { "200": { "payload": { "type": "array" } } } },
        "session.end": {
        """)
    let server = try LenientServer(items: ["/api/notes/7"])
    var options = options
    options.only = [Wildcard("notes.search")]
    let result = try await ProbeBench.run(at: server.url, contract: ProbeContract.load(text), options: options)
    await server.stop()
    #expect(result.verdict("notes.search")?.kind == .inconclusive)
    #expect(!server.requests.isEmpty)
    #expect(!server.requests.contains { $0.hasPrefix("POST") })
  }

  @Test func `a GET that changes something is sent only to what a GET has shown to be absent`() async throws {
    let text = ProbeContract.text.replacing(
      #""endpoints": {"#,
      with: """
        "collections": {
          "notes": { "item": { "type": "object", "properties": { "id": { "type": "integer" } } }, "key": "/id",
            "seed": [{ "id": 7 }] } },
        "endpoints": {
          "notes.take": { "summary": "Take", "request": "GET /api/notes/{note}/taken", "source": "Handbook",
            "path": { "note": { "type": "integer" } }, "failures": ["notFound"],
            "success": { "200": { "payload": { "type": "object" } } },
            "state": { "action": "read", "collection": "notes", "key": "path.note", "also": [
              { "action": "update", "collection": "notes", "key": "path.note", "merge": false,
                "set": { "/isTaken": { "const": true } } } ] } },
        """)
    for (routes, isSent) in [(["GET /api/notes/{note}"], true), ([], false)] {
      let server = try HabitServer(
        ServerHabit(description: "plain"), routes: routes + ["GET /api/notes/{note}/taken"])
      var options = ProbeOptions(variables: ["note": "7"], environment: ProbeContract.environment)
      options.only = [Wildcard("notes.take")]
      let result = try await ProbeBench.run(server, contract: { _ in ProbeContract.load(text) }, options: options)
      let sent = server.requests.filter { $0.method == .get && $0.path.hasSuffix("/taken") }.map(\.path)
      #expect(sent == (isSent ? ["/api/notes/1987654321/taken"] : []))
      #expect(result.verdict("notes.take")?.kind == (isSent ? .exists : .inconclusive))
    }
  }

  @Test func `a GET that needs nothing but a caller has none where the contract has no GET`() async throws {
    let server = try HabitServer(ServerHabit(description: "plain"), routes: routes)
    _ = try await ProbeBench.run(server, options: options)
    let reads = server.requests.filter { $0.method == .get && $0.path == "/api/session/end" }
    #expect(!reads.isEmpty)
    #expect(reads.allSatisfy { !$0.headers.contains("x-key") && !$0.headers.contains("authorization") })
  }

  @Test func `an item is deleted only when a GET has shown that it isn't there`() async throws {
    // Every note exists on this server, regardless of its identifier.
    let server = ScriptedUpstream { request in
      let isNote = request.method == .get && request.path.hasPrefix("/api/notes/")
      return OutgoingResponse(
        isNote
          ? Notes.response(200, #"{ "ok": true, "data": { "id": 1 } }"#)
          : Notes.response(404, #"{ "ok": false, "error": "NO_ROUTE" }"#))
    }
    _ = try await ProbeBench.run(server, options: options)
    #expect(!server.requests.contains { $0.method == .delete })
  }

  @Test func `a list that may go on shows nothing`() async throws {
    let items = (1...20).map { #"{ "id": \#($0) }"# }.joined(separator: ",")
    let server = ScriptedUpstream { request in
      OutgoingResponse(
        request.method == .get && request.path == "/api/notes"
          ? Notes.response(200, #"{ "ok": true, "data": [\#(items)] }"#)
          : Notes.response(404, #"{ "ok": false, "error": "NOT_FOUND" }"#))
    }
    _ = try await ProbeBench.run(server, options: options)
    #expect(!server.requests.contains { $0.method == .delete })
  }

  @Test func `every write asks for a version that nothing has`() async throws {
    let server = try HabitServer(ServerHabit(description: "plain"), routes: routes)
    _ = try await ProbeBench.run(server, options: options)
    let writes = server.requests.filter { !$0.method.isSafe }
    #expect(Set(writes.map(\.method)) == [.post, .delete])
    #expect(writes.allSatisfy { $0.headers["if-match"] == HarmlessRequest.impossibleTag })
  }

  @Test func `a redirect to another place is not followed`() async throws {
    let server = ScriptedUpstream { request in
      OutgoingResponse(Response(status: 307, headers: ["Location": "http://127.0.0.1:1\(request.path)/"]))
    }
    let result = try await ProbeBench.run(server, options: options)
    #expect(result.outcome.verdicts.allSatisfy { $0.kind == .inconclusive })
  }

  @Test func `credentials are in no verdict and in no plan`() async throws {
    let server = ScriptedUpstream { request in
      let key = request.headers["x-key"] ?? ""
      return OutgoingResponse(
        Response(
          status: 404, headers: ["Content-Type": "application/json", "Allow": "key-of-the-shelf"],
          body: Body(#"{ "ok": false, "error": "\#(key)" }"#)))
    }
    let result = try await ProbeBench.run(server, options: options)
    let shown = result.outcome.verdicts.flatMap { verdict in
      [verdict.sentence] + verdict.evidence.flatMap { [$0.request, $0.answer] }
    }
    let drift = result.outcome.drift.flatMap { [$0.message, $0.actual ?? ""] }
    #expect(shown.contains { $0.contains("•••") })
    for secret in ProbeContract.environment.values {
      #expect(!(shown + drift).contains { $0.contains(secret) })
      #expect(!result.plan.contains { request in request.headers.contains { $0.value.contains(secret) } })
    }
    #expect(result.plan.contains { request in request.headers.contains { $0.name == "X-Key" && $0.value == "•••" } })
    // As everywhere, the name of the scheme isn't masked.
    #expect(result.plan.contains { $0.headers.contains { $0.name == "Authorization" && $0.value == "Bearer •••" } })
  }

  @Test func `a credential that is a cookie is in no plan`() async throws {
    let text = ProbeContract.text.replacing(#""in": "bearer""#, with: #""in": "cookie", "name": "seat""#)
    let contract = ProbeContract.load(text)
    let probe = Probe(
      contract: contract, base: try BaseURL(parsing: "http://127.0.0.1:1"), options: options,
      clock: ProbeClock(now: { 0 }, pause: { _ in })
    ) { Exchange(request: $0, response: Response(status: 404)) }
    var fields: [(name: String, value: String)] = []
    for endpoint in contract.endpoints { fields += await ProbePlan(probe).requests(for: endpoint).flatMap(\.headers) }
    let cookies = fields.filter { $0.name == "Cookie" }
    #expect(!cookies.isEmpty && cookies.allSatisfy { $0.value == "seat=•••" }, "\(cookies)")
  }
}
