import PlumblineContractModel
import PlumblineRecordings
import Testing

@Suite struct RecordingLintTests {
  private static let contract = """
    { "plumbline": 1, "service": "shop", "title": "The Shop",
      "servers": { "testing": { "url": "http://127.0.0.1:8080/v1" } },
      "credentials": { "key": { "in": "header", "name": "X-Key", "environment": "SHOP_KEY" } },
      "authentication": ["key"],
      "envelope": { "flag": "ok", "payload": "data", "errorCode": "error", "message": "message" },
      "personas": { "guest": { "id": 2, "credentials": { "key": "k" }, "permissions": [] } },
      "failures": {}, "commonFailures": [], "schemas": {},
      "endpoints": {
        "items.get": { "summary": "Reads", "request": "GET /items/{id}", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "success": { "200": {} } },
        "items.list": { "summary": "Lists", "request": "GET /items", "source": "Handbook", "success": { "200": {} } } } }
    """

  private func problems(_ files: RecordingLoader.File...) throws -> [String] {
    let contract = try RecordingFiles.contract(Self.contract)
    let result = RecordingLoader.load(files)
    #expect(result.problems.isEmpty, "\(result.problems)")
    return RecordingLint.problems(in: result.recordings, contract: contract).map(\.message)
  }

  @Test func `a recording in its place has no problem`() throws {
    let bound = RecordingFiles.text(more: #", "bind": { "/response/body/data/id": "path.id" }"#)
    #expect(try problems(RecordingFiles.file(bound)) == [])
  }

  @Test func `an unknown folder is named, with the nearest`() throws {
    let messages = try problems(RecordingFiles.file(RecordingFiles.text(), endpoint: "item.get"))
    #expect(messages == ["The folder \"item.get\" isn't named after an endpoint of shop; did you mean \"items.get\"?"])
  }

  @Test func `a request of another endpoint is named`() throws {
    let messages = try problems(RecordingFiles.file(RecordingFiles.text(), endpoint: "items.list"))
    #expect(messages == ["The request GET /items/7 belongs to items.get, not to items.list, which is GET /items."])
    let lost = RecordingFiles.text(request: #"{ "method": "PUT", "path": "/items/7" }"#)
    #expect(try problems(RecordingFiles.file(lost)).first?.hasPrefix("The request PUT /items/7 doesn't belong") == true)
    let whole = RecordingFiles.text(request: #"{ "method": "GET", "path": "/v1/items/7" }"#)
    #expect(
      try problems(RecordingFiles.file(whole)) == [
        "The request GET /v1/items/7 doesn't belong to items.get, which is GET /items/{id}; remove /v1, the path of a "
          + "server's URL."
      ])
  }

  @Test func `unknown names and shown credentials are problems`() throws {
    let text = RecordingFiles.text(
      request: #"{ "method": "GET", "path": "/items/7", "persona": "gest", "headers": { "x-key": "k" } }"#,
      more: #", "bind": { "/response/body/data/id": "path.item" }"#)
    let messages = try problems(RecordingFiles.file(text))
    #expect(messages.contains { $0.contains("\"gest\"") && $0.contains("guest") })
    #expect(messages.contains { $0.contains("credential key") && !$0.contains("\"k\"") })
    #expect(messages.contains { $0.contains("path.item") })
    #expect(messages.count == 3)
  }

  @Test func `two recordings can't be one step`() throws {
    let text = RecordingFiles.text(more: #", "sequence": { "name": "poll", "step": 1 }"#)
    let messages = try problems(RecordingFiles.file(text, name: "a"), RecordingFiles.file(text, name: "b"))
    #expect(messages == ["Step 1 of the sequence \"poll\" is already items.get/a; number the steps from 1."])
  }
}
