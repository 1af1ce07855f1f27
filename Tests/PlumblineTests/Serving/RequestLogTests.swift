import PlumblineCommands
import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineMockEngine
import Testing

/// The lines about a request on the console.
@Suite struct RequestLogTests {
  /// A contract whose error has an example, as if it had been generated from an OpenAPI document.
  private static let contract = """
    { "plumbline": 1, "service": "clinic", "title": "The Clinic", "envelope": null,
      "failures": { "invalid": { "status": 422, "body": { "type": "object", "required": ["error"],
        "properties": { "error": { "type": "object", "required": ["why"],
          "properties": { "why": { "type": "string" } } } },
        "examples": [{ "error": { "why": "starts_at is in the past." } }] } } },
      "endpoints": { "book": { "summary": "Books", "request": "POST /appointments", "source": "Handbook",
        "body": { "type": "object", "properties": { "location": {
          "oneOf": [
            { "type": "object", "required": ["kind", "room"], "properties": { "kind": { "const": "room" } } },
            { "type": "object", "required": ["kind", "url"], "properties": { "kind": { "const": "video" } } }] } } },
        "success": { "201": { "body": { "type": "object" } } }, "failures": ["invalid"] } } }
    """

  @Test func `a refusal is shown with its own reason, not with the one of its example`() throws {
    let file = ContractLoader.File(
      name: "contract.json", path: "clinic/contract.json", bytes: Array(Self.contract.utf8))
    let loaded = ContractLoader.load([file])
    let contract = try #require(loaded.contract, "\(loaded.problems)")
    let directory = SessionDirectory(
      library: MockLibrary(contract: contract, recordings: []), configuration: SessionDirectory.Configuration())
    let request = Request(
      method: .post, target: "/appointments", headers: ["Host": "127.0.0.1", "Content-Type": "application/json"],
      body: Body(#"{ "location": { "kind": "video" } }"#))
    let answer = directory.answer(to: request).response
    #expect(String(decoding: answer.body.bytes ?? [], as: UTF8.self).contains("starts_at is in the past."))
    let entry = try #require(directory.main.journal.entries.first)
    let lines = RequestLog.line(entry, session: "main", of: contract, endpoint: contract.endpoints.first)
      .split(separator: "\n")
    #expect(lines.count == 2, "\(lines)")
    #expect(lines[0].hasSuffix("422 POST /appointments  book: built"))
    #expect(lines[1].contains("body#/location") && lines[1].contains("url"), "\(lines)")
  }

  @Test func `an endpoint is named before a source that only begins with its id`() throws {
    let text = #"""
      { "plumbline": 1, "service": "shop", "title": "Shop", "envelope": null, "endpoints": {
        "state": { "summary": "State", "request": "GET /state", "source": "x", "success": { "200": {} } } } }
      """#
    let file = ContractLoader.File(name: "contract.json", path: "shop/contract.json", bytes: Array(text.utf8))
    let loaded = ContractLoader.load([file])
    let contract = try #require(loaded.contract, "\(loaded.problems)")
    let journal = Journal()
    for source in ["state", "state/now"] {
      journal.append(
        Request(method: .get, target: "/state"),
        OutgoingResponse(Response(status: 200, headers: ["Plumbline-Recording": source]))
      )
    }
    let lines = journal.entries.map {
      RequestLog.line($0, session: "main", of: contract, endpoint: contract.endpoints.first)
    }
    #expect(lines.count == 2)
    #expect(lines.first?.hasSuffix("200 GET /state  state: state") == true, "\(lines)")
    #expect(lines.last?.hasSuffix("200 GET /state  state/now") == true, "\(lines)")
  }

  @Test(arguments: [
    ("text/event-stream", "data: 1\n\ndata: 2\n\n", "chat/stream, 2 events"), ("text/plain", "1\n\n", "chat/stream"),
  ])
  func `for a stream it says how many events it has`(_ type: String, _ body: String, _ end: String) throws {
    let journal = Journal()
    journal.append(
      Request(method: .get, target: "/chat"),
      OutgoingResponse(
        Response(
          status: 200, headers: ["Content-Type": type, "Plumbline-Recording": "chat/stream"], body: Body(body))))
    let entry = try #require(journal.entries.first)
    #expect(RequestLog.line(entry, session: "main", of: nil).hasSuffix("200 GET /chat  \(end)"))
  }
}
