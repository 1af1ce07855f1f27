import PlumblineJSONTree
import PlumblineMockEngine
import Testing

/// Promises of a contract that no value can fulfill.
@Suite struct UnmadeAnswerTests {
  private func answer(_ schema: String) throws -> Seen {
    let endpoints = """
      "things.get": { "summary": "Get", "request": "GET /things", "source": "1", "authentication": [],
        "success": { "200": { "payload": \(schema) } } }
      """
    return try Shop.session(endpoints: endpoints).send(.get, "/things")
  }

  @Test(arguments: [
    #"{ "type": "integer", "minimum": 5, "maximum": 3 }"#, #"{ "type": "string", "format": "date", "pattern": "^x" }"#,
    ##"{ "allOf": [{ "type": "string" }, { "type": "null" }] }"##,
  ])
  func `an answer that can't be made is a failure that says why, never null`(schema: String) throws {
    let seen = try answer(schema)
    #expect(seen.status == 500)
    #expect(seen.json?["ok"] == false)
    #expect(seen.code == "INTERNAL_SERVER_ERROR")
    #expect(seen.message.hasPrefix("The mock can't generate a response for things.get: No value "), "\(seen.message)")
    #expect(seen.message.contains("shop/contract.json:"), "\(seen.message)")
  }

  @Test(arguments: [
    (#"{ "type": "string", "format": "date", "pattern": "^2026-02-" }"#, "2026-02-"),
    (#"{ "type": "string", "format": "uuid", "pattern": "^[A-F0-9-]+$" }"#, "-"),
  ])
  func `format and pattern together are kept`(schema: String, part: String) throws {
    let seen = try answer(schema)
    #expect(seen.status == 200)
    #expect(seen.json?["data"]?.string?.contains(part) == true, "\(seen)")
  }
}
