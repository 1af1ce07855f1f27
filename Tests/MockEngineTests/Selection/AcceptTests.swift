import PlumblineHTTPMessages
import PlumblineMockEngine
import PlumblineRecordings
import Testing

/// The choice among several media types, recorded or generated. The mock sends the one that the client prefers (RFC
/// 9110, section 12.5.1).
@Suite struct AcceptTests {
  private static let endpoints = """
    "items.export": { "summary": "Exports", "request": "GET /export", "source": "1", "success": { "200": { "content": {
      "application/json": { "schema": { "type": "object", "required": ["made"], "properties": { "made": { "const": true } } } },
      "text/csv": { "schema": { "type": "string", "examples": ["made\\n"] } } } } } }
    """

  private func session() throws -> MockSession {
    try Shop.session(
      [
        try Shop.recording(
          "items.export", "success", request: #"{ "method": "GET", "path": "/export" }"#, body: #"{ "made": true }"#)
      ], endpoints: Self.endpoints)
  }

  @Test(
    arguments: [
      (nil, "items.export/success", "application/json"),
      ("application/json", "items.export/success", "application/json"),
      ("*/*", "items.export/success", "application/json"), ("text/csv", "synthesised", "text/csv"),
      ("application/json;q=0.1, text/*", "synthesised", "text/csv"),
      ("text/csv;q=0.1, application/json", "items.export/success", "application/json"),
      ("image/png", "items.export/success", "application/json"),
    ] as [(String?, String, String)])
  func `what is recorded gives way to what the client wants more`(accept: String?, from: String, type: String) throws {
    let seen = try session().send(.get, "/export", headers: accept.map { ["Accept": $0] } ?? [:])
    #expect(seen.from == from)
    #expect(seen["content-type"]?.hasPrefix(type) == true, "\(seen)")
  }
}
