import PlumblineContractModel
import PlumblineJSONTree
import PlumblineOpenAPI
import PlumblineRecordings
import Testing

/// Responses that are streams, with the schema of an event or a line and with examples of whole streams.
struct StreamTranslationTests {
  private static let chunk =
    #""components": { "schemas": { "Chunk": { "type": "object", "required": ["n"], "#
    + #""properties": { "n": { "type": "integer" } } } } }"#
  private static let reference = ##"{ "$ref": "#/components/schemas/Chunk" }"##

  private func document(_ type: String, _ media: String, version: String = "3.1.0") throws -> TranslatedDocument {
    try TranslatedDocument(
      """
      "paths": { "/feed": { "get": { "operationId": "feed", "responses": {
        "200": { "description": "", "content": { "\(type)": { \(media) } } } } } } }, \(Self.chunk)
      """, version: version)
  }

  private func content(_ document: TranslatedDocument, _ type: String) throws -> JSON {
    try #require(try document.endpoint("feed").at(JSONPointer(tokens: ["success", "200", "content", type])))
  }

  private func examples(_ document: TranslatedDocument) throws -> ExampleRecordings {
    ExampleRecordings(
      document.translation.examples, of: try document.contract(), path: "api.json", today: "2026-11-27")
  }

  private func body(_ examples: ExampleRecordings) -> String? {
    examples.recordings.first?.response.body.bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: ["text/event-stream", "application/jsonl", "application/x-ndjson", "application/json-seq"])
  func `items of a stream stay items`(type: String) throws {
    let document = try document(type, #""itemSchema": \#(Self.reference)"#, version: "3.2.0")
    #expect(try content(document, type) == ["itemSchema": ["$ref": "#/schemas/Chunk"]])
    #expect(document.notes == [])
    _ = try document.contract()
  }

  @Test func `a schema of the whole is next to the schema of its items`() throws {
    let whole = #""schema": { "type": "array", "minItems": 2 }, "itemSchema": \#(Self.reference)"#
    let document = try document("application/jsonl", whole, version: "3.2.0")
    let schema = try #require(try content(document, "application/jsonl")["schema"])
    #expect(schema["items"] == ["$ref": "#/schemas/Chunk"] && schema["allOf"]?[0]?["minItems"] == 2, "\(schema.text)")
    _ = try document.contract()
  }

  @Test func `items of a text are named, and left out`() throws {
    let document = try document("text/plain", #""itemSchema": \#(Self.reference)"#, version: "3.2.0")
    #expect(try content(document, "text/plain") == .emptyObject)
    #expect(document.notes.count { $0.contains("A body of text/plain isn't read as a stream") } == 1)
    _ = try document.contract()
  }

  @Test(arguments: [reference, #"{ "type": "array", "items": \#(reference) }"#, #"{ "oneOf": [\#(reference)] }"#])
  func `before 3_2 an object's schema is that of each event's data`(schema: String) throws {
    let document = try document("text/event-stream", #""schema": \#(schema)"#)
    let item = try #require(try content(document, "text/event-stream")["itemSchema"])
    let data = try #require(item.at("/properties/data/anyOf/0"))
    #expect(data["contentMediaType"] == "application/json")
    #expect(item["x-standing"] == "assumed")
    #expect(data["contentSchema"]?.text.contains("#/schemas/Chunk") == true, "\(item.text)")
    #expect(document.notes.count { $0.contains("This schema is read as that of each event's data") } == 1)
    let answer = try #require(try document.contract().endpoint("feed")?.answers.first)
    guard case .media(let contents) = answer.content, let stream = contents.first, let schema = stream.schema else {
      Issue.record("a stream has a schema: \(item.text)")
      return
    }
    for text in ["data: {\"n\": 1}\n\ndata: [DONE]\n\n", "retry: 100\n\ndata:\n\n", "event: end\ndata: done\n\n"] {
      let value = try #require(try stream.value(of: Array(text.utf8), ["Content-Type": "text/event-stream"], file: ""))
      #expect(schema.isValid(value), "\(text)")
    }
  }

  @Test(arguments: [
    #"{ "type": "object", "properties": { "event": { "type": "string" }, "data": \#(reference) } }"#,
    #"{ "type": "array", "items": { "type": "object", "properties": { "data": { "type": "string" } } } }"#,
  ])
  func `what may be an event or its data isn't held`(schema: String) throws {
    let document = try document("text/event-stream", #""schema": \#(schema)"#)
    #expect(try content(document, "text/event-stream") == .emptyObject)
    #expect(document.notes.count { $0.contains("may be that of an event or of its data") } == 1, "\(document.notes)")
  }

  @Test func `a text is a text`() throws {
    let document = try document("text/event-stream", #""schema": { "type": "string" }"#)
    #expect(try content(document, "text/event-stream") == ["schema": ["type": "string"]])
    #expect(document.notes == [])
  }

  @Test(arguments: [
    (#""example": "data: {\"n\": 1}\n\ndata: [DONE]\n\n""#, "data: {\"n\": 1}\n\ndata: [DONE]\n\n"),
    (#""example": { "n": 1 }"#, "data: {\"n\":1}\n\n"),
    (#""example": [{ "event": "a", "data": { "n": 1 } }, "[DONE]"]"#, "event: a\ndata: {\"n\":1}\n\ndata: [DONE]\n\n"),
  ])
  func `an example of events is a recording`(example: String, text: String) throws {
    let examples = try examples(document("text/event-stream", #""schema": \#(Self.reference), \#(example)"#))
    #expect(body(examples) == text, "\(examples.notes)")
    #expect(examples.recordings.first?.response.headers["Content-Type"] == "text/event-stream")
  }

  @Test(arguments: [
    (#""dataValue": [{ "n": 1 }, { "n": 2 }]"#, "{\"n\":1}\n{\"n\":2}\n"),
    (#""serializedValue": "{\"n\": 1}\n""#, "{\"n\": 1}\n"),
  ])
  func `an example of lines is a recording`(example: String, text: String) throws {
    let media = #""itemSchema": \#(Self.reference), "examples": { "one": { \#(example) } }"#
    let examples = try examples(document("application/jsonl", media, version: "3.2.0"))
    #expect(body(examples) == text, "\(examples.notes)")
  }

  @Test func `an example of lines that their schema doesn't accept is left out and named`() throws {
    let media = #""itemSchema": \#(Self.reference), "example": [{ "n": "x" }]"#
    let examples = try examples(document("application/jsonl", media, version: "3.2.0"))
    #expect(examples.recordings.isEmpty)
    #expect(
      examples.notes.map(\.message) == ["This example of feed is left out: at /0/n, \"x\" is not an integer."])
  }

  @Test func `an example that is no stream is left out and named`() throws {
    let examples = try examples(document("text/event-stream", #""schema": \#(Self.reference), "example": "none""#))
    #expect(examples.recordings.isEmpty)
    #expect(examples.notes.count { $0.message.contains("it is not an event stream") } == 1, "\(examples.notes)")
  }
}
