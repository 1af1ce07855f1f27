import PlumblineHTTPMessages
import PlumblineVerification
import Testing

struct SecretsTests {
  private let secrets = Secrets(["sekrit", "sekrit-and-more", "abc"])

  @Test(arguments: [
    (#"string "sekrit""#, #"string "•••""#), ("sekrit sekrit", "••• •••"), ("a sekrit-and-more b", "a ••• b"),
    (#"string "sekrit-an…""#, #"string "•••…""#), (#"string "sekr…" or "x…""#, #"string "•••…" or "x…""#),
    ("abc", "abc"), ("…", "…"), ("", ""), ("sek…", "sek…"),
  ])
  func `no value is left in a text`(text: String, redacted: String) {
    #expect(secrets.redact(text) == redacted)
  }

  @Test func `a name and password are known in each way in which they are sent`() {
    let secrets = Secrets(["olga:open sesame"])
    #expect(secrets.redact("b2xnYTpvcGVuIHNlc2FtZQ== or open sesame") == "••• or •••")
  }

  @Test func `a server that echoes credentials betrays none`() async throws {
    let upstream = ScriptedUpstream { request in
      let key = request.headers["x-key"] ?? ""
      let token = request.headers["authorization"] ?? ""
      let body =
        #"{ "ok": true, "data": { "id": "\#(key)", "text": 7, "\#(key)": "\#(token)" }, "more": "\#(token)" }"#
      return OutgoingResponse(Notes.response(request.path == "/notes/7" ? 200 : 418, body))
    }
    let environment = ["NOTES_KEY": "sekrit", "NOTES_TOKEN": String(repeating: "0123456789", count: 12)]
    let calls = [Call.reading(), .reading(8, "reads another")]
    let outcomes = try await upstream.verify(calls, options: VerifierOptions(environment: environment))
    let drift = outcomes.flatMap(\.drift)
    #expect(!drift.isEmpty)
    #expect(upstream.requests.first?.headers["x-key"] == "sekrit")
    for secret in ["sekrit", "01234567"] {
      #expect(!"\(drift)".contains(secret))
      #expect(!"\(outcomes.map(\.line))".contains(secret))
    }
    #expect("\(drift)".contains("•••"))
  }

  @Test func `a token that the client got while it ran is a secret too`() async throws {
    let upstream = ScriptedUpstream { request in
      OutgoingResponse(Notes.response(200, #"{ "ok": true, "data": { "id": 7, "text": "", "x": "issued-later" } }"#))
    }
    let call = Call("notes.get", "reads with a token of its own") { context in
      let later = CallContext(baseURL: context.baseURL, credentials: ["key": "k", "session": "issued-later"])
      return try await NotesClient(later).note(7)
    }
    let outcome = try #require(try await upstream.verify([call]).first)
    #expect(outcome.drift.map(\.actual) == [#"string "•••""#])
  }
}
