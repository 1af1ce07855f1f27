import PlumblineContractModel
import PlumblineJSONTree
import PlumblineOpenAPI
import PlumblineRecordings
import Testing

/// The responses with examples in a document, and the examples of errors that remain in the contract.
struct ServedExampleTests {
  private func document(_ responses: String) throws -> TranslatedDocument {
    try TranslatedDocument(#""paths": { "/a": { "get": { "operationId": "a", "responses": { \#(responses) } } } }"#)
  }

  private func recordings(_ responses: String) throws -> ExampleRecordings {
    let document = try document(responses)
    return ExampleRecordings(
      document.translation.examples, of: try document.contract(), path: "api.json", today: "2026-11-27")
  }

  private static func json(_ member: String, _ shown: String) -> String {
    #"""
    "description": "", "content": { "application/json": { "schema": { "type": "object", "required": ["\#(member)"],
      "properties": { "\#(member)": { "type": "boolean" } } }, \#(shown) } }
    """#
  }

  @Test func `an example of a class of statuses is judged by that and not by the status beside it`() throws {
    let examples = try recordings(
      #""200": { \#(Self.json("a", #""example": { "a": true }"#)) }, "#
        + #""2XX": { \#(Self.json("b", #""examples": { "rng": { "value": { "b": false } } }"#)) }"#)
    #expect(examples.notes.isEmpty, "\(examples.notes)")
    #expect(examples.recordings.map(\.name) == ["example", "rng"])
    #expect(examples.recordings.map(\.response.status) == [200, 201])
    #expect(examples.recordings.map { $0.request.headers["Prefer"] } == [nil, "code=201"])
  }

  @Test func `where nothing but a default is documented, its examples are successes`() throws {
    let shown = #""examples": { "uno": { "value": { "ok": false } }, "dos": { "value": { "ok": true } } }"#
    let examples = try recordings(#""default": { \#(Self.json("ok", shown)) }"#)
    #expect(examples.recordings.map(\.name) == ["dos", "uno"])
    #expect(examples.recordings.map(\.response.status) == [200, 200])
    #expect(examples.recordings.map { $0.request.headers["Prefer"] } == ["example=dos", nil])
    let beside = try recordings(#""204": { "description": "" }, "default": { \#(Self.json("ok", shown)) }"#)
    #expect(beside.recordings.isEmpty)
  }

  @Test(arguments: [
    ("application/x-yaml", #""a: 1""#, "a: 1"),
    ("application/xml", #"{ "id": 7 }"#, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<root><id>7</id></root>\n"),
  ])
  func `a text is sent as it is, and a value for XML is written so`(type: String, value: String, body: String) throws {
    let examples = try recordings(
      #""200": { "description": "", "content": { "\#(type)": { "example": \#(value) } } }"#)
    #expect(examples.recordings.first?.response.body.bytes == Array(body.utf8), "\(examples.notes)")
  }

  @Test(arguments: [
    (#"{ "oneOf": [{ "type": "object" }, { "type": "array" }] }"#, true), (#"{ "type": "boolean" }"#, true),
    (#"{ "type": "string", "enum": ["A"] }"#, true), (#"{ "type": "integer" }"#, true),
    (#"{ "type": "string", "format": "binary" }"#, false), (#"{ "type": "string" }"#, false), ("{}", false),
  ])
  func `any media type with a schema is JSON, but for bytes and plain texts`(schema: String, isJSON: Bool) throws {
    let content = #""content": { "*/*": { "schema": \#(schema) } }"#
    let answer = try document(#""200": { "description": "", \#(content) }"#).endpoint("a")["success"]?["200"]
    #expect((answer?["body"] != nil) == isJSON)
    let application = content.replacing("*/*", with: "application/*")
    let other = try document(#""200": { "description": "", \#(application) }"#).endpoint("a")["success"]?["200"]
    // With `application/*`, only the schemas of objects are described.
    #expect((other?["body"] != nil) == schema.contains("object"))
  }

  @Test func `the examples of a failure lie in the media types that they are documented under`() throws {
    let found = try document(
      #"""
      "204": { "description": "" }, "400": { "description": "", "content": {
        "application/problem+json": { "schema": { "type": "object" }, "example": { "title": "P" } },
        "application/json": { "examples": { "j1": { "value": { "j": 1 } } } },
        "application/xml": { "example": "<e/>" }, "application/x-yaml": { "example": "a: 1" } } }
      """#)
    let failure = try #require(try found.file()["errors"]?["badRequest"])
    #expect(failure["examples"] == ["example": ["title": "P"], "j1": ["j": 1]])
    let content = try #require(failure["content"])
    #expect(content["application/problem+json"]?["schema"]?["examples"] == [["title": "P"]])
    #expect(content["application/json"]?["schema"]?["examples"] == [["j": 1]])
    #expect(content["application/xml"]?["schema"]?["examples"] == ["<e/>"])
    #expect(content["application/x-yaml"]?["schema"]?["examples"] == ["a: 1"])
    _ = try found.contract()
  }

  @Test func `a schema of XML says what texts are made of`() throws {
    let found = try TranslatedDocument(
      ##"""
      "components": { "schemas": { "Pet": { "type": "object", "properties": { "id": { "type": "integer" } },
        "xml": { "name": "pet" } } } },
      "paths": { "/a": { "get": { "operationId": "a", "responses": { "200": { "description": "", "content": {
        "application/xml": { "schema": { "$ref": "#/components/schemas/Pet" } } } } } } } }
      """##)
    let schema = try found.endpoint("a")["success"]?["200"]?["content"]?["application/xml"]?["schema"]
    #expect(schema == ["type": "string", "x-root": "pet", "contentSchema": ["$ref": "#/schemas/Pet"]])
    #expect(found.notes.contains { $0.contains("is read as a string, so this schema is ignored") })
    guard case .media(let contents) = try found.contract().endpoints[0].answers[0].content else {
      Issue.record("no content")
      return
    }
    #expect(contents.first?.inner?.isValid(["id": 1]) == true)
    #expect(contents.first?.inner?.isValid(["id": "x"]) == false)
  }

  @Test(arguments: ["3.0.3", "3.1.0"]) func `an example of XML is written as its schema says`(version: String) throws {
    let found = try TranslatedDocument(
      ##"""
      "components": { "schemas": { "Tag": { "type": "string", "xml": { "name": "tag" } } } },
      "paths": { "/a": { "get": { "operationId": "a", "responses": { "200": { "description": "", "content": {
        "application/xml": { "example": { "id": 7, "tags": ["x"] }, "schema": { "type": "object", "xml": { "name": "pet" },
          "properties": { "id": { "type": "integer", "xml": { "attribute": true } }, "tags": { "type": "array",
            "xml": { "wrapped": true }, "items": { "$ref": "#/components/schemas/Tag" } } } } } } } } } } }
      """##, version: version)
    let examples = ExampleRecordings(
      found.translation.examples, of: try found.contract(), path: "api.json", today: "2026-11-27")
    let text = examples.recordings.first?.response.body.bytes.map { String(decoding: $0, as: UTF8.self) }
    #expect(
      text?.hasSuffix("\n<pet id=\"7\"><tags><tag>x</tag></tags></pet>\n") == true, "\(text ?? "\(examples.notes)")")
  }
}
