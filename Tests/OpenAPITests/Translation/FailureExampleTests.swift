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

  @Test func `a value of XML is next to what it says`() throws {
    let found = try document(#""application/xml": { "schema": \#(Self.schema), "example": { "a": 1 } }"#)
    let failures = try #require(try found.file()["errors"])
    let schema = failures.members.map { $0.value }.first?["content"]?["application/xml"]?["schema"]
    #expect(schema?["contentSchema"]?["examples"] == [["a": 1]], "\(failures.text)")
    #expect(!found.notes.contains { $0.contains("is left out: only a string") }, "\(found.notes)")
    _ = try found.contract()
  }

  @Test(
    arguments: [
      (#""application/x-ndjson": { "schema": \#(schema), "example": { "a": 1 } }"#, "application/x-ndjson", [["a": 1]]),
      (
        #""application/x-ndjson": { "itemSchema": \#(schema), "example": "{\"a\":1}\n{\"a\":2}\n" }"#,
        "application/x-ndjson", [["a": 1], ["a": 2]]
      ),
      (
        #""text/event-stream": { "itemSchema": { "type": "object" }, "example": [{ "event": "e", "data": "x" }] }"#,
        "text/event-stream", [["event": "e", "data": "x"]]
      ),
      (
        #""text/event-stream": { "itemSchema": { "type": "object" }, "example": ": late\nevent: e\ndata: x\n\n" }"#,
        "text/event-stream", [["event": "e", "data": "x"]]
      ),
      (
        #""text/event-stream": { "schema": \#(schema), "example": { "a": 1 } }"#, "text/event-stream",
        [["data": "{\"a\":1}"]]
      ),
    ] as [(String, String, JSON)])
  func `an example of a stream is next to the schema of its list`(content: String, type: String, shown: JSON) throws {
    let found = try document(content)
    let failures = try #require(try found.file()["errors"])
    let media = failures.members.map { $0.value }.first?["content"]?[type]
    #expect(media?["schema"]?["examples"] == JSON.array([shown]), "\(failures.text)")
    #expect(media?["schema"]?["items"] != nil && media?["itemSchema"] == nil, "\(failures.text)")
    #expect(!found.notes.contains { $0.contains("This example of an error in") }, "\(found.notes)")
    _ = try found.contract()
  }

  @Test(arguments: [
    #""application/x-ndjson": { "schema": \#(schema), "example": "no JSON" }"#,
    #""application/octet-stream": { "example": { "a": 1 } }"#,
  ])
  func `an example that has no place is named`(content: String) throws {
    let found = try document(content)
    #expect(found.notes.filter { $0.contains("This example of an error in") }.count == 1, "\(found.notes)")
  }

  @Test func `a text is sent as it is, and nothing is said of it`() throws {
    let found = try document(#""text/event-stream": { "example": "data: x\n\n" }"#)
    #expect(!found.notes.contains { $0.contains("This example of an error in") }, "\(found.notes)")
  }
}
