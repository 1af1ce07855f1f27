import PlumblineHTTPMessages
import PlumblineVerification
import Testing

/// Calls that state the client's expected result for a response.
struct ComparisonTests {
  private static func calls(_ change: @escaping @Sendable (NotesClient.Note) -> String) -> [Call] {
    EndpointCalls("notes.get", client: { NotesClient($0) })
      .success("reads a note", run: { client, _ in change(try await client.note(7)) }) { text, answer in
        let told = answer.text(at: "/data/text")
        return text == told ? nil : "/data/text is \(told ?? "absent"), and the note has \(text)"
      }
      .calls
  }

  private let server = ScriptedUpstream { _ in OutgoingResponse(Notes.response(200, Notes.note)) }

  @Test func `a client that gives what the answer says passes`() async throws {
    let outcome = try #require(try await server.verify(Self.calls(\.text)).first)
    #expect(outcome.line.outcome == .passed)
    #expect(outcome.drift.isEmpty)
  }

  @Test func `a client that decodes and gives something else fails`() async throws {
    let outcome = try #require(try await server.verify(Self.calls { $0.text.uppercased() }).first)
    #expect(outcome.line.outcome == .failed)
    #expect(
      outcome.line.reason
        == "the client returns something that isn't in the response: /data/text is Water the plants., and the note has "
        + "WATER THE PLANTS.")
    #expect(outcome.drift.map(\.rule.id) == ["client.call-failed"])
  }

  @Test func `what was refused isn't compared`() async throws {
    let refusing = ScriptedUpstream { _ in OutgoingResponse(Notes.response(404, Notes.failure("NOT_FOUND"))) }
    let reason = try await refusing.verify(Self.calls { $0.text.uppercased() }).first?.line.reason
    #expect(reason?.hasPrefix("expected a success") == true)
  }
}
