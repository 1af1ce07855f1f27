import PlumblineHTTPMessages
import PlumblineMockEngine
import PlumblineRecordings
import Testing

/// A 403 at a path without parameters, which depends on permissions rather than on data, and a 406, which depends on
/// `Accept`.
struct RecordedRefusalTests {
  private static let endpoints = """
    "admin": { "summary": "Administers", "request": "GET /admin", "source": "Handbook",
      "success": { "200": { "payload": { "type": "object" } } }, "failures": ["forbidden"] }
    """

  private func refused(_ provenance: String) throws -> Recording {
    try Shop.recording(
      "admin", "refused", request: #"{ "method": "GET", "path": "/admin", "persona": "owner" }"#, status: 403,
      body: Shop.failure("FORBIDDEN"), provenance: provenance)
  }

  private static let captured = #"{ "kind": "recorded", "on": "2026-11-20", "from": "http://127.0.0.1:9" }"#
  private static let authored = #"{ "kind": "authored", "on": "2026-11-20" }"#

  @Test func `what a server refused to a caller is refused again, and to no one else`() throws {
    let session = try Shop.session([try refused(Self.captured)], endpoints: Self.endpoints)
    #expect(session.send(.get, "/admin").from == "admin/refused")
    let other = session.send(.get, "/admin", as: "guest-token")
    #expect(other.from == "synthesised")
    #expect(
      other["Plumbline-Nearest"]
        == "admin/refused: a 403 is replayed for its own request, or if it is requested by Prefer: code=403")
  }

  @Test func `what is granted to another caller is refused again as well`() throws {
    let granted = try Shop.recording(
      "admin", "success", request: #"{ "method": "GET", "path": "/admin", "persona": "guest" }"#)
    let session = try Shop.session([try refused(Self.captured), granted], endpoints: Self.endpoints)
    #expect(session.send(.get, "/admin").from == "admin/refused")
    #expect(session.send(.get, "/admin", as: "guest-token").from == "admin/success")
  }

  @Test func `a refusal that a person wrote, or beside a success, is played on demand only`() throws {
    let authored = try Shop.session([try refused(Self.authored)], endpoints: Self.endpoints)
    let seen = authored.send(.get, "/admin")
    #expect(seen.from == "synthesised")
    #expect(
      seen["Plumbline-Nearest"]
        == "admin/refused: a 403 isn't caused by a request: use Prefer: code=403 to get it")
    #expect(authored.send(.get, "/admin", headers: ["Prefer": "code=403"]).from == "admin/refused")
    let granted = try Shop.session(
      [
        try refused(Self.captured),
        try Shop.recording("admin", "success", request: #"{ "method": "GET", "path": "/admin", "persona": "owner" }"#),
      ], endpoints: Self.endpoints)
    #expect(granted.send(.get, "/admin").from == "admin/success")
  }

  @Test func `a recorded 406 refuses what it refused: everything, or a request that names nothing`() throws {
    func refused(_ headers: String, _ provenance: String) throws -> Recording {
      try Shop.recording(
        "admin", "a-picky", request: #"{ "method": "GET", "path": "/admin", "persona": "owner"\#(headers) }"#,
        status: 406, body: Shop.failure("NO"), provenance: provenance)
    }
    let success = try Shop.recording(
      "admin", "success", request: #"{ "method": "GET", "path": "/admin", "persona": "owner" }"#)
    let json: HeaderFields = ["Accept": "application/json"]
    let everything = try Shop.session(
      [try refused(#", "headers": { "accept": "*/*" }"#, Self.captured), success], endpoints: Self.endpoints)
    #expect(everything.send(.get, "/admin", headers: ["Accept": "*/*"]).from == "admin/a-picky")
    #expect(everything.send(.get, "/admin", headers: json).from == "admin/success")
    #expect(everything.send(.get, "/admin").from == "admin/success")
    let nothing = try Shop.session([try refused("", Self.captured), success], endpoints: Self.endpoints)
    #expect(nothing.send(.get, "/admin").from == "admin/a-picky")
    #expect(nothing.send(.get, "/admin", headers: json).from == "admin/success")
    let authored = try Shop.session([try refused("", Self.authored), success], endpoints: Self.endpoints)
    #expect(authored.send(.get, "/admin").from == "admin/success")
  }
}
