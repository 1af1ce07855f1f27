import PlumblineMockEngine
import PlumblineRecordings
import Testing

@Suite struct CurlLineTests {
  private func line(_ recordings: [Recording], options: MockOptions = MockOptions()) throws -> String? {
    let library = MockLibrary(contract: try Shop.contract(), recordings: recordings)
    return CurlLine.text(for: library, baseURL: "http://127.0.0.1:8080", options: options)
  }

  @Test func `the line calls the first recorded GET with what its caller shows`() throws {
    let recordings = [
      try Shop.recording("items.get", "success", request: #"{ "method": "GET", "path": "/items/7" }"#),
      try Shop.recording(
        "items.list", "found",
        request: #"{ "method": "GET", "path": "/items", "query": { "q": "a'b", "page": "2" }, "persona": "guest" }"#),
    ]
    #expect(
      try line(recordings)
        == "curl -H 'X-Key: k' -H 'Authorization: Bearer guest-token' 'http://127.0.0.1:8080/items?q=a%27b&page=2'")
    #expect(
      try line([recordings[0]])
        == "curl -H 'X-Key: k' -H 'Authorization: Bearer owner-token' http://127.0.0.1:8080/items/7")
    #expect(
      try line([recordings[0]], options: MockOptions(persona: "guest")) == "curl http://127.0.0.1:8080/items/7")
  }

  @Test func `with nothing recorded it is a GET that needs no id`() throws {
    #expect(
      try line([]) == "curl -H 'X-Key: k' -H 'Authorization: Bearer owner-token' http://127.0.0.1:8080/items")
  }

  /// Three endpoints that require a header field. One is recorded with it, one with half of it, and one not at all.
  private static let demanding = """
    "stays.list": { "summary": "Lists", "request": "GET /stays", "source": "Handbook",
      "headers": { "X-Tenant": { "type": "string", "examples": ["south"] },
        "X-Trace": { "type": "string" } },
      "query": { "year": { "type": "integer", "examples": [2026] } },
      "cookies": { "theme": { "enum": ["dark"] } },
      "required": { "headers": ["X-Tenant"], "query": ["year"], "cookies": ["theme"] },
      "success": { "200": { "payload": {} } } }
    """

  private func demandingLine(_ request: String?) throws -> String? {
    let contract = try Shop.contract(Self.demanding)
    let recordings = try request.map { [try Shop.recording("stays.list", "found", request: $0)] } ?? []
    let library = MockLibrary(contract: contract, recordings: recordings)
    return CurlLine.text(for: library, baseURL: "http://127.0.0.1:8080", options: MockOptions(persona: "owner"))
  }

  @Test func `the line has what is required, of the recording or else an example`() throws {
    let whole = #"""
      { "method": "GET", "path": "/stays", "query": { "year": "2025" },
        "headers": { "x-tenant": "north", "x-trace": "1", "cookie": "theme=dark" } }
      """#
    #expect(
      try demandingLine(whole)
        == "curl -H 'X-Tenant: north' -H 'Cookie: theme=dark' 'http://127.0.0.1:8080/stays?year=2025'")
    let example = "curl -H 'X-Tenant: south' -H 'Cookie: theme=dark' 'http://127.0.0.1:8080/stays?year=2026'"
    #expect(try demandingLine(#"{ "method": "GET", "path": "/stays" }"#) == example)
    #expect(try demandingLine(nil) == example)
  }

  @Test func `a GET without a valid request isn't shown`() throws {
    let impossible = """
      "odd": { "summary": "Is odd", "request": "GET /odd", "source": "Handbook",
        "query": { "x": { "type": "integer", "minimum": 2, "maximum": 1 } },
        "required": { "query": ["x"] }, "success": { "200": {} } },
      "even": { "summary": "Is even", "request": "GET /even", "source": "Handbook", "success": { "200": {} } }
      """
    let library = MockLibrary(contract: try Shop.contract(impossible), recordings: [])
    #expect(
      CurlLine.text(for: library, baseURL: "http://127.0.0.1:8080", options: MockOptions(persona: "owner"))
        == "curl http://127.0.0.1:8080/even")
  }
}
