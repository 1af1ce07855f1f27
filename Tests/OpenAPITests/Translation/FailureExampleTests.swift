import PlumblineContractModel
import PlumblineJSONTree
import PlumblineOpenAPI
import Testing

/// Examples of failures in media types other than JSON.
struct FailureExampleTests {
  private func document(_ content: String) throws -> TranslatedDocument {
    try TranslatedDocument(
      #"""
      "paths": { "/a": { "get": { "operationId": "a", "responses": { "204": { "description": "" },
        "500": { "description": "Broken", "content": { \#(content) } } } } } }
      """#)
  }

  private static let schema = #"{ "type": "object", "properties": { "a": { "type": "integer" } } }"#

  @Test func `a value of XML stands beside what it says`() throws {
    let found = try document(#""application/xml": { "schema": \#(Self.schema), "example": { "a": 1 } }"#)
    let failures = try #require(try found.file()["failures"])
    let schema = failures.members.map { $0.value }.first?["content"]?["application/xml"]?["schema"]
    #expect(schema?["contentSchema"]?["examples"] == [["a": 1]], "\(failures.text)")
    #expect(!found.notes.contains { $0.contains("isn't held: only one") }, "\(found.notes)")
    _ = try found.contract()
  }

  @Test(arguments: [
    #""application/x-ndjson": { "schema": \#(schema), "example": { "a": 1 } }"#,
    #""text/event-stream": { "itemSchema": { "type": "object" }, "example": [{ "data": "x" }] }"#,
    #""application/octet-stream": { "example": { "a": 1 } }"#,
  ])
  func `an example that has no place is named`(content: String) throws {
    let found = try document(content)
    #expect(found.notes.filter { $0.contains("This example of a failure in") }.count == 1, "\(found.notes)")
  }

  @Test func `a text is sent as it is, and nothing is said of it`() throws {
    let found = try document(#""text/event-stream": { "example": "data: x\n\n" }"#)
    #expect(!found.notes.contains { $0.contains("This example of a failure in") }, "\(found.notes)")
  }
}
