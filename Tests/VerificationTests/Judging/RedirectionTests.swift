import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineVerification
import Testing

/// Servers that redirect a plain URLSession client.
struct RedirectionTests {
  private func redirecting(_ status: Int, to location: String) -> ScriptedUpstream {
    ScriptedUpstream { request in
      guard request.path == "/notes/7" else { return OutgoingResponse(Notes.response(200, Notes.note)) }
      return OutgoingResponse(Response(status: status, headers: ["Location": location]))
    }
  }

  @Test(arguments: [301, 302, 307, 308])
  func `no request bypasses the verifier`(status: Int) async throws {
    let other = ScriptedUpstream { _ in OutgoingResponse(Notes.response(200, Notes.note)) }
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let listener = try server.listen(responder: other)
    let upstream = redirecting(status, to: "\(listener.baseURL)/notes/7?key=sekrit")
    let outcome = try #require(try await upstream.verify([.reading()]).first)
    await server.shutdown(grace: .zero)
    #expect(other.requests.isEmpty)
    let rule = [301, 308].contains(status) ? "endpoint.moved" : "response.status.undocumented"
    #expect(outcome.drift.map(\.rule.id) == [rule])
    #expect(
      outcome.line.reason?.hasPrefix("the server redirected the call: \(status) to \(listener.baseURL)/notes/7;")
        == true, "\(outcome.line)")
    #expect(outcome.exchanges.first?.response?.headers["location"]?.hasSuffix("sekrit") == true)
  }

  @Test func `a place on the same server is reached through the verifier`() async throws {
    let upstream = redirecting(301, to: "http://127.0.0.1:1/notes/8")
    let outcome = try #require(try await upstream.verify([.reading()]).first)
    #expect(upstream.requests.map(\.path).starts(with: ["/notes/7", "/notes/8"]))
    #expect(outcome.drift.map(\.rule.id) == ["endpoint.moved"])
    #expect(outcome.line.reason == nil)
  }

  @Test func `where a redirect leads is no second finding`() async throws {
    let upstream = redirecting(301, to: "/elsewhere")
    let outcome = try #require(try await upstream.verify([.reading()]).first)
    #expect(upstream.requests.map(\.path) == ["/notes/7", "/elsewhere"])
    #expect(outcome.drift.map(\.rule.id) == ["endpoint.moved"])
    #expect(outcome.line.reason?.hasPrefix("the server redirected the call: 301 to /elsewhere;") == true)
  }
}
