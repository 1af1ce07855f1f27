import PlumblineHTTPMessages
import PlumblineVerification
import Testing

struct GuardedResponderTests {
  private func isSent(
    _ request: Request, allowsWrites: Bool = false, to url: String = "http://192.0.2.1"
  ) async throws -> Bool {
    let upstream = ScriptedUpstream { _ in OutgoingResponse(Response(status: 200)) }
    let rule = WriteRule(
      target: .server(try BaseURL(parsing: url), upstream), contract: Notes.contract, allowsWrites: allowsWrites)
    let guarded = GuardedResponder(upstream, rule: rule) { _ in }
    let status = await guarded.answer(to: request).response.status
    #expect(status == (upstream.requests.isEmpty ? 403 : 200))
    return !upstream.requests.isEmpty
  }

  @Test(arguments: [
    ("GET", "/notes/7"), ("GET", "/unknown"), ("HEAD", "/notes/7"), ("OPTIONS", "/notes"), ("POST", "/search"),
    ("POST", "/search?q=1"),
  ])
  func `what changes nothing is sent`(method: String, target: String) async throws {
    #expect(try await isSent(Request(method: try #require(HTTPMethod(method)), target: target)))
  }

  @Test(arguments: [
    ("POST", "/notes"), ("DELETE", "/notes/7"), ("POST", "/unknown"), ("PATCH", "/search"), ("TRACE", "/notes/7"),
    ("POST", "/search/"), ("POST", "/search/../notes"), ("POST", "/x/%2e%2e/search"),
  ])
  func `what may change something is sent when writes are allowed only`(method: String, target: String) async throws {
    let request = Request(method: try #require(HTTPMethod(method)), target: target)
    #expect(try await !isSent(request))
    #expect(try await isSent(request, allowsWrites: true))
    #expect(try await !isSent(request, allowsWrites: true, to: "http://notes.example.:81"))
  }

  @Test(arguments: ["X-HTTP-Method-Override", "x-method-override", "X-HTTP-Method"])
  func `a field that replaces the method is no way round`(field: String) async throws {
    var request = Request(method: .get, target: "/notes/7")
    request.headers[field] = "DELETE"
    #expect(try await !isSent(request))
  }

  @Test func `a call that sends something else than it says fails, and nothing was sent`() async throws {
    let upstream = ScriptedUpstream { _ in OutgoingResponse(Notes.response(200, Notes.note)) }
    let call = Call("notes.get", "writes in secret") { context in
      _ = try await NotesClient(context).note(7)
      return try await NotesClient(context).add("Hello")
    }
    let outcome = try #require(try await upstream.verify([call]).first)
    #expect(Set(upstream.requests.map(\.method)) == [.get])
    #expect(outcome.line.outcome == .failed)
    #expect(
      outcome.line.reason
        == "POST /notes was not sent: it may change data on the server; --allow-writes permits it")
    #expect(outcome.drift.map(\.rule.id) == ["client.call-failed"])
    #expect(outcome.exchanges.count == 1)
  }
}
