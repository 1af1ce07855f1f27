import PlumblineJSONTree
import TestSupport
import Testing

/// Members that appear in a document's examples but not in its schemas.
struct DocumentedExampleTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ answer: String) throws {
    try folder.write(
      ##"""
      { "openapi": "3.0.3", "info": { "title": "T", "version": "1" }, "paths": { "/notes": { "post": {
        "operationId": "add", "responses": { "200": { "description": "Fine", "content": { "application/json": {
          "schema": { "type": "object", "properties": { "text": { "type": "string" } } } \##(answer) } } } } } } } }
      """##, to: "notes.json")
  }

  private func drift(_ command: String...) async throws -> (status: Int32, drift: [String]) {
    let run = try await plumbline(arguments: command + ["notes.json", "--report", "json"], folder: folder.path)
    let drift = try #require(try run.json["drift"], "\(run)").elements.map {
      "\($0["severity"]?.string ?? "") \($0["rule"]?.string ?? "") \($0["pointer"]?.string ?? "")"
    }
    return (run.status, drift)
  }

  @Test func `one of an answer's example is a notice`() async throws {
    try write(#", "example": { "text": "a", "legacy": { "id": 1 } }"#)
    let notices = ["notice response.field.undocumented /response/body/legacy"]
    let (lint, verify) = (try await drift("lint"), try await drift("verify", "--direct"))
    #expect(lint.drift == notices)
    #expect(lint.status == 0)
    #expect(verify.drift == notices)
    #expect(verify.status == 0)
  }

  @Test func `one of a failure's example is a notice as well`() async throws {
    try folder.write(
      ##"""
      { "openapi": "3.0.3", "info": { "title": "T", "version": "1" }, "security": [{ "key": [] }],
        "components": { "securitySchemes": { "key": { "type": "apiKey", "in": "header", "name": "X-Key" } } },
        "paths": { "/notes": { "get": {
          "operationId": "list", "responses": { "204": { "description": "Fine" },
            "401": { "description": "No", "content": { "application/json": {
              "schema": { "type": "object", "properties": { "code": { "type": "string" } } },
              "example": { "code": "gone", "traceId": "7" } } } } } } } } }
      """##, to: "notes.json")
    let verify = try await drift("verify", "--direct")
    #expect(verify.drift == ["notice response.field.undocumented /response/body/traceId"])
    #expect(verify.status == 0)
  }
}
